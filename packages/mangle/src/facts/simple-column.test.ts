import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryValue } from '../value/arbitrary.suite.js';
import { compileOrThrow } from '../api/compile.js';
import { argsAt } from '../value/fact-batch.js';
import { compareValues } from '../value/compare.js';
import { nameValue, numberValue } from '../value/make.js';
import { read } from './facts.suite.js';
import { readFacts } from './read-facts.js';
import { writeSimpleColumn } from './write-simple-column.js';

const program = 'Decl p(X, Y). Decl q(X). z().';
const all = { predicate: undefined } as object;

describe('a simple-column file', () => {
  it.each([
    ['columns', '1\np 2 2\n/a\n"x"\n1\n[1, 2]\n', ['p(/a, 1)', 'p("x", [1, 2])']],
    ['several predicates', '2\nq 1 1\np 2 1\n1\n2\n3\n', ['q(1)', 'p(2, 3)']],
    ['facts without arguments', '3\nz 0 1\nq 1 0\np 2 1\n2\n3\n', ['z()', 'p(2, 3)']],
    ['CRLF and no last line end', '1\r\nq 1 2\r\n1.5\r\n{/a : 1}', ['q(1.5)', 'q({/a : 1})']],
    ['escapes', '1\nq 1 2\n"a\\nb"\n"\\u{0000fc}\\\'"\n', ['q("a\\nb")', 'q("ü\'")']],
    ['percent signs, which stay', '1\nq 1 1\n/a%41\n', ['q(/a%41)']],
    [
      'times',
      '1\nq 1 1\nfn:time:parse_rfc3339("2024-05-06T00:00:00Z")\n',
      ['q(fn:time:parse_rfc3339("2024-05-06T00:00:00Z"))'],
    ],
    ['nothing', '0\n', []],
  ])('has %s', (_, content, facts) => {
    expect(read(program, 'simple-column', content, all)).toEqual({ facts, told: [] });
  });

  it('gives the facts of one predicate if only that is wanted', () => {
    const content = '2\nq 1 2\np 2 1\n1\n2\n3\n4\n';
    expect(read(program, 'simple-column', content).facts).toEqual(['p(3, 4)']);
  });

  it('gives floats where floats are declared, although the format has lost their point', () => {
    const content = '1\nq 1 3\n1\n2.5\n-3\n';
    expect(read('Decl q(X) bound [/float64].', 'simple-column', content, all).facts).toEqual([
      'q(1.0)',
      'q(2.5)',
      'q(-3.0)',
    ]);
  });

  it.each([
    ['no header', 'x\n', '1:0 invalid-row the first line is not the number of predicates [x]'],
    [
      'a bad line in the header',
      '1\np two 1\n',
      '2:0 invalid-row this line of the header names no predicate [p two 1]',
    ],
    [
      'an unbelievable number of facts',
      '1\np 2 4000000000\n',
      '2:0 invalid-row this line of the header names no predicate [p 2 4000000000]',
    ],
    ['an unknown predicate', '1\nr 1 1\n1\n', '2:0 invalid-fact the program has no predicate `r/1` [r 1 1]'],
    ['a missing line', '1\nq 1 3\n1\n2\n', '5:0 invalid-row the file ends 1 lines too early []'],
    ['a line that is no value', '1\nq 1 2\n1\nX\n', '4:0 invalid-row this line is no value [X]'],
    ['a line that computes', '1\nq 1 1\nfn:plus(1, 2)\n', '3:0 invalid-row this line is no value [fn:plus(1, 2)]'],
  ])('is refused for %s', (_, content, problem) => {
    expect(read(program, 'simple-column', content, all)).toEqual({ facts: [], told: [problem] });
  });

  it('is refused where a value has another type than declared', () => {
    const content = '2\nq 1 2\np 2 1\n1\n"a"\n3\n4\n';
    expect(read(`Decl q(X) bound [/number]. Decl p(X, Y).`, 'simple-column', content, all).told).toEqual([
      '5:0 invalid-row argument 1 of `q/1` must be a number, got the string `"a"` ["a"]',
    ]);
  });
});

it('is what the reference engine writes', () => {
  const written = [
    ...['3', 'z 0 1', 'q 1 1', 'p 2 3', '1', '/a/b.c', '"tab\\there"', '/x-y~z', '-3'],
    ...['[1, "a\\n\\"\\u{0000fc}\\" \\\'x\\\'"]', '2.5', ''],
  ];
  expect(
    read(`${program} Decl q(X) bound [/float64].`.replace('Decl q(X). ', ''), 'simple-column', written.join('\n'), all),
  ).toEqual({
    facts: ['z()', 'q(1.0)', 'p(/a/b.c, -3)', 'p("tab\\there", [1, "a\\n\\"ü\\" \'x\'"])', 'p(/x-y~z, 2.5)'],
    told: [],
  });
});

describe('writing', () => {
  it('sorts predicates by arity and name, and facts by their values', () => {
    const facts = [
      { name: 'p', args: [numberValue(2), nameValue('/b')] },
      { name: 'r', args: [] },
      { name: 'p', args: [numberValue(1), nameValue('/c')] },
      { name: 'a', args: [numberValue(1), numberValue(1)] },
      { name: 'z', args: [numberValue(-1)] },
    ];
    expect(writeSimpleColumn(facts)).toBe('4\nr 0 1\nz 1 1\na 2 1\np 2 2\n-1\n1\n1\n1\n2\n/c\n/b\n');
  });

  it('refuses facts with times', () => {
    expect(() => writeSimpleColumn([{ name: 'p', args: [], interval: {} }])).toThrow(RangeError);
  });

  it('is undone by reading', () => {
    const compiled = compileOrThrow('Decl p(X, Y).');
    fc.assert(
      fc.property(fc.array(fc.tuple(arbitraryValue, arbitraryValue), { maxLength: 20 }), (rows) => {
        const text = writeSimpleColumn(rows.map((args) => ({ name: 'p', args })));
        const file = { name: 'f', bytes: new TextEncoder().encode(text), format: 'simple-column' as const };
        const { batches = [], diagnostics } = readFacts([file], compiled);
        expect(diagnostics).toEqual([]);
        const found = batches.flatMap((batch) => Array.from({ length: batch.count }, (_, row) => argsAt(batch, row)));
        const sorted = rows.toSorted((a, b) => compareValues(a[0], b[0]) || compareValues(a[1], b[1]));
        expect(found).toEqual(sorted);
      }),
      { numRuns: 500 },
    );
  });
});
