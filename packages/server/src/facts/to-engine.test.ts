import { compileOrThrow } from '@manglecp/mangle';
import { type Json, JsonNumber } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { convert, engineText, programOf } from './facts.suite.js';
import { toFactInputs } from './to-engine.js';
import { wirePredicates } from './wire-predicates.js';

const boolean = '.Union<.Singleton</true>, .Singleton</false>>';
const float = (text: string): JsonNumber => new JsonNumber(text);
const int64 = (value: string): Json => ({ _type: 'int64', value });

describe('an argument becomes what its declaration says', () => {
  it.each<[id: string, type: string, json: Json, text: string]>([
    ['DATA-016', '/string', 'a', '"a"'],
    ['DATA-016', '/string', '/a', '"/a"'],
    ['DATA-016', '/any', '/a', '"/a"'],
    ['DATA-016', '/name', '/a/b', '/a/b'],
    ['DATA-016', '/person', '/person/ann', '/person/ann'],
    ['DATA-016', '.Union</string, /name>', '/a', '"/a"'],
    ['DATA-016', '.Union</number, /name>', '/a', '/a'],
    ['DATA-016', '.Union</name, .Singleton<"/a">>', '/a', '/a'],
    ['DATA-016', '.Union<.Singleton<"/a">, /name>', '/a', '"/a"'],
    ['DATA-016', '.Union<.List</string>, .Pair</string, /string>>', ['a', 'b'], '["a", "b"]'],
    ['DATA-016', '.Union<.Pair</string, /string>, .List</string>>', ['a', 'b'], 'fn:pair("a", "b")'],
    ['DATA-016', '.Union<.Struct<>, .Map</string, /any>>', { a: 1 }, '{/a : 1}'],
    ['DATA-016', '.Union</name, T>', '/a', '"/a"'],
    ['DATA-016', '.List<T>', ['/a'], '["/a"]'],
    ['DATA-016', '.Singleton</a>', '/a', '/a'],
    ['DATA-016', '.Singleton<"a">', 'a', '"a"'],
    ['DATA-016', boolean, true, '/true'],
    ['DATA-016', '/any', false, '/false'],
    ['DATA-016', '/any', [1, 'a', [true]], '[1, "a", [/true]]'],
    ['DATA-016', '.List</name>', ['/a', '/b'], '[/a, /b]'],
    ['DATA-016', '/any', { b: 1, a: { c: [] } }, '["a" : ["c" : []], "b" : 1]'],
    ['DATA-016', '.Map</name, /number>', { '/b': 2, '/a': 1 }, '[/a : 1, /b : 2]'],
    ['DATA-016', '.Map</number, /string>', { '-7': 'x' }, '[ -7 : "x"]'],
    ['DATA-016', '.Struct</x : /name, opt /y : /float64>', { x: '/a', z: 1 }, '{/x : /a, /z : 1}'],
    ['DATA-016', '.Pair</string, /number>', ['a', 1], 'fn:pair("a", 1)'],
    ['DATA-016', '.TaggedUnion</kind, /a : .Struct</n : /number>, /b : .Struct<>>', { kind: '/b' }, '{/kind : /b}'],
    ['DATA-016', '.Tuple</string, /number, /name>', ['a', [1, '/x']], 'fn:pair("a", fn:pair(1, /x))'],
    ['DATA-018', '/number', 9007199254740991, '9007199254740991'],
    ['DATA-019', '/number', int64('9007199254740993'), '9007199254740993'],
    ['DATA-019', '/any', int64('-9223372036854775808'), '-9223372036854775808'],
    ['DATA-017', '/float64', 1.5, '1.5'],
    ['DATA-017', '/float64', float('5.0'), '5.0'],
    ['DATA-017', '/any', float('5.0'), '5.0'],
    ['DATA-017', '/any', float('1e3'), '1000.0'],
    ['DATA-017', '/any', 5, '5'],
    ['DATA-017', '.Union</float64, /number>', 5, '5'],
    // JavaScript writes the float 5 like this, and the profile says `number` for both.
    ['DATA-017', '/float64', 5, '5.0'],
    ['DATA-026', '/time', '2026-03-01T09:12:00+01:00', 'fn:time:parse_rfc3339("2026-03-01T08:12:00Z")'],
    ['DATA-016', '/duration', '1h30m', 'fn:duration:parse("1h30m0s")'],
    ['DATA-016', '/bytes', 'AP8=', 'b"\\x00\\xff"'],
  ])('%s %s takes %j', (_, type, json, text) => {
    expect(engineText(type, json)).toBe(text);
  });

  it('takes the first row of bounds that fits', () => {
    expect(engineText('/string, /number] bound [/name, /name', '/a', '/b')).toBe('/a, /b');
  });
});

