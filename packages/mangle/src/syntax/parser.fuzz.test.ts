import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { createSource } from '../text/source.js';
import { formatSource } from './format.js';
import { goldenPrograms } from './goldens.suite.js';
import { parse } from './parser.js';
import { isLong } from '../../test/support/long.js';

const megabyte = 1024 * 1024;
const fill = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

describe('whatever the text, the parser only gives diagnostics', () => {
  test('10 MB of brackets', () => {
    const { unit, diagnostics } = parse(createSource('fuzz.mg', `p(${fill('[({', 10 * megabyte)}`));
    expect(hasErrors(diagnostics)).toBe(true);
    expect(unit.items).toEqual([]);
  });

  const repeated = [
    '[',
    '(',
    '{',
    '"',
    "'",
    '`',
    '.',
    '\\"',
    'not ',
    'p(\\"\n',
    'p("\n',
    'p(1 2 \\"\n',
    '[-',
    'A % 2, ',
    '/* ',
    'p(1 = 2). ',
    'Decl p(X: /a, ',
    'p(1) :- q(1); ',
    'p(1)\n',
    'X.',
    'p(1)@[1h30m',
    'p(1_1_',
    'é',
  ];
  test.each(repeated)('a megabyte of %j', (piece) => {
    expect(hasErrors(parse(createSource('fuzz.mg', fill(piece, megabyte))).diagnostics)).toBe(true);
  });

  const deep: readonly (readonly [string, string, string])[] = [
    ['lists', 'p(', '['],
    ['function calls', 'p(', 'fn:f('],
    ['structs', 'p(', '{1 : '],
    ['types', 'Decl p(X) bound [', '.List<'],
    ['parentheses', 'p(', '(1 + '],
    ['signs', 'p(', '1 + '],
    ['divisions', 'p(', '1/'],
    ['negations', 'p(1) :- ', '!'],
    ['durations', 'p(1)@[', '1h'],
    ['digit groups', 'p(', '1_'],
  ];
  test.each(deep)('100,000 nested or repeated %s', (_, start, piece) => {
    const { diagnostics } = parse(createSource('fuzz.mg', `${start}${piece.repeat(100_000)}1).`));
    expect(hasErrors(diagnostics)).toBe(true);
    expect(diagnostics.length).toBeLessThan(5);
  });

  test('random text', () => {
    const unit = fc.constantFrom(...'()[]{}<>.,:;!=-+*/\\|@#%?&~^$"\'` \n\r\tpqXY_01é😀'.split(''));
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })),
        (text) => {
          expect(() => parse(createSource('fuzz.mg', text))).not.toThrow();
        },
      ),
      { numRuns: isLong ? 10_000 : 1_000 },
    );
  });
});

test('mutated programs are read, and those without errors survive formatting', () => {
  const texts = goldenPrograms().flatMap(({ units }) => units.filter((text) => text.length < 2000));
  const piece = fc.constantFrom(
    ...'( ) [ ] { } , . :- = < |> @ ! <- [- : X _ p fn:plus( /a "s" 1 -1 1.5 let do now Decl . 2024-01-01 7d .List< My_V \n # " \' ` \\'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(fc.nat(), fc.nat(3), piece), { minLength: 1, maxLength: 3 }),
      (text, edits) => {
        const mutated = edits.reduce((result, [place, removed, inserted]) => {
          const at = place % (result.length + 1);
          return result.slice(0, at) + inserted + result.slice(at + removed);
        }, text);
        const { text: formatted } = formatSource(createSource('fuzz.mg', mutated));
        if (formatted !== undefined) expect(formatSource(createSource('fuzz.mg', formatted)).text).toBe(formatted);
      },
    ),
    { numRuns: isLong ? 5_000 : 500 },
  );
});
