import { compileOrThrow, evaluateSync } from '@manglecp/mangle';
import { encodeJson } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { toAnnotation, toWireFact, valueToJson } from './to-wire.js';

/** What a term of the language is on the wire, as the argument of a predicate of some type. */
function wire(term: string, type = '/any'): string {
  const program = compileOrThrow(`Decl p(X) bound [${type}]. p(X) :- X = ${term} .`, { lints: false });
  const [fact] = evaluateSync(program).facts('p');
  if (fact === undefined) throw new Error('no fact');
  return encodeJson(toWireFact(fact, program).args[0]);
}

describe('a value on the wire', () => {
  it.each([
    ['DATA-016', '"a"', '"a"'],
    ['DATA-016', '/a/b', '"/a/b"'],
    ['DATA-016', '/true', 'true'],
    ['DATA-016', '/false', 'false'],
    ['DATA-018', '9007199254740991', '9007199254740991'],
    ['DATA-019', '9007199254740992', '{"_type":"int64","value":"9007199254740992"}'],
    ['DATA-019', '-9223372036854775808', '{"_type":"int64","value":"-9223372036854775808"}'],
    ['DATA-017', '5.0', '5.0'],
    ['DATA-017', '-2.5', '-2.5'],
    ['DATA-017', 'fn:float:mult(1.0e300, 1.0)', '1e+300'],
    ['DATA-017', 'fn:float:mult(-1.0, 0.0)', '-0.0'],
    ['DATA-017', 'fn:float:mult(1.0e300, 1.0e300)', '{"_type":"float64","value":"Infinity"}'],
    ['DATA-016', '[1, "a", /true]', '[1,"a",true]'],
    ['DATA-016', '{/x : 1, /y : {/z : "a"}}', '{"x":1,"y":{"z":"a"}}'],
    ['DATA-016', '["k" : 1]', '{"k":1}'],
    ['DATA-016', '[/k : 1]', '{"/k":1}'],
    ['DATA-016', '[7 : 1]', '{"7":1}'],
    ['DATA-016', '[7 : 1, "7" : 2]', '[["7",2],[7,1]]'],
    ['DATA-016', '[[1] : 2]', '[[[1],2]]'],
    ['DATA-016', '["_type" : "int64"]', '[["_type","int64"]]'],
    ['DATA-016', 'fn:map()', '{}'],
    ['DATA-016', 'fn:pair(1, "a")', '[1,"a"]'],
    ['DATA-016', 'b"\\x00\\xff"', '"AP8="'],
    ['DATA-026', 'fn:time:parse_rfc3339("2026-03-01T09:12:00.5+01:00")', '"2026-03-01T08:12:00.500Z"'],
    ['DATA-016', 'fn:duration:parse("90m")', '"1h30m0s"'],
  ])('%s %s', (_, term, text) => {
    expect(wire(term)).toBe(text);
  });

  it.each([
    ['a place for names', '/true', '/name', '"/true"'],
    ['a place for booleans', '/true', '.Union<.Singleton</true>, .Singleton</false>>', 'true'],
    ['a list of names', '[/true]', '.List</name>', '["/true"]'],
    ['a map to names', '["a" : /true]', '.Map</string, /name>', '{"a":"/true"}'],
    ['a struct with a name', '{/a : /true, /b : /true}', '.Struct</a : /name>', '{"a":"/true","b":true}'],
    ['a list of one type', '[/true]', '.List<T>', '[true]'],
    ['the first of two lists', '[/true]', '.Union<.List</name>, .List</any>>', '["/true"]'],
    ['the first of two rows', '[/true]', '.List</name>] bound [.List</any>', '["/true"]'],
    ['a pair of names', 'fn:pair(/true, /false)', '.Pair</name, /any>', '["/true",false]'],
  ])('DATA-016 booleans are told from names in %s', (_, term, type, text) => {
    expect(wire(term, type)).toBe(text);
  });

  it('needs no type', () => {
    expect(valueToJson({ kind: 'string', text: 'a' })).toBe('a');
  });
});

describe('the validity of a fact', () => {
  const [min, max] = [-(2n ** 63n), 2n ** 63n - 1n];

  it.each([
    ['DATA-033', min, max, undefined],
    ['DATA-024', 0n, 0n, { at: '1970-01-01T00:00:00Z' }],
    ['DATA-023', 0n, 1_500_000_000n, { start: '1970-01-01T00:00:00Z', end: '1970-01-01T00:00:01.500Z' }],
    ['DATA-025', 0n, max, { start: '1970-01-01T00:00:00Z', end: '_' }],
    ['DATA-025', min, 0n, { start: '_', end: '1970-01-01T00:00:00Z' }],
  ])('%s from %s to %s', (_, start, end, t) => {
    expect(toAnnotation({ start, end })).toEqual(t);
  });

  it('DATA-035 goes with the fact', () => {
    const program = compileOrThrow('Decl p(X) temporal bound [/string]. p("a")@[1970-01-01, _].', { lints: false });
    const [fact] = evaluateSync(program).facts('p');
    expect(fact && toWireFact(fact, program)).toEqual({
      pred: 'p',
      args: ['a'],
      t: { start: '1970-01-01T00:00:00Z', end: '_' },
    });
  });
});
