import { describe, expect, it } from 'vitest';
import { run } from '../../test/support.js';
import { parseGoal } from '../api/query.js';
import { checkWhyNot } from './check-why-not.js';
import { whyNot, type WhyNotOptions } from './why-not.js';
import type { FailureReason, RuleFailure, WhyNot } from './why-not-result.js';
import { renderWhyNot } from './why-not-text.js';

const policy = `
  tool(/search). tool(/delete). tool(/read). danger(/delete). level(/ann, 2). level(/bo, 5). user(/ann). user(/bo).
  needs(/delete, 4). needs(/search, 1).
  offer(U, T) :- tool(T), user(U), level(U, L), needs(T, N), L >= N, !danger(T).
  offer(U, /help) :- user(U).
  active(/ann)@[2024-01-01, 2024-02-01]. active(/ann)@[2024-03-01, 2024-04-01].
  steady(U) :- active(U)@[2024-01-15, 2024-03-15].
  recent(U) :- <-[0d, 7d] active(U).
  count(U, N) :- level(U, L), offer(U, T) |> do fn:group_by(U), let N = fn:count().
  double(X) :- level(_, L), X = fn:mult(L, 2).
  shout(S) :- user(U), S = fn:name:to_string(U).
  reach(X, Y) :- link(X, Y). reach(X, Z) :- reach(X, Y), link(Y, Z). link(/a, /b). link(/b, /c). link(/x, /y).
  admin(X) :- user(X), trusted(X). trusted(X) :- user(X), vetted(X). vetted(/zed).
`;

const evaluation = run(policy, { check: 'off' });

function ask(goal: string, options?: WhyNotOptions): string[] {
  const answer = whyNot(evaluation, parseGoal(goal), options);
  expect(checkWhyNot(evaluation, answer).problems).toEqual([]);
  return renderWhyNot(answer).split('\n');
}

