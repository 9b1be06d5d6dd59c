import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../api/compile.js';
import { evaluateSync } from '../engine/evaluate.js';
import { sourceText } from '../value/format.js';
import { read } from './facts.suite.js';
import { readFacts } from './read-facts.js';

const two = 'Decl p(X, Y).';
const typed = 'Decl p(Id, Age) bound [/user, /number].';
const decl = (type: string): string => `Decl p(X) bound [${type}].`;

describe('a CSV file', () => {
  it.each([
    ['rows', 'a,b\nc,d\n', ['p("a", "b")', 'p("c", "d")']],
    ['rows without a last line end', 'a,b\nc,d', ['p("a", "b")', 'p("c", "d")']],
    ['CRLF', 'a,b\r\nc,d\r\n', ['p("a", "b")', 'p("c", "d")']],
    ['a byte-order mark', '\uFEFFa,b\n', ['p("a", "b")']],
    ['empty fields', ',\na,\n', ['p("", "")', 'p("a", "")']],
    ['empty lines', '\n\na,b\n\r\n\nc,d\n\n', ['p("a", "b")', 'p("c", "d")']],
    ['quotes', '"a","b"\n"c,d","e\nf"\n', ['p("a", "b")', 'p("c,d", "e\\nf")']],
    ['doubled quotes', '"say ""hi""",""""\n', ['p("say \\"hi\\"", "\\"")']],
    ['quotes before CRLF', '"a","b"\r\n"c","d"', ['p("a", "b")', 'p("c", "d")']],
    ['blanks, which belong to the field', ' a , b \n', ['p(" a ", " b ")']],
    ['other scripts', 'ü,😀\n', ['p("ü", "😀")']],
    ['nothing', '', []],
  ])('has %s', (_, content, facts) => {
    expect(read(two, 'csv', content)).toEqual({ facts, told: [] });
  });

  it.each([
    ['too few fields', 'a,b\nc\n', '2:0 invalid-row this row has 1 field, but `p/2` has 2 [c]'],
    ['too many fields', 'a,b,c\n', '1:0 invalid-row this row has 3 fields, but `p/2` has 2 [a,b,c]'],
    ['an open quote', 'a,b\nc,"d\n', '2:2 invalid-row this quote is not closed ["]'],
    ['text behind a quote', '"a"x,b\n', '1:3 invalid-row text follows the closing quote [x]'],
    ['a quote inside', 'ü,a"b\n', '1:3 invalid-row a quote stands inside a field without quotes ["]'],
  ])('is refused for %s', (_, content, problem) => {
    expect(read(two, 'csv', content)).toEqual({ facts: [], told: [problem] });
  });

  it('is refused if it is not UTF-8, at the first bad byte', () => {
    const bytes = Uint8Array.from([0x61, 0x2c, 0x62, 0x0a, 0xc3, 0xa9, 0x2c, 0xe9, 0x0a]);
    expect(read(two, 'csv', bytes).told).toEqual(['2:2 invalid-row the byte 0xe9 is no UTF-8 [\uFFFD]']);
  });

  it('is refused if its last character is cut off', () => {
    const bytes = Uint8Array.from([0x61, 0x2c, 0x62, 0x0a, 0xe2, 0x82]);
    expect(read(two, 'csv', bytes).told).toEqual(['2:0 invalid-row the byte 0xe2 is no UTF-8 [\uFFFD]']);
  });

  const named = 'Decl p(Name, Floor).';
  const paid = 'Decl p(Name, Amount) bound [/string, /number].';
  it.each([
    [paid, 'Ann,100\nBob,200\n', true, ['p("Bob", 200)'], '[Ann,100]'],
    [named, 'Ann,first\nBob,second\n', true, ['p("Bob", "second")'], '[Ann,first]'],
    [named, 'room_name,floor\na,1\n', false, ['p("room_name", "floor")', 'p("a", "1")'], '[room_name,floor]'],
    [named, 'name,flor\na,1\n', false, ['p("name", "flor")', 'p("a", "1")'], '[name,flor]'],
  ])('says if a first row is doubtful: %s %j', (program, content, hasHeader, facts, place) => {
    const { told, ...given } = read(program, 'csv', content, { hasHeader });
    expect(given).toEqual({ facts });
    expect(told).toEqual([expect.stringMatching(/^1:0 doubtful-header /)]);
    expect(told[0]).toContain(place);
  });

  it.each([
    [paid, 'who,how much\nBob,200\n', true],
    [named, 'name,etage\nBob,second\n', true],
    [two, 'x,other\nBob,second\n', true],
    [named, 'Ann,floor\n', false],
    [named, 'lobby,ground\n', false],
  ])('and not if it is clear: %s %j', (program, content, hasHeader) => {
    expect(read(program, 'csv', content, { hasHeader }).told).toEqual([]);
  });

  it('may begin with the names of its columns', () => {
    expect(read(typed, 'csv', 'id,"a\nge"\n/user/a,1\n', { hasHeader: true }).facts).toEqual(['p(/user/a, 1)']);
  });

  it.each([
    [
      'in another order',
      'age,id\n1,/user/a\n',
      '1:0 invalid-row this is column 1 of the file, but column 2 of `p/2` [age]',
    ],
    [
      'in other letters',
      '"AGE","Id"\n1,/user/a\n',
      '1:1 invalid-row this is column 1 of the file, but column 2 of `p/2` [AGE]',
    ],
    [
      'with one of them moved',
      'user,id\n/user/a,1\n',
      '1:5 invalid-row this is column 2 of the file, but column 1 of `p/2` [id]',
    ],
    ['that never ends', 'id,"age\n/user/a,1\n', '1:3 invalid-row this quote is not closed ["]'],
  ])('is refused for a header %s', (_, content, problem) => {
    expect(read(typed, 'csv', content, { hasHeader: true }).told).toContain(problem);
  });

  it('may call its columns by other names than the declaration', () => {
    expect(read(typed, 'csv', 'who,years\n/user/a,1\n', { hasHeader: true }).facts).toEqual(['p(/user/a, 1)']);
  });

  it('tells all bad rows, and stops after many', () => {
    const { told } = read(decl('/number'), 'csv', 'x\n'.repeat(50));
    expect(told).toHaveLength(21);
    expect(told[19]).toMatch(/^20:0 invalid-row this is not a number/);
    expect(told[20]).toMatch(/^21:0 too-many-errors/);
  });
});

