import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSource } from '../text/source.js';
import * as arbitrary from './arbitrary.suite.js';
import { formatSource } from './format.js';
import { parse, parseAtom, parseClause, parseLiteral, parseTerm, type ParseResult } from './parser.js';
import { printAtom, printClause, printLiteral, printTerm, printUnit } from './print-source.js';

describe('printing a tree and parsing the text gives the tree again', () => {
  check('a term', arbitrary.term, printTerm, parseTerm);
  check('an atom', arbitrary.atom, printAtom, parseAtom);
  check('a literal', arbitrary.literal, printLiteral, parseLiteral);
  check('a clause', arbitrary.clause, printClause, parseClause);

  test('a unit', () => {
    fc.assert(
      fc.property(arbitrary.unit, (unit) => {
        const result = parse(createSource('printed.mg', printUnit(unit)));
        expect(result.diagnostics).toEqual([]);
        expect(arbitrary.withoutPlaces(result.unit)).toEqual(arbitrary.withoutPlaces(unit));
      }),
      { numRuns: 500 },
    );
  });
});

test('formatting keeps the tree and the comments, and formatting again changes nothing', () => {
  const comment = fc.constantFrom('', '', '', ' # a\n', '\n# b\n', '\n\n', ' ');
  fc.assert(
    fc.property(arbitrary.unit, fc.array(comment, { minLength: 1, maxLength: 9 }), (unit, extras) => {
      let at = 0;
      // Commas outside of strings and names are safe places for white space and comments.
      const text = printUnit(unit).replace(
        /, (?=[A-Z_])|:- |\.\n/g,
        (found) => found + (extras[at++ % extras.length] ?? ''),
      );
      const before = parse(createSource('a.mg', text));
      fc.pre(before.diagnostics.length === 0);
      const formatted = formatSource(before.unit.source).text ?? '';
      const after = parse(createSource('b.mg', formatted));
      expect(after.diagnostics).toEqual([]);
      expect(arbitrary.withoutPlaces(after.unit)).toEqual(arbitrary.withoutPlaces(before.unit));
      expect(after.unit.comments.map(({ text: each }) => each)).toEqual(
        before.unit.comments.map(({ text: each }) => each.trimEnd()),
      );
      expect(formatSource(after.unit.source).text).toBe(formatted);
    }),
    { numRuns: 500 },
  );
});

function check<T>(
  name: string,
  nodes: fc.Arbitrary<T>,
  print: (node: T) => string,
  read: (source: ReturnType<typeof createSource>) => ParseResult<T>,
): void {
  test(name, () => {
    fc.assert(
      fc.property(nodes, (node) => {
        const result = read(createSource('printed.mg', print(node)));
        expect(result.diagnostics).toEqual([]);
        expect(arbitrary.withoutPlaces(result.node)).toEqual(arbitrary.withoutPlaces(node));
      }),
      { numRuns: 1000 },
    );
  });
}