describe('an argument of another type is refused', () => {
  it.each<[id: string, type: string, json: Json, text: string]>([
    ['ERR-013', '/string', 5, 'expected string in argument 1 of `p`, got integer'],
    ['ERR-013', '/name', 'a', 'expected name such as `/a/b` in argument 1 of `p`, got string'],
    ['ERR-013', '/name', '/a b', 'expected name such as `/a/b` in argument 1 of `p`, got string'],
    ['ERR-013', '/name', true, 'expected name such as `/a/b` in argument 1 of `p`, got boolean'],
    ['ERR-013', '/person', '/personal/x', 'expected name below /person in argument 1 of `p`, got string'],
    ['ERR-013', '/number', float('5.0'), 'expected integer in argument 1 of `p`, got float'],
    ['ERR-013', '/number', 1.5, 'expected integer in argument 1 of `p`, got float'],
    ['ERR-013', '/number', '5', 'expected integer in argument 1 of `p`, got string'],
    ['ERR-013', '/float64', int64('5'), 'expected float in argument 1 of `p`, got integer'],
    ['ERR-013', boolean, 'true', 'expected boolean in argument 1 of `p`, got string'],
    ['ERR-013', '.List</number>', [1, 'a'], 'expected integer in argument 1 of `p`, got string'],
    ['ERR-013', '.List</number>', { a: 1 }, 'expected list of integer in argument 1 of `p`, got object'],
    ['ERR-013', '.Map</string, /number>', [1], 'expected object in argument 1 of `p`, got list'],
    ['ERR-013', '.Map</number, /number>', { a: 1 }, 'expected integer in argument 1 of `p`, got string'],
    ['ERR-013', '.Struct</x : /name>', {}, 'expected object with x in argument 1 of `p`, got object'],
    ['ERR-013', '.Pair</string, /string>', ['a'], 'expected list of two in argument 1 of `p`, got list'],
    [
      'ERR-013',
      '.Union</number, .Singleton</none>>',
      'x',
      'expected integer or /none in argument 1 of `p`, got string',
    ],
    [
      'ERR-013',
      '.Union<.Singleton</low>, .Singleton</high>, /string>',
      5,
      'expected string or /low or /high in argument 1 of `p`, got integer',
    ],
    ['ERR-013', '/time', '2026-03-01', 'expected RFC 3339 time in argument 1 of `p`, got string'],
    ['DATA-051', '/time', '2500-01-01T00:00:00Z', 'expected RFC 3339 time in argument 1 of `p`, got string'],
    ['ERR-013', '/duration', 'soon', 'expected duration in argument 1 of `p`, got string'],
    ['ERR-013', '/bytes', '?', 'expected base64 string in argument 1 of `p`, got string'],
    ['ERR-013', '/bot', 1, 'expected nothing in argument 1 of `p`, got integer'],
  ])('%s %s refuses %j', (_, type, json, text) => {
    expect(engineText(type, json)).toBe(`type_mismatch: ${text}`);
  });

  it.each<[id: string, json: Json, issue: string]>([
    ['DATA-022', null, 'not_ground'],
    ['DATA-022', [1, [null]], 'not_ground'],
    ['DATA-020', { a: { _var: 'X' } }, 'not_ground'],
    ['DATA-018', float('9007199254740993'), 'unsafe_integer'],
    ['DATA-019', int64('9223372036854775808'), 'invalid_int64'],
    ['DATA-019', int64('0x10'), 'invalid_int64'],
    ['DATA-019', { _type: 'int64', value: '1', more: 1 }, 'invalid_int64'],
    ['DATA-019', { _type: 'float64', value: '1' }, 'invalid_int64'],
    ['DATA-017', float('1e400'), 'number_out_of_range'],
    ['DATA-017', Number.NaN, 'number_out_of_range'],
    ['DATA-016', 'a\ud800', 'invalid_value'],
    ['DATA-016', { 'a\udfff': 1 }, 'invalid_value'],
    ['DATA-016', nested(200), 'invalid_value'],
  ])('%s there is no value for %j', (_, json, issue) => {
    for (const type of ['/any', '/number', '.List</any>', '.Union</any, /string>']) {
      const refused = convert(type, [json]);
      expect(refused).toHaveProperty('issue');
      if (type === '/any') expect(refused).toHaveProperty('issue', issue);
    }
  });

  it('DATA-016 a key that cannot be a label is refused in a struct and taken in a map', () => {
    expect(convert('.Struct<>', [{ 'a b': 1 }])).toHaveProperty('issue', 'invalid_value');
    expect(engineText('/any', { 'a b': 1 })).toBe('["a b" : 1]');
  });

  it('ERR-032 tells the argument, the expected and the actual type', () => {
    expect(convert('/string, /name', ['a', 'b'])).toEqual({
      fact_index: 0,
      predicate: 'p',
      issue: 'type_mismatch',
      message: 'expected name such as `/a/b` in argument 2 of `p`, got string',
      argument_index: 1,
      expected_type: 'name',
      actual_type: 'string',
    });
  });

  it('ERR-012 tells the arity', () => {
    expect(convert('/string', ['a', 'b'])).toMatchObject({
      issue: 'arity_mismatch',
      expected_arity: 1,
      actual_arity: 2,
    });
  });
});

