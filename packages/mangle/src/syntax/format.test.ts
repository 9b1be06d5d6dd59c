import { describe, expect, test } from 'vitest';
import { createSource } from '../text/source.js';
import { formatSource } from './format.js';

const cases: readonly (readonly [name: string, text: string, formatted: string])[] = [
  ['short clauses stay on one line', 'p( X ):-q(X),r(X) .', 'p(X) :- q(X), r(X).\n'],
  ['three premises stand on lines of their own', 'p(X) :- q(X), r(X), X<5.', 'p(X) :-\n  q(X),\n  r(X),\n  X < 5.\n'],
  [
    'a wide clause is broken',
    `p(X) :- q(X, "${'a'.repeat(60)}"), r(X, "${'b'.repeat(60)}").`,
    `p(X) :-\n  q(X, "${'a'.repeat(60)}"),\n  r(X, "${'b'.repeat(60)}").\n`,
  ],
  [
    'transforms stand below the premises',
    'p(K,N) :- q(K,A), r(A), s(A) |> do fn:group_by(K), let N = fn:count().',
    'p(K, N) :-\n  q(K, A),\n  r(A),\n  s(A)\n  |> do fn:group_by(K),\n     let N = fn:count().\n',
  ],
  [
    'dates and durations keep their spelling',
    'p(1)@[2024-01-01T10:00:00,2024-02-01]. q(X):-<-[0h,24h]p(X).',
    'p(1)@[2024-01-01T10:00:00, 2024-02-01].\nq(X) :- <-[0h, 24h] p(X).\n',
  ],
  ['at most one blank line is kept', '\n\np(1).\n\n\n\nq(1).\nr(1). s(1).\n\n', 'p(1).\n\nq(1).\nr(1).\ns(1).\n'],
  [
    'comments keep their places',
    '# top\n\np(1). # trailing\n# own\np(X) :- # arrow\n  q(X), # first\n  # second\n  r(X) # last\n.\n# end',
    '# top\n\np(1). # trailing\n# own\np(X) :- # arrow\n  q(X), # first\n  # second\n  # last\n  r(X).\n# end\n',
  ],
  ['comments inside a term go before it', 'p([1, # one\n 2]).', '# one\np([1, 2]).\n'],
  [
    'declarations with several blocks are broken',
    'Decl p(X) temporal descr [doc("d")] bound [/a] bound [/b].',
    'Decl p(X) temporal\n  descr [doc("d")]\n  bound [/a]\n  bound [/b].\n',
  ],
  [
    'a wide block has a line for each of its elements',
    `Decl p(X) descr [doc("${'a'.repeat(60)}"), # long\narg(X, "${'b'.repeat(60)}")] bound [/a].`,
    `Decl p(X)\n  descr [\n    doc("${'a'.repeat(60)}"), # long\n    arg(X, "${'b'.repeat(60)}")\n  ]\n  bound [/a].\n`,
  ],
  ['a declaration with one block is not', 'Decl p(X) bound[/a,].', 'Decl p(X) bound [/a].\n'],
  ['literals keep their spelling', "p('it', 007, 1.50, `a\nb`, b'x').", "p('it', 007, 1.50, `a\nb`, b'x').\n"],
  ['text that only we accept becomes portable', 'p([-1]).q(X) :- r(X), X = /a.', 'p([ -1]).\nq(X) :- r(X), X = /a .\n'],
  ['headers', 'Package a [doc("x")] !\nUse b!', 'Package a [doc("x")]!\nUse b!\n'],
  ['line ends are unified', 'p(1).\r\n# c\r\nq(2).\r\n', 'p(1).\n# c\nq(2).\n'],
  ['an empty text', '', ''],
];

describe('formatting', () => {
  test.each(cases)('%s', (_, text, formatted) => {
    expect(formatSource(createSource('test.mg', text)).text).toBe(formatted);
    expect(formatSource(createSource('test.mg', formatted)).text).toBe(formatted);
  });

  test('a text with errors is not rewritten', () => {
    const { text, diagnostics } = formatSource(createSource('test.mg', 'p(alice).'));
    expect(text).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['bare-constant']);
  });
});
