import { describe, expect, test } from 'vitest';
import { applyFixes } from '../diagnostics/apply-fix.js';
import { type DiagnosticCode, diagnosticSpecs } from '../diagnostics/codes.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { syntaxCodes } from '../diagnostics/codes-syntax.js';
import { createSource } from '../text/source.js';
import { parse } from './parser.js';

/**
 * One row for each way to meet a code: the text with the reported range between « and », the text after its fix
 * (null if there is none), and a similar text that is not reported.
 */
type Row = readonly [code: keyof typeof syntaxCodes, program: string, fixed: string | null, nearMiss: string];

const rows: readonly Row[] = [
  ['unexpected-token', 'p(1) :- «.»', null, 'p(1) :- q(1).'],
  ['unexpected-token', 'p(«,»).', null, 'p(1,).'],
  ['unexpected-token', 'p([1, 2 : «3»]).', null, 'p([1 : 2, 3 : 4]).'],
  ['unexpected-token', 'p(X) :- q(X), «(»r(X)).', null, 'p(X) :- q(X), r(X).'],
  ['unexpected-token', "p('it'«'s'»).", null, "p('it\\'s')."],
  ['unexpected-token', '«rule» p(X) :- q(X).', null, 'rule(X) :- q(X).'],
  ['unexpected-token', 'p(1)«,» q(2).', null, 'p(1). q(2).'],
  ['unexpected-token', 'p(X) :- q(X), 1 < X «<» 5.', null, 'p(X) :- q(X), 1 < X, X < 5.'],
  ['unexpected-character', 'gr«öß»e(/a).', null, 'p("größe").'],
  ['unexpected-character', 'p(1)«;»', 'p(1).', 'p(1).'],
  ['unexpected-character', 'p(1«;» 2).', 'p(1, 2).', 'p(1, 2).'],
  ['unexpected-character', 'p(«“»a”).', null, 'p("a").'],
  ['unexpected-character', 'p(«/ä»).', null, 'p("ä").'],
  ['unexpected-character', 'p(X) :- q(X), X = «/größe».', null, 'p(X) :- q(X), X = /groesse .'],
  ['unexpected-character', '«a-b»(1).', null, 'a_b(1).'],
  ['unexpected-character', 'p(X) :- q(X), !«a-b»(X).', null, 'p(X) :- q(X), !a_b(X).'],
  ['unexpected-token', 'p(X) :- q(S), X = «S.name».', null, 'p(X) :- q(S), :match_field(S, /name, X).'],
  ['unexpected-token', 'p(«S.name») :- q(S).', null, 'p(S) :- q(S).'],
  ['unexpected-token', '«import» foo.', null, 'import(/foo).'],
  ['unexpected-token', '«.decl» edge(x: number)\nedge(1).', null, 'Decl edge(X).\nedge(1).'],
  ['unexpected-token', 'p(«https://x.de/y», 1).', 'p("https://x.de/y", 1).', 'p("https://x.de/y").'],
  ['nesting-too-deep', `p(${'['.repeat(499)}«[»${']'.repeat(500)}).`, null, `p(${'['.repeat(498)}${']'.repeat(498)}).`],
  ['rule-too-long', `p(X) :- ${'q(X), '.repeat(1000)}«q»(X).`, null, `p(X) :- ${'q(X), '.repeat(999)}q(X).`],
  [
    'rule-too-long',
    `p(X) :- q(X) |> ${'let Y = fn:plus(X), '.repeat(1000)}«let» Z = fn:plus(X).`,
    null,
    `p(X) :- q(X) |> ${'let Y = fn:plus(X), '.repeat(999)}let Z = fn:plus(X).`,
  ],
  ['too-many-errors', `${'. '.repeat(10_000)}«.»`, null, `${'p(). '.repeat(10_001)}`],
  ['missing-period', 'p(1«)»\nq(2).', 'p(1).\nq(2).', 'p(1).\nq(2).'],
  ['missing-period', 'p(X) :- q(X«)»\nr(1).', 'p(X) :- q(X).\nr(1).', 'p(X) :- q(X),\n  r(1).'],
  ['missing-period', 'Decl p(X«)»\nq(2).', 'Decl p(X).\nq(2).', 'Decl p(X)\n.\nq(2).'],
  ['missing-period', 'p(1«)»', 'p(1).', 'p(1)\n.'],
  ['missing-comma', 'p(1 «2»).', 'p(1, 2).', 'p(1,2).'],
  ['missing-comma', 'p(X) :- q(X) «r»(X).', 'p(X) :- q(X), r(X).', 'p(X) :- q(X),r(X).'],
  ['missing-comma', 'p(X) :- q(X)\n  «r»(X).', 'p(X) :- q(X),\n  r(X).', 'p(X) :- q(X).\n  r(/x).'],
  [
    'missing-comma',
    'p(N) :- q(X) |> do fn:group_by() «let» N = fn:count().',
    'p(N) :- q(X) |> do fn:group_by(), let N = fn:count().',
    'p(N) :- q(X) |> do fn:group_by() |> let N = fn:plus(1, 2).',
  ],
  ['unclosed-bracket', 'p«(»[1, 2].', 'p([1, 2]).', 'p([1, 2]).'],
  ['unclosed-bracket', 'p(«[»1, 2).', 'p([1, 2]).', 'p([1, 2]).'],
  ['unclosed-bracket', 'p(«[»1, 2.\nq(1).', 'p([1, 2]).\nq(1).', 'p([1, 2]).'],
  ['unclosed-bracket', 'p«(»/a\nq(/b).', 'p(/a).\nq(/b).', 'p(/a).\nq(/b).'],
  ['unclosed-bracket', 'p«(»/a.\nq(/b).', 'p(/a).\nq(/b).', 'p(/a.b).\nq(/b).'],
  ['stray-period', 'p(1).«.»', 'p(1).', 'p(1).'],
  ['stray-period', 'Package a!«.»\np(1).', 'Package a!\np(1).', 'Package a!\np(1).'],

  ['unterminated-string', 'p(«"abc).»\nq(1).', null, 'p("abc").\nq(1).'],
  ['unterminated-string', 'p(«"abc).»\nq("x").\nr(1).', null, 'p("abc).\nq(").'],
  ['unterminated-string', "p(«b'abc).»", null, "p(b'abc')."],
  ['invalid-escape', 'p("«\\q»").', 'p("\\\\q").', 'p("\\n\\t\\"\\\'\\\\").'],
  ['invalid-escape', 'p("«\\xAB»").', 'p("\\u{00ab}").', 'p("\\x7f").'],
  ['invalid-escape', 'p(b"«\\xAB»").', 'p(b"\\xab").', 'p(b"\\xab").'],
  ['invalid-escape', 'p("«\\xff»").', 'p("\\u{00ff}").', 'p(b"\\xff").'],
  ['invalid-escape', 'p("«\\u{41}»").', 'p("\\u{0041}").', 'p("\\u{0041}").'],
  ['invalid-escape', 'p("«\\u{110000}»").', null, 'p("\\u{10ffff}").'],
  ['invalid-escape', 'p("a«\\r»").', 'p("a\\x0d").', 'p("a\\x0d").'],
  ['number-range', 'p(«9223372036854775808»).', null, 'p(9223372036854775807).'],
  ['number-range', 'p(«-9223372036854775809»).', null, 'p(-9223372036854775808).'],
  ['float-range', 'p(«1.0e400»).', null, 'p(1.0e-400).'],
  ['float-without-dot', 'p(«1e5»).', 'p(1.0e5).', 'p(1.0e5).'],
  ['float-without-dot', 'p(«-2E-5»).', 'p(-2.0e-5).', 'p(-2.0E-5).'],
  ['invalid-number', 'p(«0x10»).', 'p(16).', 'p(16).'],
  ['invalid-number', 'p(«1_000»).', 'p(1000).', 'p(1, _).'],
  ['invalid-number', 'p(«1.»).', 'p(1.0).', 'p(1).'],
  ['invalid-number', 'p([3, «-2.»]).', 'p([3, -2.0]).', 'p(X) :- q(X), X = 2.'],
  ['number-sign', 'p(«+1»).', 'p(1).', 'p(1).'],
  ['number-sign', 'p(«- 1»).', 'p(-1).', 'p(-1).'],
  ['empty-name-part', 'p(«/a//b»).', 'p(/a/b).', 'p(/a/b).'],
  ['empty-name-part', 'p(«/a/»).', 'p(/a).', 'p(/a).'],
  ['invalid-timestamp', 'p(1)@[«2023-02-29»].', null, 'p(1)@[2024-02-29].'],
  [
    'invalid-timestamp',
    'p(1)@[«2024-01-01T00:00:00+01:00»].',
    'p(1)@[2023-12-31T23:00:00Z].',
    'p(1)@[2024-01-01T00:00:00Z].',
  ],
  ['invalid-timestamp', 'p(1)@[«2024-01-01T10:30»].', 'p(1)@[2024-01-01T10:30:00Z].', 'p(1)@[2024-01-01T10:30:00].'],
  ['timestamp-range', 'p(1)@[«1500-01-01»].', null, 'p(1)@[1678-01-01].'],
  ['timestamp-range', 'p(1)@[«2262-04-11T23:47:16.854775808Z»].', null, 'p(1)@[2262-04-11T23:47:16.854775807Z].'],
  ['invalid-duration', 'p(X) :- <-[0d, «106752d»] q(X).', null, 'p(X) :- <-[0d, 106751d] q(X).'],
  ['invalid-duration', 'p(X) :- <-[0d, «1h30m»] q(X).', 'p(X) :- <-[0d, 90m] q(X).', 'p(X) :- <-[0d, 90m] q(X).'],
  ['invalid-duration', 'p(X) :- <-[«-»1d, 7d] q(X).', 'p(X) :- <-[1d, 7d] q(X).', 'p(X) :- <-[1d, 7d] q(X).'],
  ['date-literal', 'p(«2024-01-15»).', 'p(fn:time:parse_rfc3339("2024-01-15T00:00:00Z")).', 'p(1)@[2024-01-15].'],
  ['date-literal', 'p(«7d»).', 'p(fn:duration:parse("168h0m0s")).', 'p(X) :- <-[0d, 7d] q(X).'],

  ['nested-atom', 'p(«q(1)»).', null, 'p(fn:q(1)).'],
  ['nested-atom', 'p(X) :- «q(X)» = 1.', null, 'p(X) :- fn:q(X) = 1.'],
  ['expected-atom', '«fn:plus(1, 2)».', null, 'plus(1, 2).'],
  ['foreign-word', 'p(X) :- q(X), X «in» [1, 2].', null, 'p(X) :- q(X), :list:member(X, [1, 2]).'],
  ['expected-atom', 'p(X) :- «X».', null, 'p(X) :- x(X).'],
  ['expected-function', 'p(Y) :- q(X) |> let Y = «X».', null, 'p(Y) :- q(X) |> let Y = fn:plus(X).'],
  [
    'expected-function',
    'p(S) :- q(X) |> do fn:group_by(), let S = «sum»(X).',
    'p(S) :- q(X) |> do fn:group_by(), let S = fn:sum(X).',
    'p(S) :- q(X) |> do fn:group_by(), let S = fn:sum(X).',
  ],
  ['expected-function', 'p(Y) :- q(X) |> do «r(X)».', null, 'p(Y) :- q(X) |> do fn:r(X).'],
  [
    'function-as-condition',
    'p(X) :- q(X), «fn:starts_with(X, "a")».',
    'p(X) :- q(X), :string:starts_with(X, "a").',
    'p(X) :- q(X), Y = fn:starts_with(X, "a").',
  ],
  ['reserved-word', '«now»(/a).', null, 'now_(/a).'],
  ['reserved-word', 'Decl p(X) descr [«temporal»()].', null, 'Decl p(X) temporal.'],
  ['upper-case-predicate', '«Foo»(/a).', 'foo(/a).', 'foo(/a).'],
  ['upper-case-predicate', 'p(X) :- q(X), «My_Pred»(X).', 'p(X) :- q(X), my_Pred(X).', 'p(X) :- q(X), my_pred(X).'],
  ['missing-parentheses', 'p(X) :- q(X), «ready».', 'p(X) :- q(X), ready().', 'p(X) :- q(X), ready().'],
  ['missing-parentheses', '«ready» :- q(1).', 'ready() :- q(1).', 'ready() :- q(1).'],
  [
    'missing-parentheses',
    'p(N) :- q(X) |> do fn:group_by(), let N = «fn:count».',
    'p(N) :- q(X) |> do fn:group_by(), let N = fn:count().',
    'p(N) :- q(X) |> do fn:group_by(), let N = fn:count().',
  ],
  [
    'missing-parentheses',
    'p(N) :- q(X) |> do fn:group_by(), let N = «fn:collect».',
    null,
    'p(N) :- q(X) |> do fn:group_by(), let N = fn:collect(X).',
  ],
  ['bare-constant', 'p(«well-known»).', 'p(/well-known).', 'p(/well-known).'],
  ['bare-constant', 'p(«alice»).', 'p(/alice).', 'p(/alice).'],
  ['bare-constant', 'p(X) :- q(X), X = «now».', 'p(X) :- q(X), X = fn:time:now().', 'p(X) :- q(X)@[now].'],
  ['variable-underscore', 'p(«My_Var») :- q(1).', 'p(MyVar) :- q(1).', 'p(MyVar) :- q(1).'],
  ['variable-underscore', 'p(X) :- q(X, «_Rest»).', 'p(X) :- q(X, _).', 'p(X) :- q(X, _).'],
  ['variable-underscore', 'p(X) :- q(X, «_x»), r(_x).', 'p(X) :- q(X, X2), r(X2).', 'p(X) :- q(X, _), r(_).'],
  ['variable-underscore', 'p(X) :- q(X, «X_»), r(X_).', 'p(X) :- q(X, X2), r(X2).', 'p(X) :- q(X, Y), r(Y).'],
  ['variable-underscore', 'r(AB, «A_B») :- q(AB, A_B).', 'r(AB, AB2) :- q(AB, AB2).', 'r(AB, BA) :- q(AB, BA).'],
  ['variable-underscore', 'r(«A_B», AB) :- q(AB, A_B).', 'r(AB2, AB) :- q(AB, AB2).', 'r(AB, BA) :- q(AB, BA).'],
  ['variable-underscore', 'p(«A_B») :- q(A_B, AB, AB2).', 'p(AB3) :- q(AB3, AB, AB2).', 'p(A) :- q(A).'],
  ['variable-underscore', 'p(X) :- q(X)@[«_t», _].', 'p(X) :- q(X)@[_, _].', 'p(X) :- q(X)@[_, _].'],
  ['variable-underscore', 'p(«T_0») :- q(X)@[T_0, _].', 'p(T0) :- q(X)@[T0, _].', 'p(T) :- q(X)@[T, _].'],
  ['variable-underscore', 'p(X) :- q(X, «__»).', 'p(X) :- q(X, _).', 'p(X) :- q(X, _).'],
  ['list-pattern', 'p(H) :- q([«H|T»]).', null, 'p(H) :- q([H, T]).'],
  [
    'infix-arithmetic',
    'p(Z) :- q(X), Z = «X + 2 * (X - 1)».',
    'p(Z) :- q(X), Z = fn:plus(X, fn:mult(2, fn:minus(X, 1))).',
    'p(Z) :- q(X), Z = fn:plus(X, 2).',
  ],
  ['infix-arithmetic', 'p(Z) :- q(X), Z = «X-1».', 'p(Z) :- q(X), Z = fn:minus(X, 1).', 'p(Z) :- q(X), Z = -1.'],
  ['infix-arithmetic', 'p(«X/2») :- q(X).', 'p(fn:div(X, 2)) :- q(X).', 'p(X,/2) :- q(X).'],
  ['infix-arithmetic', 'p(Z) :- q(X), Z = «X % 2».', 'p(Z) :- q(X), Z = fn:mod(X, 2).', 'p(Z) :- q(X), Z = 2.'],
  [
    'infix-arithmetic',
    'p(Z) :- q(X), Z = «(X + 1) * (2)».',
    'p(Z) :- q(X), Z = fn:mult(fn:plus(X, 1), 2).',
    'p(Z) :- q(X), Z = fn:mult(X, 2).',
  ],
  [
    'infix-arithmetic',
    'p(X) :- q(A), X = «A + 1.5».',
    'p(X) :- q(A), X = fn:float:plus(A, 1.5).',
    'p(X) :- q(A), X = fn:float:plus(A, 1.5).',
  ],
  [
    'infix-arithmetic',
    'p(X) :- q(A), X = «2 * (A - 1.5) - A».',
    'p(X) :- q(A), X = fn:float:plus(fn:float:mult(2.0, fn:float:plus(A, -1.5)), fn:float:mult(-1.0, A)).',
    'p(X) :- q(X).',
  ],
  ['infix-arithmetic', 'p(X) :- q(X), «X % 2» = 0.', 'p(X) :- q(X), fn:mod(X, 2) = 0.', 'p(X) :- q(X).'],
  ['infix-arithmetic', 'p(X) :- q(X), 0 != «X % 2».', 'p(X) :- q(X), 0 != fn:mod(X, 2).', 'p(X) :- q(X).'],
  ['unexpected-character', 'p(X) :- q(X), X /«/» 2 = 0.', null, 'p(X) :- q(X), fn:div(X, 2) = 0.'],
  ['infix-arithmetic', 'p(X) :- q(A), X = «A % 1.5».', null, 'p(X) :- q(A), X = fn:mod(A, 1).'],
  [
    'infix-arithmetic',
    'p(X) :- q(A), X = «"a" + A + "b"».',
    'p(X) :- q(A), X = fn:string:concat("a", A, "b").',
    'p(X) :- q(A), X = fn:string:concat("a", A).',
  ],
  ['infix-arithmetic', 'p(X) :- q(A), X = «"a" * A».', null, 'p(X) :- q(A), X = fn:mult(2, A).'],
  ['parenthesized-term', 'p(X) :- q(X), !«(r(X))».', 'p(X) :- q(X), !r(X).', 'p(X) :- q(X), !r(X).'],
  ['parenthesized-term', 'p(«(1)»).', 'p(1).', 'p(1).'],
  [
    'mode-sign',
    'Decl p(X, Y) descr [mode(«+, -»)].',
    'Decl p(X, Y) descr [mode("+", "-")].',
    'Decl p(X, Y) descr [mode("+", "-")].',
  ],

  ['wrong-arrow', 'p(X) «<-» q(X).', 'p(X) :- q(X).', 'p(X) :- <-[0d, 1d] q(X).'],
  ['wrong-arrow', 'p(X) «<-»[0d, 1d] q(X).', 'p(X) :- <-[0d, 1d] q(X).', 'p(X) ⟸ q(X).'],
  ['wrong-arrow', 'p(X) «if» q(X).', 'p(X) :- q(X).', 'p(X) :- if(X).'],
  ['wrong-arrow', 'rain(X) «->» wet(X).', 'wet(X) :- rain(X).', 'wet(X) :- rain(X).'],
  ['wrong-arrow', 'a(X) «=>» b(X, 1).', 'b(X, 1) :- a(X).', 'b(X, 1) :- a(X).'],
  ['wrong-arrow', 'a(X) «-->» b(X), c(X).', null, 'a(X) :- b(X), c(X).'],
  ['wrong-arrow', 'a(X) «→» !b(X).', null, 'a(X) :- c(X), !b(X).'],
  ['comparison-sign', 'p(X) :- q(X), X «=<» 5.', 'p(X) :- q(X), X <= 5.', 'p(X) :- q(X), X <= 5.'],
  ['comparison-sign', 'p(X) :- q(X), X «==» 5.', 'p(X) :- q(X), X = 5.', 'p(X) :- q(X), X = 5.'],
  ['comparison-sign', 'p(X) :- q(X), X «<>» 5.', 'p(X) :- q(X), X != 5.', 'p(X) :- q(X), X != 5.'],
  ['comparison-sign', 'p(X) :- q(Y), X «:=» Y.', 'p(X) :- q(Y), X = Y.', 'p(X) :- q(Y), X = Y.'],
  ['comparison-sign', 'p(X) :- q(Y), X «is» Y.', 'p(X) :- q(Y), X = Y.', 'p(X) :- is(X).'],
  ['comparison-sign', 'p(X) :- q(X), X «\\=» 5.', 'p(X) :- q(X), X != 5.', 'p(X) :- q(X), X != 5.'],
  ['negation-word', 'p(X) :- q(X), «not» r(X).', 'p(X) :- q(X), !r(X).', 'p(X) :- q(X), not(X).'],
  ['negation-word', 'p(X) :- q(X), «not»(r(X)).', 'p(X) :- q(X), !r(X).', 'p(X) :- q(X), !r(X).'],
  ['negation-word', 'p(X) :- q(X), «\\+» r(X).', 'p(X) :- q(X), !r(X).', 'p(X) :- q(X), !r(X).'],
  ['double-negation', 'p(X) :- q(X), «!!»r(X).', 'p(X) :- q(X), r(X).', 'p(X) :- q(X), !r(X).'],
  ['negated-comparison', 'p(X) :- q(X), «!X = 5».', 'p(X) :- q(X), X != 5.', 'p(X) :- q(X), X != 5.'],
  ['negated-comparison', 'p(X) :- q(X), «!(X = 1)».', 'p(X) :- q(X), X != 1.', 'p(X) :- q(X), X != 1.'],
  ['negated-comparison', 'p(X) :- q(X), !«(»r(X), s(X)).', null, 'p(X) :- q(X), !r(X), !s(X).'],
  ['negated-comparison', 'p(X) :- q(X), !«X».', null, 'p(X) :- q(X), !x(X).'],
  ['negated-time', 'p(X) :- q(X), !r(X)«@[now]».', null, 'p(X) :- q(X), r(X)@[now].'],
  ['negated-time', 'p(X) :- q(X), !«<-[0d, 7d]» r(X).', null, 'p(X) :- q(X), <-[0d, 7d] r(X).'],
  ['time-on-comparison', 'p(X) :- q(X), X«@[now]» = 1.', 'p(X) :- q(X), X = 1.', 'p(X) :- q(X)@[now], X = 1.'],
  [
    'time-on-comparison',
    'p(X) :- q(X), «<-[0d, 1d]» X = 1.',
    'p(X) :- q(X),  X = 1.',
    'p(X) :- <-[0d, 1d] q(X), X = 1.',
  ],
  ['operator-one-bound', 'p(X) :- <-«[7d]» q(X).', 'p(X) :- <-[0d, 7d] q(X).', 'p(X) :- <-[0d, 7d] q(X).'],
  ['disjunction', 'p(X) :- q(X)«;» r(X).', null, 'p(X) :- q(X), r(X).'],
  ['disjunction', 'p(X) :- q(X) «or» r(X).', null, 'p(X) :- q(X), or(X).'],
  ['disjunction', 'p(X) :- q(X)«;»\nr(1).', 'p(X) :- q(X).\nr(1).', 'p(X) :- q(X).\nr(1).'],
  ['conjunction-word', 'p(X) :- q(X) «&&» r(X).', 'p(X) :- q(X) , r(X).', 'p(X) :- q(X), r(X).'],
  ['conjunction-word', 'p(X) :- q(X) «and» r(X).', 'p(X) :- q(X) , r(X).', 'p(X) :- q(X), and(X).'],
  ['conjunction-word', 'p(X) :- q(X, S), «if» S > 3.', 'p(X) :- q(X, S), S > 3.', 'p(X) :- q(X, S), S > 3.'],
  ['conjunction-word', 'p(X) :- q(X, S) «if» S > 3.', 'p(X) :- q(X, S) , S > 3.', 'p(X) :- q(X, S), if(S).'],
  ['conjunction-word', 'p(X) :- q(X), «and» !r(X).', 'p(X) :- q(X), !r(X).', 'p(X) :- q(X), !r(X).'],
  ['foreign-aggregate', 'p(L) :- «findall(X, q(X), L)».', null, 'p(L) :- findall(L).'],
  ['foreign-aggregate', 'p(N) :- N = «count»{X : q(X)}.', null, 'p(N) :- count(N).'],
  [
    'missing-pipe',
    'p(N) :- q(X), «do» fn:group_by(), let N = fn:count().',
    'p(N) :- q(X) |> do fn:group_by(), let N = fn:count().',
    'p(N) :- q(X), |> do fn:group_by(), let N = fn:count().',
  ],
  [
    'missing-pipe',
    'p(Y) :- q(X), «let» Y = fn:plus(X, 1).',
    'p(Y) :- q(X) |> let Y = fn:plus(X, 1).',
    'p(Y) :- q(X), Y = fn:plus(X, 1).',
  ],
  [
    'missing-pipe',
    'p(N) :- q(X), «let» N = fn:count().',
    null,
    'p(N) :- q(X) |> do fn:group_by(), let N = fn:count().',
  ],
  [
    'missing-do',
    'p(N) :- q(X) |> «fn:group_by»(), let N = fn:count().',
    'p(N) :- q(X) |> do fn:group_by(), let N = fn:count().',
    'p(N) :- q(X) |> let N = fn:plus(X, 1).',
  ],
  [
    'missing-let',
    'p(N) :- q(X) |> do fn:group_by(), «N» = fn:count().',
    'p(N) :- q(X) |> do fn:group_by(), let N = fn:count().',
    'p(N) :- q(X), N = fn:count().',
  ],

  ['decl-argument', 'Decl p(«id»).', 'Decl p(Id).', 'Decl p(Id).'],
  ['decl-argument', 'Decl p(«1»).', null, 'Decl p(_).'],
  [
    'typed-variable',
    'Decl p(«Name.Type<string>, Age.Type<int>»).',
    'Decl p(Name, Age) bound [/string, /number].',
    'Decl p(Name, Age).',
  ],
  [
    'typed-variable',
    'Decl p(«from: name», To) descr [doc("d")].',
    'Decl p(From, To) descr [doc("d")] bound [/name, /any].',
    'Decl p(From, To) descr [doc("d")].',
  ],
  ['typed-variable', 'Decl p(«X: /name»).', 'Decl p(X) bound [/name].', 'Decl p(X) bound [/name].'],
  ['typed-variable', 'Decl p(«X /name») bound [/name].', 'Decl p(X) bound [/name].', 'Decl p(X) bound [/name].'],
  ['decl-keyword', 'Decl p(X) «bounds» [/name].', 'Decl p(X) bound [/name].', 'Decl p(X) bound [/name].'],
  [
    'decl-order',
    'Decl p(X) bound [/name] «descr [doc("a")]».',
    'Decl p(X) descr [doc("a")] bound [/name].',
    'Decl p(X) descr [doc("a")] bound [/name].',
  ],
  ['package-name-case', 'Package «Acme»!', 'Package acme!', 'Package acme!'],
  ['package-name-case', 'Package «aCme»!', 'Package acme!', 'Use aCme!'],
  ['package-terminator', '«Package acme».\np(1).', 'Package acme!\np(1).', 'Package acme!\np(1).'],
  ['package-terminator', '«Use acme»\np(1).', 'Use acme!\np(1).', 'Use acme\n!\np(1).'],
  ['package-order', 'p(1).\n«Use acme!»', null, 'Use acme!\np(1).'],
  ['query-in-program', 'p(1).\n«?»p(X).\nq(1).', 'p(1).\n\nq(1).', 'p(1).\nq(1).'],
  ['query-in-program', 'p(1).\n«?-» p(X).', 'p(1).\n', 'p(1).'],
  ['foreign-comment', '«%» a comment, p(X).\np(1).', '# a comment, p(X).\np(1).', '# a % comment\np(1).'],
  ['foreign-comment', 'p(1). «//» a comment', 'p(1). # a comment', 'p(1). # // a comment'],
  ['foreign-comment', '«/*» a\n * b */ p(1).', '# a\n# b\n p(1).', '# /* a */\np(1).'],
  ['comment-line-end', 'p(1). # a«\r»p(2).\rp(3).\nq(1).', 'p(1). # a\np(2).\np(3).\nq(1).', 'p(1). # a\r\nq(1).\r'],
  ['comment-line-end', '# a«\u0085»p(2).', '# a\np(2).', '# a\u0085\np(2).'],
  ['comment-line-end', '# a«\u2029»# b\u2028p(2).', '# a\n# b\np(2).', 'p("a\u2029b").'],

  ['foreign-comment', 'p(1) «%» a comment\n.', 'p(1) # a comment\n.', 'p(1) # a comment\n.'],
  ['foreign-comment', 'p(1). «/*» a comment', 'p(1). # a comment', 'p(1). # a comment'],

  ['joined-minus', 'p(«[-»1, 2]).', 'p([ -1, 2]).', 'p([ -1, 2]).'],
  ['joined-minus', 'p(X) :- q(X), X«<-»5.', 'p(X) :- q(X), X< -5.', 'p(X) :- q(X), X < -5.'],
  ['joined-colon', 'p(X) :- q(X), r([X«:» 1]).', 'p(X) :- q(X), r([X :  1]).', 'p(X) :- q(X), r([X : 1]).'],
  [
    'joined-colon',
    'p(X) :- q(X), r({/a«:»fn:list(X)}).',
    'p(X) :- q(X), r({/a : fn:list(X)}).',
    'p(X) :- q(X), r({/a: X}).',
  ],
  ['joined-colon', 'p({/a«:»-1}).', 'p({/a : -1}).', 'p({/a:1}).'],
  ['joined-period', 'p(1)«.»Decl q(X).', 'p(1).\nDecl q(X).', 'p(1).q(2).'],
  ['joined-period', 'p(X) :- q(X, Y), X = Y«.»r(1).', 'p(X) :- q(X, Y), X = Y.\nr(1).', 'p(X) :- q(X, Y), X = 1.r(1).'],
  [
    'swallowed-period',
    'p(X) :- q(X), X != «/done.»\nr(1).',
    'p(X) :- q(X), X != /done .\nr(1).',
    'p(X) :- q(X), X != /done. .\nr(1).',
  ],
  ['swallowed-period', 'p(X) :- q(X), X = «/a.»', 'p(X) :- q(X), X = /a .', 'p(X) :- X = /a., q(X).'],
];