describe('a TSV file', () => {
  it.each([
    ['tabs', 'a\tb\nc,d\t"e"\n', ['p("a", "b")', 'p("c,d", "\\"e\\"")']],
    ['escapes', 'a\\tb\tc\\\\d\n\\n\t\\r\n', ['p("a\\tb", "c\\\\d")', 'p("\\n", "\\x0d")']],
    ['escapes side by side', '\\\\t\t\\\\\\n\n', ['p("\\\\t", "\\\\\\n")']],
  ])('has %s', (_, content, facts) => {
    expect(read(two, 'tsv', content)).toEqual({ facts, told: [] });
  });

  it('is refused for a backslash that begins no escape', () => {
    expect(read(two, 'tsv', 'a\tC:\\x\n').told).toEqual(['1:4 invalid-row this backslash begins no escape [\\]']);
  });
});

describe('a column takes the type that is declared', () => {
  it.each([
    ['/string', '/a', ['p("/a")']],
    ['/any', '12', ['p("12")']],
    ['/name', '/a/b', ['p(/a/b)']],
    ['/user', '/user/a', ['p(/user/a)']],
    ['/number', '-007', ['p(-7)']],
    ['/number', '9223372036854775807', ['p(9223372036854775807)']],
    ['/float64', '1', ['p(1.0)']],
    ['/float64', '-2.5e3', ['p(-2500.0)']],
    ['fn:Union(fn:Singleton(/true), fn:Singleton(/false))', 'true', ['p(/true)']],
    ['fn:Union(fn:Singleton(/true), fn:Singleton(/false))', '/false', ['p(/false)']],
    ['/time', '2024-05-06', ['p(fn:time:parse_rfc3339("2024-05-06T00:00:00Z"))']],
    ['/time', '2024-05-06T07:08:09+02:00', ['p(fn:time:parse_rfc3339("2024-05-06T05:08:09Z"))']],
    ['/duration', '90m', ['p(fn:duration:parse("1h30m0s"))']],
    ['/bytes', 'ü', ['p(b"\\xc3\\xbc")']],
    ['fn:List(/number)', '"[1, 2]"', ['p([1, 2])']],
    ['fn:Struct(/a, /number)', '{/a: 1}', ['p({/a : 1})']],
    ['fn:Union(/number, /string)', '12', ['p(12)']],
    ['fn:Union(/number, /string)', 'x', ['p("x")']],
  ])('%s reads %s', (type, content, facts) => {
    expect(read(decl(type), 'csv', `${content}\n`)).toEqual({ facts, told: [] });
  });

  it.each([
    ['/number', 'x', '1:0 invalid-row this is not a number [x]'],
    ['/number', '1.0', '1:0 invalid-row this is not a number [1.0]'],
    ['/number', '9223372036854775808', '1:0 invalid-row this is not a number [9223372036854775808]'],
    ['/number', '""', '1:1 invalid-row an empty field is not a number []'],
    ['/name', 'true', '1:0 invalid-row this is not a name [true]'],
    ['/name', 'a', '1:0 invalid-row this is not a name [a]'],
    ['/name', '/a/', '1:0 invalid-row this is not a name [/a/]'],
    [
      '/user',
      '/group/a',
      '1:0 invalid-row argument 1 of `p/1` must be a name below `/user`, got the name `/group/a` [/group/a]',
    ],
    ['/float64', 'Infinity', '1:0 invalid-row this is not a float [Infinity]'],
    ['/time', 'soon', '1:0 invalid-row this is not a time [soon]'],
    ['fn:List(/number)', 'fn:div(1 0)', '1:0 invalid-row this is not a list of numbers [fn:div(1 0)]'],
    [
      'fn:List(/number)',
      '"[""a""]"',
      '1:1 invalid-row element 1 of argument 1 of `p/1` must be a number, got the string `"a"` [[""a""]]',
    ],
  ])('%s refuses %s', (type, content, problem) => {
    expect(read(decl(type), 'csv', `${content}\n`)).toEqual({ facts: [], told: [problem] });
  });

  it('finds the field again in a long row', () => {
    const program = 'Decl p(A, B, C) bound [/any, /any, /user].';
    expect(read(program, 'csv', 'a,"b,",/user/x\n"c\n",d,/x\n').told).toEqual([
      '3:4 invalid-row argument 3 of `p/3` must be a name below `/user`, got the name `/x` [/x]',
    ]);
  });

  it('warns if nothing is declared and the program holds something else', () => {
    const { facts, told } = read('p(/a, 1).', 'csv', '/b,2\n');
    expect(facts).toEqual(['p("/b", "2")']);
    expect(told).toEqual([
      '1:0 untyped-column column 1 of `p/2` holds names in the program, but strings in this file []',
    ]);
  });
});

