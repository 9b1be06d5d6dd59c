import { describe, expect, it } from 'vitest';
import { createRegistry } from '../builtins/registry.js';
import { check, findings, programOf } from './analyze.suite.js';
import { passes } from './passes.js';

function only(text: string) {
  const { diagnostics } = check(text);
  expect(diagnostics).toHaveLength(1);
  return diagnostics[0];
}

describe('the result', () => {
  it('has no program if there is an error', () => {
    expect(check('p(X).').program).toBeUndefined();
  });

  it('has a program beside warnings and hints', () => {
    const { program, diagnostics } = check(':lt(1, 2). q(1). p(X) :- X < 2, q(X).');
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['warning', 'hint']);
    expect(program?.facts.map(({ predicate }) => predicate)).toEqual([':lt/2', 'q/1']);
  });

  it('is empty for no units', () => {
    expect(programOf('')).toMatchObject({ facts: [], rules: [], strata: [] });
  });

  it('lists predicates in order of first mention', () => {
    const { predicates } = programOf('p(X) :- c(X), b(X). b(1). Decl a(X). Decl c(X).');
    expect([...predicates.keys()]).toEqual(['p/1', 'c/1', 'b/1', 'a/1']);
  });

  it('says at the end what types exclude, unless bounds are off', () => {
    const text = 'Decl p(X) bound [/number]. p("a").';
    expect(check(text, { bounds: 'error' }).program).toBeUndefined();
    expect(check(text, { bounds: 'off' }).program).toBeDefined();
  });

  it('says with bounds that warn the same in warnings, whatever else is wrong', () => {
    const wrong = `Decl p(X) bound [/number]. Decl s(X) bound [/string]. p("a"). s("b").
      p(X) :- s(X). q(X) :- p(X), s(X). r(Y) :- s(X), Y = fn:plus(X, 1).`;
    const errors = check(wrong, { bounds: 'error' });
    const warnings = check(wrong, { bounds: 'warn' });
    expect(errors.diagnostics.map(({ code }) => code)).toEqual([
      'fact-type',
      'head-type',
      'type-mismatch',
      'argument-type',
    ]);
    expect(errors.program).toBeUndefined();
    expect(warnings.diagnostics).toEqual(errors.diagnostics.map((each) => ({ ...each, severity: 'warning' })));
    expect(warnings.program?.rules).toHaveLength(3);
    expect(check('p(X) :- q(X).', { bounds: 'warn' }).diagnostics).toMatchObject([{ severity: 'error' }]);
  });

  it('adds lints on request', () => {
    const text = 'q(1). q(1).';
    expect(check(text, { lints: true }).diagnostics).not.toEqual([]);
    expect(check(text, { lints: false }).diagnostics).toEqual([]);
  });

  it('knows the builtins of the given registry only', () => {
    expect(check('p(fn:plus(1, 2)).', { registry: createRegistry([]) }).diagnostics.map(({ code }) => code)).toEqual([
      'unknown-function',
    ]);
  });
});

describe('passes', () => {
  it('have distinct names', () => {
    expect(new Set(passes.map(({ name }) => name)).size).toBe(passes.length);
  });

  it('report all errors of all clauses, in source order', () => {
    expect(findings('p(X). q(X) :- nope(X). r(fn:nope()). s(Y) :- p(X). t(1)@[7d].')).toEqual([
      'variable-in-fact X',
      'unknown-predicate nope',
      'unknown-function fn:nope',
      'unbound-head-variable Y',
      'duration-bound 7d',
    ]);
  });

  it.each([
    ['an unknown predicate does not make its variables unbound', 'p(X, Y) :- nope(X, Y).', ['unknown-predicate nope']],
    [
      'many clauses with a wrong arity are one disagreement',
      'p(1). p(1, 2). p(3, 4). p(X, Y) :- q(X, Y). q(1, 2).',
      ['wrong-arity p(1, 2)'],
    ],
    [
      'a variable without a value is reported once for all that reduce it',
      'q(1). p(S, M) :- q(X) |> do fn:group_by(), let S = fn:sum(Y), let M = fn:max(Y).',
      ['unbound-in-transform Y'],
    ],
    ['a wrong head arity does not make its uses wrong', 'p(1). p(1, 2). q(X) :- p(X, X).', ['wrong-arity p(1, 2)']],
    [
      'a predicate of an unused package is not unknown as well',
      'Package a!\np(1).\n#! unit\nq(X) :- a.p(X).',
      ['missing-use a.p'],
    ],
    ['a clause with an error still defines its predicate', 'p(X). q(X) :- p(X).', ['variable-in-fact X']],
    [
      'a bad reducer is not an unbound head variable',
      'q(1). p(N) :- q(X) |> let N = fn:count().',
      ['reducer-without-group fn:count()'],
    ],
    [
      'a bad mode count is not a missing mode',
      'Decl p(X, Y) descr [deferred(), mode("+")].',
      ['bad-descriptor mode("+")'],
    ],
  ])('do not cascade: %s', (_, text, expected) => {
    expect(findings(text)).toEqual(expected);
  });
});