describe('why not', () => {
  it('names the first premise that fails, with the facts that are nearest', () => {
    expect(ask('offer(/ann, /read)')).toEqual([
      'offer(/ann,/read) does not hold',
      '  by  offer(U, T) :- tool(T), user(U), level(U, L), needs(T, N), L >= N, !danger(T).',
      '    with  L = 2, T = /read, U = /ann',
      '    ✓ tool(/read)',
      '    ✓ user(/ann)',
      '    ✓ level(/ann, 2)',
      '    ✗ needs(/read, N)  (no such fact)',
      '      nearest: needs(/delete,4), needs(/search,1)',
      '  1 rule cannot give it: argument 2 is /help there',
      '  nearest: offer(/ann,/help), offer(/ann,/search), offer(/bo,/help)',
    ]);
  });

  it('names the goal as it was asked, with a variable that stands twice', () => {
    expect(ask('link(X, X)')[0]).toBe('link(X,X) does not hold');
    expect(ask('link(/c, _)')[0]).toBe('link(/c,_) does not hold');
    const inner = run('c(X, Y) :- d(X, Y). d(1, 2). p(X) :- c(X, X).');
    const answer = whyNot(inner, parseGoal('p(Z)'));
    expect(checkWhyNot(inner, answer).problems).toEqual([]);
    const [failure] = answer.rules;
    const below = failure?.reason.kind === 'missing' ? failure.reason.why : undefined;
    expect(below === undefined ? undefined : renderWhyNot(below).split('\n')).toEqual([
      'c(X,X) does not hold',
      '  by  c(X, Y) :- d(X, Y).',
      '    with  X = 1, Y = 2',
      '    ✓ d(1, 2)',
      '    ✗ the rule comes to (1, 2) instead',
      '  nearest: c(1,2)',
    ]);
  });

  it('is refuted where the goal holds after all', () => {
    const answer = whyNot(evaluation, parseGoal('link(X, X)'));
    expect(checkWhyNot(evaluation, { ...answer, variables: ['X', 'Y'] }).problems).toEqual(['link/2: it does hold']);
  });

  it('gives the fact that a negated premise runs into', () => {
    expect(ask('offer(/bo, /delete)')).toContain('    ✗ !danger(/delete)  (danger(/delete) holds)');
  });

  it('gives both sides of a comparison that is false', () => {
    expect(ask('offer(/ann, /delete)')).toContain('    ✗ 2 >= 4  (false)');
    expect(ask('double(5)').join('\n')).toContain('✗ 5 = fn:mult(2, 2)  (false: 5 and 4)');
  });

  it('says what is covered where a window is not', () => {
    expect(ask('steady(/ann)').slice(-3)).toEqual([
      '    ✗ active(/ann) throughout [2024-01-15T00:00:00Z, 2024-03-15T00:00:00Z]  (not at that time)',
      '      wanted: @[2024-01-15T00:00:00Z, 2024-03-15T00:00:00Z]',
      '      known: @[2024-01-01T00:00:00Z, 2024-02-01T00:00:00Z], @[2024-03-01T00:00:00Z, 2024-04-01T00:00:00Z]',
    ]);
    expect(ask('recent(/ann)').join('\n')).toContain('sometime in [now - 168h0m0s, now]  (not at that time)');
  });

  it('says what a group comes to', () => {
    expect(ask('count(/ann, 7)').join('\n')).toContain('✗ the rule comes to (/ann, 2) instead');
  });

  it('says why a group has no rows', () => {
    expect(ask('count(/eve, 1)').join('\n')).toContain('✗ level(/eve, L)  (no such fact)');
  });

  it('goes on where a premise is derived, and ends where it began', () => {
    expect(ask('admin(/ann)')).toEqual([
      'admin(/ann) does not hold',
      '  by  admin(X) :- user(X), trusted(X).',
      '    with  X = /ann',
      '    ✓ user(/ann)',
      '    ✗ trusted(/ann)  (no such fact)',
      '      by  trusted(X) :- user(X), vetted(X).',
      '        with  X = /ann',
      '        ✓ user(/ann)',
      '        ✗ vetted(/ann)  (no such fact)',
      '          nearest: vetted(/zed)',
    ]);
    expect(ask('admin(/ann)', { depth: 0 })).toHaveLength(6);
    expect(ask('reach(/y, /y)').filter((line) => line.includes('reach(/y, Y)  (no such fact)'))).toHaveLength(2);
  });

  it('notices a typing error', () => {
    expect(ask('level(/anm, 2)')).toContain('  argument 1: no fact has /anm; did you mean /ann?');
    expect(ask('offer(/ann, /serach)')).toContain('      argument 1: no fact has /serach; did you mean /search?');
    expect(ask('levle(/ann, 2)')).toEqual(['the program has no predicate `levle/2`; did you mean `level/2`?']);
  });

  it('says that a goal holds', () => {
    expect(ask('level(/ann, X)')).toEqual(['level(/ann,2) holds; ask why it does']);
  });

  it('answers goals with variables', () => {
    expect(ask('offer(/eve, X)').join('\n')).toContain('✗ user(/eve)  (no such fact)');
  });

  it('knows predicates without rules', () => {
    expect(ask('danger(/read)')).toContain('  no rule derives it, and it was not given');
    const nothing = run('Decl q(X). p(X) :- q(X).');
    expect(renderWhyNot(whyNot(nothing, parseGoal('q(1)')))).toContain('`q/1` has no rules and no facts');
  });

  it('tells that a value was replaced by a better one', () => {
    const text = `Decl d(K, V) descr [fundep([K], [V]), merge([V], "least")].
      Decl least(A, B, C) descr [mode("+", "+", "-"), deferred()]. least(A, B, A) :- A <= B. least(A, B, B) :- B < A.
      x(/a, 3). x(/a, 1). d(K, V) :- x(K, V).`;
    const merged = run(text, { check: 'off' });
    const answer = whyNot(merged, parseGoal('d(/a, 3)'));
    expect(checkWhyNot(merged, answer).problems).toEqual([]);
    expect(renderWhyNot(answer)).toContain('✗ derived, but replaced by d(/a,1)');
  });

  it('solves deferred predicates for what is asked, and says if that is not known', () => {
    const text = `Decl d(X, Y) descr [mode("+", "-"), deferred()]. d(X, Y) :- X > 3, Y = fn:mult(X, 2). n(4). n(2).
      p(Y) :- n(X), d(X, Y).`;
    const deferred = run(text, { check: 'off' });
    const text1 = renderWhyNot(whyNot(deferred, parseGoal('d(2, 4)')));
    expect(text1).toContain('✗ 2 > 3  (false)');
    expect(renderWhyNot(whyNot(deferred, parseGoal('d(X, 4)')))).toContain('cannot be asked');
    const answer = whyNot(deferred, parseGoal('p(4)'));
    expect(checkWhyNot(deferred, answer).problems).toEqual([]);
  });

  it('stays within its limits', () => {
    const many = Array.from({ length: 40 }, (_, at) => `n(${at}).`).join(' ');
    const sums = run(`${many} p(X) :- n(A), n(B), X = fn:plus(A, B).`);
    const answer = whyNot(sums, parseGoal('p(9999)'), { maxSteps: 100 });
    expect(answer.rules[0]?.isExhaustive).toBe(false);
    expect(checkWhyNot(sums, answer).problems).toEqual([]);
    expect(renderWhyNot(answer)).toContain('the search ended at its limit');
    expect(whyNot(sums, parseGoal('p(9999)')).rules[0]?.isExhaustive).toBe(true);
    const rules = run(`${many} ${Array.from({ length: 9 }, (_, at) => `p(${at}) :- n(99).`).join(' ')}`);
    expect(renderWhyNot(whyNot(rules, parseGoal('p(X)'), { maxRules: 2 }))).toContain('7 rules more were not tried');
  });
});

