import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldenPrograms } from '../syntax/goldens.suite.js';
import { compiled, evaluated, parsedInBulk, parsedItems } from './bulk.suite.js';
import { isLong } from '../../test/support/long.js';

const names = ['/a', '/b/c', '/a.b', '/a//b', '/', '/true', '/x/y/', '/ü', '/a%', '/a-b~c_d', '/res/r1'];
const numbers = [
  ...['0', '-0', '7', '007', '-12', '123456789012345', '1234567890123456', '9223372036854775807'],
  ...['9223372036854775808', '-9223372036854775808', '-9223372036854775809', '00000000000000000000001'],
  ...['1_000', '0x10', '1e5', '2d', '12ms', '1.5', '-0.0', '0.1', '1.', '.5', '-.5', '1.5e3', '1.5E-3', '1.5e'],
  ...['1.0e999', '123456789.123456789', '0.30000000000000004', '1.5.2', '- 1', '+1', '2024-01-01'],
];
const strings = [
  ...['"s"', "'s'", '`s`', '"ü"', '"😀x"', '"\uFEFF"', '"\u0000"', '"a\\nb"', '"a\nb"', '"a\rb"', '"a\tb"'],
  ...['"', '"a"b"', 'b"x"', '""', '"\ud800"', '"\\"', '`\\`', '"# no comment"', '"/* */"'],
];
const structures = [
  ...['[1, 2]', '[]', '[ ]', '[-1]', '[ -1 ]', '[1,]', '[/k : 1]', '{}', '{/b: 1, /a: "x"}', '{/a:1}', '{/a:/b}'],
  ...['{/a:-1}', '{/a : [1]}', '{/a: 1, /a: 0}', '{"k": 1}', '[[[]]]', '[[[[[[[[[1]]]]]]]]]', '{/a: {/b: ["ü"]}}'],
];
const others = ['X', '_', 'fn:list(1)', 'fn:plus(1, 2)', 'bare', '(1)', '1 + 2', 'now', 'p(1)', ''];

const plainConstant = fc.constantFrom('/a', '1', '"s"', '1.5', '-3', '"ü😀"', '[1]', '{/a: 1}', '/res/r1', '/true');
const anyConstant = fc.constantFrom(...names, ...numbers, ...strings, ...structures, ...others);
const blanks = fc.constantFrom('', '', '', ' ', '\n', '\r\n', '\t', '\f', ' # c\n', '  ');

/** Facts as people write them. */
const plainFact = fc
  .tuple(
    fc.constantFrom('p', 'q', 'r_1'),
    fc.array(plainConstant, { minLength: 1, maxLength: 2 }),
    fc.constantFrom('\n', ' ', ''),
  )
  .map(([name, args, after]) => `${name}(${args.join(', ')}).${after}`);

/** What nearly is a fact. */
const oddFact = fc
  .record({
    name: fc.constantFrom('p', 'p', 'q', 'r_1', 'pQ', 'now', 'let', 'mode', 'a.b', ':x', 'fn:f', 'P', 'p-q', 'b', 'ü'),
    gap: blanks,
    args: fc.array(fc.tuple(blanks, fc.oneof(plainConstant, anyConstant), blanks), { maxLength: 3 }),
    before: blanks,
    end: fc.constantFrom(
      '.',
      '.',
      '.',
      '',
      '@[_, _].',
      '@[2024-01-01].',
      ' :- q(1).',
      '.5',
      '.X',
      ';',
      ' .',
      '..',
      ',',
    ),
    after: fc.constantFrom('\n', ' ', '', '\r\n', '\n# c\n', ' % c\n', '// c\n', '\n\n'),
  })
  .map(({ name, gap, args, before, end, after }) => {
    return `${name}${gap}(${args.map((each) => each.join('')).join(',')})${before}${end}${after}`;
  });

const statement = fc.constantFrom(
  'Decl p(X) bound [/number].\n',
  'Decl p(X) bound [/res] bound [/string].\n',
  'Decl p(X) bound [fn:Union(/true, /res, fn:List(/number), 1)].\n',
  'Decl q(X, Y) bound [/any, T] bound [T, T].\n',
  'Decl p(X) temporal.\n',
  'Decl r_1(X) descr [external(), mode("-")].\n',
  'Decl q(X) bound [fn:List(/number)].\n',
  'Decl z(X) bound [/res].\n',
  'p(X) :- q(X).\n',
  't(X) :- p(X), X = "/a".\n',
  't(X) :- q(X, /s).\n',
  'Package k!\n',
  'Use k!\n',
  '# comment\n',
  'p(\n',
  '"open\n',
  'now(1). now(2). now(3).\n',
);

/** Mostly right programs, and texts full of mistakes. */
const text = fc.oneof(
  fc.array(fc.oneof({ weight: 9, arbitrary: plainFact }, { weight: 1, arbitrary: statement }), { maxLength: 14 }),
  fc.array(fc.oneof(plainFact, oddFact, statement), { maxLength: 10 }),
);
const texts = fc.array(
  text.map((parts) => parts.join('')),
  { minLength: 1, maxLength: 2 },
);

describe('reading facts in bulk', () => {
  it('says and means what the parser does', () => {
    fc.assert(
      fc.property(texts, (each) => {
        expect(compiled(each, true)).toEqual(compiled(each, false));
        for (const one of each) expect(parsedInBulk(one)).toEqual(parsedItems(one));
      }),
      { numRuns: isLong ? 5_000 : 500 },
    );
  });

  it('says and means what the parser does where golden programs are damaged', () => {
    const goldens = goldenPrograms().flatMap(({ units }) => units.filter(({ length }) => length < 2000));
    const damage = fc.record({
      text: fc.constantFrom(...goldens),
      at: fc.nat(2000),
      deleted: fc.nat(4),
      inserted: fc.constantFrom('', '.', '"', '(', ')', '\\', '/', '-', '@', ' ', '\n', 'ü', '😀', '1', 'A', '#', '%'),
    });
    fc.assert(
      fc.property(damage, ({ text: golden, at, deleted, inserted }) => {
        const place = at % (golden.length + 1);
        const damaged = golden.slice(0, place) + inserted + golden.slice(place + deleted);
        expect(compiled([damaged], true)).toEqual(compiled([damaged], false));
        expect(parsedInBulk(damaged)).toEqual(parsedItems(damaged));
      }),
      { numRuns: isLong ? 5_000 : 500 },
    );
  });

  it.each(goldenPrograms())('says and means what the parser does for $name', ({ units }) => {
    expect(compiled(units, true)).toEqual(compiled(units, false));
    expect(evaluated(units, true)).toEqual(evaluated(units, false));
  });

  it.each(['p("ü"). ', 'p(1). # c\n', 'p(1)\n', 'p(1)@[_]. ', 'p([', 'p({/a:', 'p("x. ', 'p(1 2 \\"\n', 'now(1). '])(
    'ends, and says what the parser does, for %j again and again',
    (piece) => {
      const text = `p(1). p(2). ${piece.repeat(5000)}`;
      expect(parsedInBulk(text)).toEqual(parsedItems(text));
    },
  );
});