describe('a mistake gives one diagnostic, and its fix removes it', () => {
  const named = rows.map((row) => [row[1].slice(0, 80), ...row] as const);
  test.each(named)('%s', (_name, code, marked, fixed, nearMiss) => {
    const start = marked.indexOf('«');
    const end = marked.indexOf('»') - 1;
    const text = marked.replace(/[«»]/g, '');

    const all = parse(createSource('test.mg', text)).diagnostics;
    // Too many errors cannot be reported without reporting many.
    const found = code === 'too-many-errors' ? all.slice(-1) : all;

    expect(found.map((each) => [each.code, each.span.start, each.span.end])).toEqual([[code, start, end]]);
    expect(fixedText(text, found)).toBe(fixed);
    if (fixed !== null) expect(codesOf(fixed)).toEqual([]);
    expect(codesOf(nearMiss)).toEqual([]);
  });

  test('every code of the parser has a row', () => {
    expect([...new Set(rows.map(([code]) => code))].sort()).toEqual(Object.keys(syntaxCodes).sort());
  });

  test('messages are one line without a final period, helps are sentences', () => {
    for (const [, marked] of rows) {
      for (const { message, help } of parse(createSource('test.mg', marked.replace(/[«»]/g, ''))).diagnostics) {
        expect(message).toMatch(/^[^A-Z\n][^\n]*[^.\n]$/);
        if (help !== undefined) expect(help).toMatch(/^[A-Z`].*[.`)]$/);
      }
    }
  });

  test('severities come from the table', () => {
    const { diagnostics } = parse(createSource('test.mg', 'p([-1]).'));
    expect(diagnostics.map(({ severity }) => severity)).toEqual([diagnosticSpecs['joined-minus'].severity]);
  });
});