describe('suggestions', () => {
  it('name the other file for a predicate of similar name and the same arity', () => {
    const found = only('file_imports(1, 2).\nfile_imported(1).\n#! unit\np(X) :- file_import(X, _).');
    expect(found?.message).toBe('`file_import/2` is not declared and no rule or fact produces it');
    expect(found?.help).toBe('Did you mean `file_imports/2` (a.mg:1)?');
    expect(found?.fix?.edits[0]?.text).toBe('file_imports');
  });

  it('name a predicate of another arity if there is no better one', () => {
    expect(only('file_imports(1, 2). p(X) :- file_import(X).')?.help).toContain(
      'Did you mean `file_imports/2` (a.mg:1)?',
    );
  });

  it('name a predicate of another package', () => {
    expect(only('Package lib!\nedge(1).\n#! unit\np(X) :- edge(X).')?.help).toContain('`lib.edge/1`');
  });

  it('leave the package away inside it', () => {
    expect(only('Package lib!\nedges(1). p(X) :- edge(X).')?.fix?.edits[0]?.text).toBe('edges');
  });

  it('show the declared arity', () => {
    const found = only('Decl query(A, B, C).\n#! unit\np(X) :- query(X).');
    expect(found?.message).toBe('`query/1` used here, declared as `query/3` in a.mg:1');
    expect(found?.help).toContain('`query(A, B, C)`');
  });

  it.each([
    ['fn:Count', 'The reducer is `fn:count()` (no argument).'],
    ['fn:Sum', 'The reducer is `fn:sum`.'],
    ['fn:times', 'Did you mean `fn:mult`?'],
    ['fn:string_concat', 'Did you mean `fn:string:concat`?'],
    ['fn:length', 'Did you mean `fn:list:len`?'],
    ['fn:plsu', 'Did you mean `fn:plus`?'],
    ['fn:CountDistinct', 'Derive the distinct values'],
    ['fn:starts_with', '`:string:starts_with(Text, Prefix)`'],
    ['fn:gt', '`X > Y`'],
    ['fn:zzzzzz', 'a program cannot define its own'],
  ])('for the function %s', (name, help) => {
    expect(only(`q(1). p(Y) :- q(X), Y = ${name}(X, 1).`)?.help).toContain(help);
  });

  it.each([
    [':cons', '`:match_cons`'],
    [':string_contains', '`:string:contains`'],
    [':match_con', '`:match_cons`'],
    [':eq', '`X = Y`'],
    [':zzzzzz', 'reserved'],
  ])('for the built-in %s', (name, help) => {
    expect(only(`q(1). p(X) :- q(X), ${name}(X, X).`)?.help).toContain(help);
  });
});

