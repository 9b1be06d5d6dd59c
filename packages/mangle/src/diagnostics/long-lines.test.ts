import { describe, expect, it } from 'vitest';
import { compile } from '../api/compile.js';
import { createSource, positionAt } from '../text/source.js';
import { diagnostic } from './diagnostic.js';
import { diagnosticToJson } from './json.js';
import { renderDiagnostic, renderDiagnostics } from './render.js';
import { closest } from './suggest.js';

/** Milliseconds of work of this process, whatever else the machine does. */
function workOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Far more than is needed, and far less than work that grows with the square. */
const plenty = 5000;

const columns = Array.from({ length: 10_000 }, (_, at) => at);
const variables = columns.map((at) => `X${at}`).join(',');

describe('a very long line', () => {
  it.each<[string, string]>([
    ['a number of millions of digits', `p(${'7'.repeat(4_000_000)}).`],
    ['an atom with ten thousand variables', `p(${columns.join(',')}). q(X0) :- p(${variables}).`],
    ['a fact with ten thousand variables', `p(${variables}).`],
    ['as many values of the wrong kind', `Decl p(${variables}).\np(${columns.map((at) => `a${at}`).join(',')}).`],
    ['a name of a million letters', `${'p'.repeat(1_000_000)}(1). q(X) :- ${'p'.repeat(1_000_000)}q(X).`],
  ])('is checked and shown at once: %s', (_name, text) => {
    let shown = '';
    const work = workOf(() => {
      const { diagnostics } = compile(createSource('wide.mg', text));
      shown = renderDiagnostics(diagnostics, { max: 100 });
      diagnostics.map(diagnosticToJson);
    });
    expect(shown).toMatch(/(?:error|hint)s?\n$/);
    expect(shown.length).toBeLessThan(600_000);
    expect(work).toBeLessThan(plenty);
  });

  it('is cut around the span at any place, also between characters of two units', () => {
    const line = '😀'.repeat(5000);
    const source = createSource('a.mg', `${line}X${line}`);
    const start = line.length;
    for (const shift of [0, 1]) {
      const span = { source, start: start - shift * 2, end: start + 1 };
      const [, , , text, marks] = renderDiagnostic(diagnostic('never-fires', span, 'm'), { width: 41 }).split('\n');
      expect(text).toMatch(/^1 \| …(?:😀){5,}X(?:😀){5,}…$/u);
      expect(marks).toMatch(new RegExp(`^ {2}\\| +\\^{${1 + 2 * shift}}$`));
    }
  });

  it('has the same columns in whatever order they are asked for', () => {
    const text = 'ü😀x'.repeat(2000);
    const offsets = Array.from({ length: 200 }, (_, at) => ((at * 3571) % 2000) * 4 + (at % 2));
    const source = createSource('a.mg', `\n${text}\n${text}`);
    for (const offset of offsets) {
      const column = [...text.slice(0, offset)].length;
      expect(positionAt(source, 1 + offset)).toEqual({ line: 2, column });
      expect(positionAt(source, 2 + text.length + offset)).toEqual({ line: 3, column });
    }
  });
});

it('no text of a diagnostic grows with the program', () => {
  const ring = columns.slice(0, 2000).map((at) => `p${at}(X) :- q(X), !p${(at + 1) % 2000}(X).`);
  for (const text of [`q(1).\n${ring.join('\n')}`, `q(${variables}).`, `r(1) :- q(${variables}).`]) {
    for (const { message, help = '' } of compile(text).diagnostics.slice(0, 10))
      expect(Math.max(message.length, help.length)).toBeLessThanOrEqual(2000);
  }
});

it('there is no suggestion for a word that nobody wrote', () => {
  expect(closest('p'.repeat(201), [`${'p'.repeat(200)}q`])).toBeUndefined();
});
