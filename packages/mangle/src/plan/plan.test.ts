import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../api/compile.js';
import type { Plan } from './plan.js';
import { planProgram } from './program-plan.js';

/** The steps of a plan in short: what is scanned by which columns, and the tests between. */
function outline({ steps }: Plan): string[] {
  return steps.map((step) => {
    if (step.kind === 'scan')
      return `${step.range} ${step.predicate} by [${step.key.map(({ column }) => column).join()}]`;
    if (step.kind === 'builtin') return step.builtin.name;
    return step.kind === 'ask' || step.kind === 'absent' ? `${step.kind} ${step.predicate}` : step.kind;
  });
}

function plansOf(
  text: string,
  predicate: string,
  sizes: Readonly<Record<string, number>> = {},
): { full: string[][]; recent: string[][] } {
  const { components } = planProgram(compileOrThrow(text, { bounds: 'off', lints: false }));
  const rules = components.find(({ predicates }) => predicates.includes(predicate))?.rules ?? [];
  const sizeOf = (key: string): number => sizes[key] ?? 100;
  return {
    full: rules.map((rule) => outline(rule.full(sizeOf))),
    recent: rules.flatMap((rule) => rule.growing.map((at) => outline(rule.driven(at, 'recent', sizeOf)))),
  };
}

describe('a plan', () => {
  it('starts with the newest facts and looks the others up', () => {
    const { recent } = plansOf('e(1,2). t(X,Y) :- e(X,Y). t(X,Z) :- e(X,Y), t(Y,Z).', 't/2');
    expect(recent).toEqual([['recent t/2 by []', 'all e/2 by [1]']]);
  });

  it('joins each pair of new facts once: premises before the recent one see stable rows', () => {
    const { recent } = plansOf('e(1,2). t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), t(Y,Z).', 't/2');
    expect(recent).toEqual([
      ['recent t/2 by []', 'known t/2 by [0]'],
      ['recent t/2 by []', 'stable t/2 by [1]'],
    ]);
  });

  it('takes the atom next that promises the fewest rows', () => {
    const text = 'a(1). b(1,2). c(/k,1). p(X) :- a(Z), b(Z,X), c(/k,X).';
    expect(plansOf(text, 'p/1').full).toEqual([['all c/2 by [0]', 'all b/2 by [1]', 'all a/1 by [0]']]);
    const full = plansOf(text, 'p/1', { 'a/1': 3 }).full;
    expect(full).toEqual([['all a/1 by []', 'all b/2 by [0]', 'all c/2 by [0,1]']]);
  });

  it('lets no premise past a function that is written before it', () => {
    const { full } = plansOf('a(1,2). b(3). p(Z) :- a(X,Y), Z = fn:div(X,Y), b(Z), b(X).', 'p/1', { 'b/1': 1 });
    expect(full).toEqual([['all a/2 by []', 'assign', 'all b/1 by [0]', 'all b/1 by [0]']]);
  });

  it('moves a test that cannot fail forward, but never a function before its guard', () => {
    const { full } = plansOf('a(1,2). ok(1). no(1). p(Z) :- a(X,Y), ok(Y), !no(X), Z = fn:div(X,Y).', 'p/1');
    expect(full).toEqual([['all a/2 by []', 'absent no/1', 'all ok/1 by [0]', 'assign']]);
  });

  it('asks a deferred predicate before it looks for answers', () => {
    const text = 'Decl f(X,Y) descr [mode("+","-"), deferred()]. f(X,X) :- X > 0. n(1). p(Y) :- n(X), f(X,Y).';
    expect(plansOf(text, 'p/1').full).toEqual([['all n/1 by []', 'ask f/2', 'all f/2 by [0]']]);
  });

  it('is made once for each program', () => {
    const program = compileOrThrow('a(1). p(X) :- a(X).');
    expect(planProgram(program)).toBe(planProgram(program));
  });
});