describe('a file of JSON lines', () => {
  it.each([
    ['arrays', two, '["a", "b"]\n ["c","d"] \r\n\n', ['p("a", "b")', 'p("c", "d")']],
    ['objects', typed, '{"id": "/user/a", "age": 1}\n{"AGE":2,"Id":"/user/b"}\n', ['p(/user/a, 1)', 'p(/user/b, 2)']],
    ['further keys', typed, '{"id": "/user/a", "x": [1], "age": 1}', ['p(/user/a, 1)']],
    ['escapes', two, '["a\\n\\u00fc", "\\"😀"]', ['p("a\\nü", "\\"😀")']],
    [
      'what JSON has',
      two,
      '[1, 1.5]\n[true, [1, "a"]]\n[{"a": 1}, 1e2]',
      ['p(1, 1.5)', 'p(/true, [1, "a"])', 'p({/a : 1}, 100)'],
    ],
    ['long numbers as text', decl('/number'), '["9223372036854775807"]', ['p(9223372036854775807)']],
    ['whole floats', decl('/float64'), '[1]\n[2.5]', ['p(1.0)', 'p(2.5)']],
    ['times', decl('/time'), '["2024-05-06"]', ['p(fn:time:parse_rfc3339("2024-05-06T00:00:00Z"))']],
    ['maps', decl('fn:Map(/name, /number)'), '[{"/a": 1}]', ['p([/a : 1])']],
    ['pairs', decl('fn:Pair(/name, /number)'), '[["/a", 1]]', ['p(fn:pair(/a, 1))']],
    ['text where text is allowed', decl('fn:Union(/number, /string)'), '["1"]\n[1]', ['p("1")', 'p(1)']],
  ])('has %s', (_, program, content, facts) => {
    expect(read(program, 'jsonl', content)).toEqual({ facts, told: [] });
  });

  it.each([
    ['no JSON', two, '["a", "b"]\n["a", ]\n', '2:0 invalid-row this line is no JSON [["a", ]]'],
    [
      'a misspelled key',
      'Decl p(Name, Amount).',
      '{"name": 1, "amuont": 2}',
      '1:0 invalid-row this is no fact of `p/2`: no key is `Amount`; did you mean it by `amuont`? [{"name": 1, "amuont": 2}]',
    ],
    [
      'a column twice',
      'Decl p(Name).',
      '{"Name": 1, "name": 2}',
      '1:0 invalid-row two keys mean the column `Name` [{"Name": 1, "name": 2}]',
    ],
    ['two values in a line', two, '["a", "b"] []\n', '1:0 invalid-row this line is no JSON [["a", "b"] []]'],
    ['null', two, '["a", null]', '1:0 invalid-row this is no value [["a", null]]'],
    [
      'a number that is not exact',
      decl('/number'),
      '[9007199254740993.0]',
      '1:0 invalid-row this is not a number [[9007199254740993.0]]',
    ],
    [
      'a number that was rounded',
      two,
      '[1, 9007199254740993]',
      '1:0 invalid-row this is no value [[1, 9007199254740993]]',
    ],
    ['a float that is too large', decl('/float64'), '[1e999]', '1:0 invalid-row this is not a float [[1e999]]'],
    ['a leading zero', decl('/number'), '[01]', '1:0 invalid-row this line is no JSON [[01]]'],
    ['too few values', two, '["a"]', '1:0 invalid-row this row has 1 value, but `p/2` has 2 [["a"]]'],
    [
      'a missing key',
      typed,
      '{"id": "/user/a"}',
      '1:0 invalid-row this is no fact of `p/2`: no key is `Age` [{"id": "/user/a"}]',
    ],
    ['an object without a declaration', 'p(1, 2).', '{"a": 1}', '1:0 invalid-row this is no fact of `p/2` [{"a": 1}]'],
    [
      'a number for a name',
      decl('/name'),
      '[1]',
      '1:0 invalid-row argument 1 of `p/1` must be a name, got the number `1` [[1]]',
    ],
    [
      'another prefix',
      typed,
      '["/x/a", 1]',
      '1:0 invalid-row argument 1 of `p/2` must be a name below `/user`, got the name `/x/a` [["/x/a", 1]]',
    ],
  ])('is refused for %s', (_, program, content, problem) => {
    expect(read(program, 'jsonl', content)).toEqual({ facts: [], told: [problem] });
  });
});

