import { describe, expect, it } from 'vitest';
import { createSource } from '../text/source.js';
import { diagnosticSpecs } from './codes.js';
import { diagnostic } from './diagnostic.js';
import { toSarif } from './sarif.js';

const source = createSource('rules/a b.mg', 'p("😀", X).\nq(1).\n');
const x = { source, start: 8, end: 9 };
const q = { source, start: 12, end: 13 };
const full = diagnostic('never-fires', x, 'the message', {
  help: 'Do this.',
  related: [{ span: q, message: 'the other place' }],
  fix: { title: 'write `_`', edits: [{ span: x, text: '_' }] },
});
const bare = diagnostic('unexpected-token', q, 'unexpected `q`');

describe('toSarif', () => {
  const log = toSarif([full, bare], { version: '1.2.3' });
  const [run] = log.runs;

  it('is a log of version 2.1.0 with one run that counts columns in UTF-16 units', () => {
    expect(log).toMatchObject({ version: '2.1.0', $schema: 'https://json.schemastore.org/sarif-2.1.0.json' });
    expect(run).toMatchObject({ columnKind: 'utf16CodeUnits', tool: { driver: { name: 'mangle', version: '1.2.3' } } });
  });

  it('has a rule for every code, and each result points to its rule', () => {
    const { rules } = run.tool.driver;
    expect(rules.map(({ id }) => id)).toEqual(Object.keys(diagnosticSpecs).sort());
    for (const { ruleId, ruleIndex } of run.results) expect(rules[ruleIndex]?.id).toBe(ruleId);
  });

  it('tells place, related places and fixes', () => {
    const region = { startLine: 1, startColumn: 9, endLine: 1, endColumn: 10 };
    const artifactLocation = { uri: 'rules/a%20b.mg' };
    expect(run.results[0]).toMatchObject({
      ruleId: 'never-fires',
      level: 'warning',
      message: { text: 'the message\nDo this.' },
      locations: [{ physicalLocation: { artifactLocation, region } }],
      relatedLocations: [{ id: 1, message: { text: 'the other place' }, physicalLocation: { artifactLocation } }],
      fixes: [
        {
          description: { text: 'write `_`' },
          artifactChanges: [
            { artifactLocation, replacements: [{ deletedRegion: region, insertedContent: { text: '_' } }] },
          ],
        },
      ],
    });
    expect(Object.keys(run.results[1] ?? {})).toEqual(['ruleId', 'ruleIndex', 'level', 'message', 'locations']);
  });

  it.each([
    ['a.mg', 'a.mg'],
    ['/tmp/a#1.mg', 'file:///tmp/a%231.mg'],
    ['C:\\rules\\a.mg', 'file:///C:/rules/a.mg'],
    ['dir\\a.mg', 'dir/a.mg'],
    ['a:b.mg', './a:b.mg'],
    ['<stdin>', '%3Cstdin%3E'],
  ])('writes the file name %j as %j', (name, uri) => {
    const place = { source: createSource(name, 'p'), start: 0, end: 1 };
    const [result] = toSarif([diagnostic('unexpected-token', place, 'm')], { version: '1' }).runs[0].results;
    expect(result?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(uri);
  });
});