describe('facts of a request', () => {
  const program = compileOrThrow(
    `Decl seen(What) temporal bound [/string].
     Decl size(N) bound [/number].
     Decl secret(X) bound [/any].
     Decl result(X) bound [/any].`,
    { lints: false },
  );
  const predicates = wirePredicates({
    program,
    declarations: [
      { predicate: 'seen', arity: 1, temporal: true, direction: 'input' },
      { predicate: 'size', arity: 1 },
      { predicate: 'result', arity: 1, direction: 'output' },
    ],
  });

  it('DATA-033 a temporal fact without `t` always holds, one with `t` keeps its interval', () => {
    const { facts, violations } = toFactInputs(
      [
        { index: 0, pred: 'seen', args: ['a'] },
        { index: 1, pred: 'seen', args: ['b'], interval: { start: 5n } },
      ],
      predicates,
    );
    expect(violations).toEqual([]);
    expect(facts).toEqual([
      { predicate: 'seen', args: ['a'] },
      { predicate: 'seen', args: ['b'], interval: { start: 5n } },
    ]);
  });

  it('DATA-050 a time on a predicate without one is refused', () => {
    const { violations } = toFactInputs([{ index: 3, pred: 'size', args: [1], interval: {} }], predicates);
    expect(violations).toMatchObject([{ fact_index: 3, issue: 'temporal_not_allowed' }]);
  });

  it('ERR-053 all violations are collected', () => {
    const sent = ['x', 1, 'y'].map((arg, index) => ({ index, pred: 'size', args: [arg] }));
    const { facts, places, violations } = toFactInputs(sent, predicates);
    expect(facts).toHaveLength(1);
    expect(places).toEqual([1]);
    expect(violations.map(({ fact_index }) => fact_index)).toEqual([0, 2]);
  });

  it('ERR-032 all arguments that do not fit are told, by the row that goes furthest', () => {
    const { program: other } = programOf('/name, /number, /number] bound [/string, /number, /name');
    const declaration = { predicate: 'p', arity: 3, direction: 'input' } as const;
    const { violations } = toFactInputs(
      [{ index: 7, pred: 'p', args: ['a', 1.5, 2.5] }],
      wirePredicates({ program: other, declarations: [declaration] }),
    );
    expect(violations.map((each) => [each.fact_index, each.argument_index, each.expected_type])).toEqual([
      [7, 1, 'integer'],
      [7, 2, 'name'],
    ]);
  });

  it.each(['secret', 'result', 'unheard_of', '__proto__', 'toString'])(
    'ARCH-019 a fact of `%s` has no effect, however lenient the checks were',
    (pred) => {
      expect(toFactInputs([{ index: 0, pred, args: ['x'] }], predicates)).toEqual({
        facts: [],
        places: [],
        violations: [],
      });
    },
  );
});

function nested(depth: number): Json {
  let json: Json = 1;
  for (let at = 0; at < depth; at++) json = [json];
  return json;
}