it('a line of JSON that nests very deep is refused', () => {
  const line = `[${'['.repeat(100_000)}${']'.repeat(100_000)}]`;
  expect(read(decl('/any'), 'jsonl', line).told[0]).toMatch(/^1:0 invalid-row this line nests too deep/);
  expect(read(decl('/any'), 'jsonl', `["${'['.repeat(1000)}"]`).told).toEqual([]);
});

describe('a predicate for a file', () => {
  it.each([
    ['is unknown', 'Decl q(X).', 'p', '1:0 invalid-fact the program has no predicate `p` []'],
    [
      'has several arities',
      'Decl p(X). Decl p(X, Y).',
      'p',
      '1:0 invalid-fact the name means several predicates: `p/1` and `p/2` []',
    ],
    [
      'is temporal',
      'Decl p(X) temporal.',
      'p',
      '1:0 invalid-fact the facts of `p/1` have times, and files have none []',
    ],
    ['has no columns', 'p().', 'p', '1:0 invalid-fact `p/0` has no columns that a file could have []'],
  ])('%s', (_, program, predicate, problem) => {
    expect(read(program, 'csv', 'a\n', { predicate }).told).toEqual([problem]);
  });

  it('is named with its arity or its package', () => {
    expect(read('Decl p(X). Decl p(X, Y).', 'csv', 'a\n', { predicate: 'p/1' }).facts).toEqual(['p("a")']);
    expect(read('Package k! Decl p(X).', 'csv', 'a\n', { predicate: 'k.p' }).facts).toEqual(['k.p("a")']);
  });
});

it('gives facts that an evaluation takes beside those of the program', () => {
  const program = compileOrThrow(
    'Decl p(X, Y) bound [/name, /number]. p(/a, 1). q(X) :- p(X, _). r(2). s(X) :- p(X, Y), r(Y).',
  );
  const bytes = new TextEncoder().encode('/b,2\n/a,1\n/b,2\n');
  const { batches = [] } = readFacts([{ name: 'f', bytes, format: 'csv', predicate: 'p' }], program);
  const facts = evaluateSync(program, { facts: batches }).facts();
  const texts = facts.map(({ name, args }) => `${name}(${args.map(sourceText).join()})`);
  expect(texts).toEqual(['p(/a,1)', 'p(/b,2)', 'q(/a)', 'q(/b)', 'r(2)', 's(/b)']);
});

it('gives facts that another program refuses if they do not fit', () => {
  const bytes = new TextEncoder().encode('x\n');
  const { batches = [] } = readFacts(
    [{ name: 'f', bytes, format: 'csv', predicate: 'p' }],
    compileOrThrow('Decl p(X).'),
  );
  expect(evaluateSync(compileOrThrow('Decl p(X).'), { facts: batches }).facts()).toHaveLength(1);
  expect(() => evaluateSync(compileOrThrow(decl('/number')), { facts: batches })).toThrow(/does not fit its bounds/);
  expect(() => evaluateSync(compileOrThrow('Decl q(X).'), { facts: batches })).toThrow(/no predicate `p\/1`/);
});