describe('a fix that may be wrong needs judgment', () => {
  const fixes = (text: string): readonly (true | undefined)[] =>
    parse(createSource('test.mg', text)).diagnostics.map(({ fix }) => fix?.needsJudgment);

  test.each(['p(1) % 2 q\n.', 'p(1) // a\n.', 'p(1). /* a', 'p(https://x.de/y).'])('%j', (text) => {
    expect(fixes(text)).toEqual([true]);
  });

  test.each(['p(1). % a', 'p(1, // a\n2).', '/* a */ p(1).', 'rain(X) -> wet(X).'])('but not %j', (text) => {
    expect(fixes(text)).toEqual([undefined]);
  });

  test('a part of an implication is not exchanged', () => {
    expect(parse(createSource('test.mg', 'a(X), b(X) -> c(X).')).diagnostics.flatMap(({ fix }) => fix ?? [])).toEqual(
      [],
    );
  });
});

describe('errors are independent', () => {
  const cases: readonly (readonly [string, readonly DiagnosticCode[]])[] = [
    ['p(/a\nq(/b).\nr(.\n', ['unclosed-bracket', 'unclosed-bracket']],
    ['p(1 ! 2).\nq(1).\nr(1 = 2).\n', ['unexpected-token', 'unexpected-token']],
    ['p("abc).\nq("x").\nr(1 = 2).\n', ['unterminated-string', 'unexpected-token']],
    ['p("abc).\nThis is text. And more.\n\nq(1 = 1).\n', ['unterminated-string', 'unexpected-token']],
    [
      'p(alice, bob) :- q(X) not r(X); s(X).',
      ['bare-constant', 'bare-constant', 'missing-comma', 'negation-word', 'disjunction'],
    ],
    [
      '% one\n// two\np(1) :- X == 1, Y =< 2.',
      ['foreign-comment', 'foreign-comment', 'comparison-sign', 'comparison-sign'],
    ],
    ['  p(1 = 1)\n  q(1).\n  r(= 1).\n', ['unexpected-token', 'unexpected-token']],
    ['Decl p(X) bound [/a.\np(1).\nq(=).', ['unclosed-bracket', 'unexpected-token']],
    ['p(A_B, A__B, AB) :- q(A_B, A__B, AB).\nq(A_B) :- r(A_B).', Array(3).fill('variable-underscore')],
    ['p(A_B) :- q(A_B), = , r(A_B).', ['variable-underscore', 'unexpected-token']],
    ['Foo(X) :- Bar(X), Baz_q(X).', ['upper-case-predicate', 'upper-case-predicate', 'upper-case-predicate']],
  ];

  test.each(cases)('%j', (text, expected) => {
    expect(codesOf(text)).toEqual(expected);
  });
});

