import { describe, expect, test } from 'vitest';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { createSource } from '../text/source.js';
import { withoutPlaces } from './arbitrary.suite.js';
import { formatSource } from './format.js';
import { goldenPrograms } from './goldens.suite.js';
import { Lexer } from './lexer.js';
import { parse } from './parser.js';
import { printUnit } from './print-source.js';
import { token } from './tokens.js';

const programs = goldenPrograms();
const accepted = programs.filter(({ stage }) => stage !== 'parse');

describe('golden programs', () => {
  test('there are many', () => {
    expect(programs.length).toBeGreaterThan(500);
  });

  test.each(programs)(
    '$name is refused by the parser exactly if the reference refuses it there',
    ({ units, stage }) => {
      const refused = units.some((text) => hasErrors(parse(createSource('golden.mg', text)).diagnostics));
      expect(refused).toBe(stage === 'parse');
    },
  );

  test.each(accepted)('$name keeps its meaning when printed and when formatted', ({ units }) => {
    for (const text of units) {
      const { unit } = parse(createSource('golden.mg', text));
      const formatted = formatSource(createSource('golden.mg', text)).text ?? '';
      expect(treeOf(printUnit(unit))).toEqual(withoutPlaces(unit));
      expect(treeOf(formatted)).toEqual(withoutPlaces(unit));
      expect(formatSource(createSource('golden.mg', formatted)).text).toBe(formatted);
      expect(commentsOf(formatted)).toEqual(commentsOf(text));
    }
  });

  test.each(accepted)('$name means the same with every token on a line of its own', ({ units }) => {
    for (const text of units)
      expect(treeOf(oneTokenPerLine(text))).toEqual(withoutPlaces(parse(createSource('golden.mg', text)).unit));
  });
});

function oneTokenPerLine(text: string): string {
  const lexer = new Lexer(createSource('golden.mg', text));
  let result = '';
  for (lexer.advance(); lexer.kind !== token.end; lexer.advance()) result += `${text.slice(lexer.start, lexer.end)}\n`;
  return result;
}

function treeOf(text: string): unknown {
  const { unit, diagnostics } = parse(createSource('golden.mg', text));
  expect(diagnostics).toEqual([]);
  return withoutPlaces(unit);
}

function commentsOf(text: string): readonly string[] {
  return parse(createSource('golden.mg', text)).unit.comments.map((comment) => comment.text.trimEnd());
}