describe('packages', () => {
  it('qualify heads, conditions, timed conditions, inclusions and merge predicates', () => {
    const { predicates, rules } = programOf(
      'Package a! t(1)@[2024-01-01]. p(X) :- t(X)@[S, E], !q(X), q(X). q(1). Decl r(X, Y) descr [fundep([X], [Y]), merge([Y], "m")] inclusion [q(X)]. m(1, 2, 3).',
    );
    expect([...predicates.keys()]).toEqual(['a.t/1', 'a.p/1', 'a.q/1', 'a.r/2', 'a.m/3']);
    expect(rules[0]?.premises).toMatchObject([{ predicate: 'a.t/1' }, { predicate: 'a.q/1' }, { predicate: 'a.q/1' }]);
    expect(predicates.get('a.r/2')).toMatchObject({
      lattice: { merge: 'a.m/3' },
      decl: { inclusion: [{ predicate: 'a.q' }] },
    });
  });

  it('of one name are one package, with their uses', () => {
    expect(
      findings('Package a! Use b!\np(1).\n#! unit\nPackage a!\nr(X) :- b.q(X), p(X).\n#! unit\nPackage b!\nq(1).'),
    ).toEqual([]);
  });

  it('see predicates of the default package', () => {
    expect(programOf('Package a!\np(X) :- q(X).\n#! unit\nq(1).').rules[0]?.premises[0]).toMatchObject({
      predicate: 'q/1',
    });
  });
});

describe('declarations', () => {
  it('merge several modes', () => {
    expect(
      programOf('Decl p(X, Y, Z) descr [mode("+", "-", "+"), mode("-", "-", "+")].').predicates.get('p/3')?.mode,
    ).toEqual(['?', '-', '+']);
  });

  it('read a sign that does not exist as either way', () => {
    expect(programOf('Decl p(X) descr [mode("*")].').predicates.get('p/1')?.mode).toEqual(['?']);
  });

  it('make lattices with any key columns', () => {
    const { predicates } = programOf('Decl p(V, A, B) descr [fundep([B, A], [V]), merge([V], "m")]. m(1, 2, 3).');
    expect(predicates.get('p/3')?.lattice).toEqual({ sources: [2, 1], target: 0, merge: 'm/3' });
  });

  it('turn a test on a reflecting predicate into a prefix test', () => {
    const kinds = (body: string) =>
      programOf(`Decl person(X) descr [reflects(/person)]. n(/person/a). p(X) :- ${body}.`).rules[0]?.premises.map(
        ({ kind }) => kind,
      );
    expect(kinds('n(X), person(X)')).toEqual(['atom', 'builtin']);
    expect(kinds('n(X), !person(X)')).toEqual(['atom', 'builtin']);
    expect(kinds('person(X), n(X)')).toEqual(['atom', 'builtin']);
    expect(kinds('person(X), X != /a')).toEqual(['atom', 'compare']);
  });
});

describe('facts', () => {
  it('have computed arguments', () => {
    expect(programOf('p(fn:plus(1, 2), [1]).').facts[0]?.args).toEqual([
      { kind: 'number', value: 3n },
      { kind: 'list', items: [{ kind: 'number', value: 1n }] },
    ]);
  });

  it('become rules if the evaluation has to compute them', () => {
    const { facts, rules } = programOf('p([fn:time:now()]).');
    expect(facts).toEqual([]);
    expect(rules).toMatchObject([{ predicate: 'p/1', premises: [] }]);
  });

  it('mark the innermost call that fails', () => {
    expect(findings('p([1, fn:plus(1, fn:div(1, 0))]).')).toEqual(['constant-failed fn:div(1, 0)']);
  });
});

describe('rules', () => {
  it('give each `_` a name of its own', () => {
    const { rules } = programOf('q(1, 2). p(X) :- q(_, X), q(X, _), !q(_, X).');
    expect(rules[0]?.premises).toMatchObject([
      { args: [{ name: '_1' }, { name: 'X' }] },
      { args: [{ name: 'X' }, { name: '_2' }] },
      { args: [{ name: '_3' }, { name: 'X' }], isNegated: true },
    ]);
  });

  it('keep grouping with reducers and functions apart', () => {
    const { rules } = programOf(
      'q(1, 2). p(K, M) :- q(K, V) |> do fn:group_by(K), let N = fn:sum(V), let M = fn:plus(N, K), let _ = fn:count().',
    );
    expect(rules[0]?.grouping).toMatchObject({
      keys: ['K'],
      lets: [
        { variable: 'N', reducer: { name: 'fn:sum' }, args: [{ name: 'V' }] },
        { variable: 'M', args: [{ name: 'fn:plus' }] },
        { variable: '_1', reducer: { name: 'fn:count' }, args: [] },
      ],
    });
    expect(rules[0]?.grouping?.lets[1]?.reducer).toBeUndefined();
  });
});