/** A change that makes an answer wrong, and what the checker says. */
const forgeries: readonly [goal: string, forge: (answer: WhyNot) => WhyNot, problem: string][] = [
  ['offer(/ann, /read)', (answer) => ({ ...answer, rules: answer.rules.slice(1) }), 'not accounted for'],
  ['offer(/ann, /read)', (answer) => changed(answer, { satisfied: 2 }), 'does hold'],
  ['offer(/ann, /read)', (answer) => changed(answer, { satisfied: 5 }), 'does not hold'],
  ['offer(/ann, /read)', (answer) => changed(answer, { bindings: [] }), 'differ from the goal'],
  [
    'offer(/bo, /delete)',
    (answer) => changed(answer, { reason: reasonOf(ask1('offer(/ann, /read)')) }),
    'a fact is there',
  ],
  ['offer(/bo, /delete)', (answer) => changed(answer, { reason: { kind: 'false', values: [] } }), 'no test'],
  [
    'offer(/ann, /read)',
    (answer) => changed(answer, { reason: { kind: 'head', argument: 0, found: { kind: 'name', text: '/x' } } }),
    'does match',
  ],
  [
    'count(/ann, 7)',
    (answer) =>
      changed(answer, {
        reason: {
          kind: 'result',
          args: [
            { kind: 'name', text: '/ann' },
            { kind: 'number', value: 3n },
          ],
        },
      }),
    'does not come to that',
  ],
];

function ask1(goal: string): WhyNot {
  return whyNot(evaluation, parseGoal(goal));
}

function reasonOf({ rules }: WhyNot): FailureReason {
  const [rule] = rules;
  if (rule === undefined) throw new Error('no rule');
  return rule.reason;
}

function changed(answer: WhyNot, change: Partial<RuleFailure>): WhyNot {
  return { ...answer, rules: answer.rules.map((rule, at) => (at === 0 ? { ...rule, ...change } : rule)) };
}

describe('the checker of refutations', () => {
  it.each(forgeries.map(([goal, forge, problem]) => ({ goal, forge, problem })))(
    'refuses a forged answer for $goal: $problem',
    ({ goal, forge, problem }) => {
      const { isValid, problems } = checkWhyNot(evaluation, forge(ask1(goal)));
      expect(isValid).toBe(false);
      expect(problems.join('\n')).toContain(problem);
    },
  );

  it('refuses an answer that could come further with other values', () => {
    const text = 'a(1, 1). a(1, 2). b(2). c(3). q(X) :- a(X, Y), b(Y), c(Y).';
    const branching = run(text);
    const answer = whyNot(branching, parseGoal('q(1)'));
    expect(answer.rules.map(({ satisfied }) => satisfied)).toEqual([2]);
    expect(checkWhyNot(branching, answer).problems).toEqual([]);
    const one = { kind: 'number', value: 1n } as const;
    const bindings = ['X', 'Y'].map((variable) => ({ variable, value: one }));
    const reason = {
      kind: 'missing',
      predicate: 'b/1',
      args: [one],
      variables: [undefined],
      nearest: [],
      misspelled: [],
    } as const;
    const { problems } = checkWhyNot(branching, changed(answer, { satisfied: 1, bindings, reason }));
    expect(problems).toEqual(['q/1, rule 1: other bindings come further']);
  });
});
