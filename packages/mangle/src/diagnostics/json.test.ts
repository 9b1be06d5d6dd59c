import { describe, expect, it } from 'vitest';
import { createSource } from '../text/source.js';
import { diagnostic } from './diagnostic.js';
import { diagnosticToJson } from './json.js';

const source = createSource('rules/a b.mg', 'p("😀", X).\nq(1).\n');
const x = { source, start: 8, end: 9 };
const q = { source, start: 12, end: 13 };
const full = diagnostic('never-fires', x, 'the message', {
  help: 'Do this.',
  related: [{ span: q, message: 'the other place' }],
  fix: { title: 'write `_`', edits: [{ span: x, text: '_' }] },
});
const bare = diagnostic('unexpected-token', q, 'unexpected `q`');

describe('diagnosticToJson', () => {
  it('counts lines and columns from 1 in code points, offsets from 0 in UTF-16 units', () => {
    const range = { start: { line: 1, column: 8, offset: 8 }, end: { line: 1, column: 9, offset: 9 } };
    expect(diagnosticToJson(full)).toEqual({
      code: 'never-fires',
      severity: 'warning',
      stage: 'analysis',
      message: 'the message',
      file: 'rules/a b.mg',
      range,
      help: 'Do this.',
      related: [
        {
          file: 'rules/a b.mg',
          range: { start: { line: 2, column: 1, offset: 12 }, end: { line: 2, column: 2, offset: 13 } },
          message: 'the other place',
        },
      ],
      fix: { title: 'write `_`', needsJudgment: false, edits: [{ file: 'rules/a b.mg', range, text: '_' }] },
    });
  });

  it('says of a fix whether it needs judgment, as the table of codes has it', () => {
    const fix = { title: 'write `/a`', edits: [{ span: x, text: '/a' }] };
    expect(diagnosticToJson(diagnostic('name-or-string', x, 'message', { fix })).fix?.needsJudgment).toBe(true);
    expect(diagnosticToJson(diagnostic('missing-comma', x, 'message', { fix })).fix?.needsJudgment).toBe(false);
  });

  it('has every member even if there is nothing to say', () => {
    expect(diagnosticToJson(bare)).toMatchObject({ help: null, related: [], fix: null });
  });
});