describe('variables in lower case', () => {
  const fixed = (text: string): string => {
    const source = createSource('test.mg', text);
    const found = parse(source).diagnostics.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
    expect(found.every(({ needsJudgment }) => needsJudgment)).toBe(true);
    return applyFixes(source, found);
  };

  test.each([
    ['path(x, y) :- edge(x, y).', 'path(X, Y) :- edge(X, Y).'],
    ['path(x, y) :- path(x, z), edge(z, y).', 'path(X, Y) :- path(X, Z), edge(Z, Y).'],
    ['adult(p) :- person(p, my_age, _), my_age >= 18.', 'adult(P) :- person(P, MyAge, _), MyAge >= 18.'],
    ['on(x, true) :- flag(x, true).', 'on(X, /true) :- flag(X, /true).'],
  ])('are all written in upper case: %s', (text, expected) => {
    expect(fixed(text)).toBe(expected);
  });

  test.each([
    ['p(X, alice) :- q(X, alice).', 'p(X, /alice) :- q(X, /alice).'],
    ['p(alice) :- q(bob).', 'p(/alice) :- q(/bob).'],
    ['p(alice).', 'p(/alice).'],
  ])('but not where a word is a constant: %s', (text, expected) => {
    expect(fixed(text)).toBe(expected);
  });
});

