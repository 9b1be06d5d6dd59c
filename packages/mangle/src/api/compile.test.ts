import { describe, expect, test } from 'vitest';
import type { DiagnosticCode } from '../diagnostics/codes.js';
import { createSource } from '../text/source.js';
import { compile } from './compile.js';

const staff = 'employee(/ann, 100).\nemployee(/bob, 90).\non_leave(/bob).\n';

/** What people write, each with one mistake, and the only thing worth saying about it. */
const mistakes: readonly (readonly [text: string, code: DiagnosticCode])[] = [
  ['Decl person(Name.Type<string>).\nperson("a").', 'typed-variable'],
  ['Decl edge(from: name, to: name).\nedge(/a, /b).', 'typed-variable'],
  ['p(X) :- employee(X, _), not on_leave(X).', 'negation-word'],
  ['p(X) :- employee(X, _), \\+ on_leave(X).', 'negation-word'],
  ['% a comment\np(X) :- employee(X, _).', 'foreign-comment'],
  ['p(X) :- employee(X, S), S =< 95.', 'comparison-sign'],
  ['p(X, N) :- employee(X, S), N := fn:plus(S, 1).', 'comparison-sign'],
  ['friend(/ann, bob).\np(X) :- friend(/ann, X).', 'bare-constant'],
  ['p(N) :- findall(X, employee(X, _), N).', 'foreign-aggregate'],
  ['p(N) :- aggregate(count, employee(X, _), N).', 'foreign-aggregate'],
  ['p(N) :- N = count{X : employee(X, _)}.', 'foreign-aggregate'],
  ['p(X, N) :- employee(X, S), N = S + 1.', 'infix-arithmetic'],
  ['p(X) :- employee(X, _) ; on_leave(X).', 'disjunction'],
  ['list([1, 2]).\np(H) :- list([H|T]).', 'list-pattern'],
  ['Decl p(X) bounds [/name].\np(/a).', 'decl-keyword'],
  ['?employee(X, Y)', 'query-in-program'],
  ['ready() :- employee(/ann, _).\np(X) :- employee(X, _), ready.', 'missing-parentheses'],
  ['path("src/a").\np(P) :- path(P), fn:starts_with(P, "src/").', 'function-as-condition'],
  ['p(X) :- emploee(X, _).', 'unknown-predicate'],
  ['p(X) :- employee(X).', 'wrong-arity'],
  ['p(S) :- employee(_, N) |> let S = fn:sum(N).', 'reducer-without-group'],
  ['p(N) :- employee(X, _) |> do fn:group_by(), let N = fn:count(X).', 'function-arity'],
  ['p(N) :- employee(_, X) |> do fn:group_by(), let N = fn:Sum(X).', 'unknown-function'],
  ['p(X, Y) :- employee(X, _).', 'unbound-head-variable'],
  ['p(X, _) :- employee(X, _).', 'head-wildcard'],
  ['p(X) :- !on_leave(X).', 'unbound-in-negation'],
  ['p(X) :- employee(X, _), Y > 3.', 'unbound-variable'],
  ['p(X) :- employee(X, _), !q(X).\nq(X) :- employee(X, _), !p(X).', 'negative-cycle'],
  ['p(X) :- employee(X, S), S > 1.5.', 'type-mismatch'],
  ['p(X) :- employee(X, _)\nq(X) :- on_leave(X).', 'missing-period'],
  ['p(X) :- employee(X, _), on_leave(X.\nq(X) :- on_leave(X).', 'unclosed-bracket'],
  ['p(X) :- employee(.\nq(X) :- on_leave(X).', 'unclosed-bracket'],
  ['p(X) :- employee(X, _) on_leave(X).', 'missing-comma'],
  ['p(X) <- employee(X, _).', 'wrong-arrow'],
  ['P(X) :- employee(X, _).', 'upper-case-predicate'],
  ['called(/ann, "Ann).\np(X) :- on_leave(X).', 'unterminated-string'],
  ['status(/a, /active).\np(X) :- status(X, "active").', 'name-or-string'],
  ['Decl p(X) bound [/number].\np("a").', 'fact-type'],
  ['p(X, N) :- employee(X, _) |> do fn:group_by(X), N = fn:count().', 'missing-let'],
  ['p(X, N) :- employee(X, _) |> fn:group_by(X), let N = fn:count().', 'missing-do'],
  ['Decl seen(X) temporal = .\nseen(/x)@[2024-01-01].\np(X) :- seen(X)@[S, E].', 'unexpected-token'],
  ['seen(/x)@[2024-13-01].\np(X) :- seen(X)@[S, E].', 'invalid-timestamp'],
  ['p(X) :- employee(X, _), exists(on_leave(X)).', 'nested-atom'],
  ['p(N) :- N = fn:count(employee(X, _)).', 'nested-atom'],
  ['rule p(X) :- employee(X, _).', 'unexpected-token'],
  ['employee(/cy, 80), employee(/di, 70).', 'unexpected-token'],
];

describe('one mistake gives one diagnostic', () => {
  test.each(mistakes)('%j', (text, code) => {
    const { diagnostics } = compile(staff + text);
    expect(diagnostics.filter(({ severity }) => severity !== 'hint').map((each) => each.code)).toEqual([code]);
  });
});

describe('bytes', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  test.each([
    ['alone', bytes('p("ü").')],
    ['with a name', createSource('a.mg', bytes('p("ü").'))],
    ['with a byte-order mark', bytes('\uFEFFp("ü").')],
  ])('%s are a program', (_, input) => {
    for (const bulk of [true, false]) {
      const { program, diagnostics } = compile(input, { bulk });
      expect(diagnostics).toEqual([]);
      expect(program?.facts.map(({ args }) => args)).toEqual([[{ kind: 'string', text: 'ü' }]]);
    }
  });

  test('that are no UTF-8 are refused', () => {
    expect(() => compile(Uint8Array.from([0x70, 0xff]))).toThrow(TypeError);
  });

  test('have the same places as their text', () => {
    const text = 'p("ü😀", 1).\n'.repeat(3) + 'p("ü", X). p(1, 2, 3).\n';
    const told = (input: string | Uint8Array): unknown =>
      compile(input, { bulk: true }).diagnostics.map(({ code, span }) => [code, span.start, span.end]);
    expect(told(bytes(text))).toEqual(told(text));
    expect(told(text)).toEqual(
      compile(text, { bulk: false }).diagnostics.map(({ code, span }) => [code, span.start, span.end]),
    );
  });
});

test('a long text is read in bulk, a short one is not', () => {
  const facts = Array.from({ length: 10_000 }, (_, at) => `p(${at}, "x").\n`).join('');
  expect(compile(facts).program?.batches.map(({ facts: { count } }) => count)).toEqual([9_999]);
  expect(compile(facts.slice(0, 1000)).program?.batches ?? []).toEqual([]);
});

test('mistakes of every stage are told together, in the order of the files', () => {
  const files = ['p(1).\nq(X) :- p(X, 2).\n', 'r(x).\ns(X, Y) :- r(X).\n'];
  const { program, diagnostics } = compile(files.map((text, at) => createSource(`${at}.mg`, text)));
  expect(program).toBeUndefined();
  expect(diagnostics.map(({ span, code }) => [span.source.name, code])).toEqual([
    ['0.mg', 'wrong-arity'],
    ['1.mg', 'bare-constant'],
    ['1.mg', 'unbound-head-variable'],
  ]);
});