describe('variables with underscores', () => {
  test('different variables stay different', () => {
    const source = createSource('test.mg', 'p(A_B, A__B, AB) :- q(A_B, A__B, AB, _c, _d).');
    const fixes = parse(source).diagnostics.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
    expect(applyFixes(source, fixes)).toBe('p(AB2, AB3, AB) :- q(AB2, AB3, AB, _, _).');
  });

  test('stay themselves in the fix of an expression', () => {
    const source = createSource('test.mg', 'p(1 + A_B) :- q(A_B, AB).');
    const fixes = parse(source).diagnostics.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
    expect(applyFixes(source, fixes)).toBe('p(fn:plus(1, A_B)) :- q(A_B, AB).');
  });

  test('none is renamed in a clause that cannot be read to its end', () => {
    const { diagnostics } = parse(createSource('test.mg', 'p(A_B) :- q(A_B), = , r(A_B).'));
    expect(diagnostics.map(({ fix }) => fix)).toEqual([undefined, undefined]);
  });
});

function codesOf(text: string): DiagnosticCode[] {
  return parse(createSource('test.mg', text)).diagnostics.map(({ code }) => code);
}

/** The text with the fix of the only diagnostic applied, or null if it has none. */
function fixedText(text: string, [found]: readonly Diagnostic[]): string | null {
  if (found?.fix === undefined) return null;
  const edits = [...found.fix.edits].sort((a, b) => b.span.start - a.span.start);
  return edits.reduce(
    (result, { span, text: insert }) => result.slice(0, span.start) + insert + result.slice(span.end),
    text,
  );
}
