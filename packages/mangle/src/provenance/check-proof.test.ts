import { describe, expect, it } from 'vitest';
import { run } from '../../test/support.js';
import { parseGoal } from '../api/query.js';
import type { Evaluation } from '../engine/evaluation.js';
import type { Value } from '../value/value.js';
import { checkProof } from './check-proof.js';
import { explain, type ExplainOptions } from './explain.js';
import type { Derivation, Proof } from './proof.js';

const graph = `e(1,2). e(2,3). e(3,1). bad(9). n(1). n(2). n(3).
  t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z).
  ok(X) :- n(X), !bad(X), X < 3.
  c(X,N) :- t(X,_) |> do fn:group_by(X), let N = fn:count().`;

function proofOf(evaluation: Evaluation, goal: string, options: ExplainOptions = {}): Proof {
  const [fact] = evaluation.query(parseGoal(goal));
  const proof = fact === undefined ? undefined : explain(evaluation, fact, options);
  if (proof === undefined) throw new Error(`${goal} does not hold`);
  return proof;
}

function derivationOf({ derivations }: Proof): Derivation {
  const [derivation] = derivations;
  if (derivation === undefined) throw new Error('no derivation');
  return derivation;
}

const number = (value: bigint): Value => ({ kind: 'number', value });

/** A change of a proof that makes it wrong, and what the checker says. */
const forgeries: readonly [goal: string, forge: (proof: Proof, evaluation: Evaluation) => Proof, problem: string][] = [
  ['t(1,3)', (proof) => ({ ...proof, kind: 'fact', derivations: [] }), 'it is no fact of the program'],
  ['t(1,3)', (proof) => ({ ...proof, derivations: [] }), 'it has no rule'],
  ['t(1,3)', (proof) => ({ ...proof, kind: 'external' }), 'no host answers for it'],
  ['t(1,3)', (proof) => ({ ...proof, kind: 'merged' }), 'nothing merges it'],
  ['t(1,3)', (proof) => ({ ...proof, fact: { ...proof.fact, args: [number(1n), number(9n)] } }), 'it is no fact'],
  ['t(1,3)', (proof) => ({ ...proof, fact: { ...proof.fact, args: [number(2n), number(1n)] } }), 'the head is not'],
  ['t(1,3)', (proof) => changed(proof, { bindings: [] }), 'premise 1 is not proved'],
  ['t(1,3)', (proof) => changed(proof, { premises: derivationOf(proof).premises.slice(1) }), 'a premise is missing'],
  ['t(1,3)', (proof) => changed(proof, { premises: derivationOf(proof).premises.toReversed() }), 'premise 1'],
  ['t(1,3)', (proof, all) => changed(proof, { rule: derivationOf(proofOf(all, 'ok(1)')).rule }), 'another predicate'],
  ['t(1,3)', (proof) => changed(proof, { rule: { ...derivationOf(proof).rule } }), 'not in the program'],
  ['ok(2)', (proof) => changed(proof, { bindings: [{ variable: 'X', value: number(3n) }] }), 'premise 1'],
  [
    'ok(2)',
    (proof) => changed(proof, { premises: derivationOf(proof).premises.map(() => ({ kind: 'check' })) }),
    'premise 1',
  ],
  ['c(1,3)', (proof) => changed(proof, { rows: (derivationOf(proof).rows ?? []).slice(1) }), 'has 1 more rows'],
  ['c(1,3)', (proof) => changed(proof, { rows: twice(derivationOf(proof).rows ?? []) }), 'a row stands twice'],
  ['c(1,3)', (proof) => changed(proof, { rows: [] }), 'the group has no rows'],
  ['c(1,3)', (proof) => changed(proof, { bindings: [{ variable: 'N', value: number(4n) }] }), 'something else'],
];

function changed(proof: Proof, change: Partial<Derivation>): Proof {
  return { ...proof, derivations: [{ ...derivationOf(proof), ...change }] };
}

function twice<T>(rows: readonly T[]): T[] {
  return [...rows, ...rows.slice(0, 1)];
}

describe('the checker of proofs', () => {
  const evaluation = run(graph);

  it.each(['t(1,3)', 't(3,3)', 'ok(2)', 'c(1,3)', 'e(1,2)'])('accepts the proof of %s', (goal) => {
    expect(checkProof(evaluation, proofOf(evaluation, goal)).problems).toEqual([]);
    expect(checkProof(evaluation, proofOf(evaluation, goal, { all: true })).problems).toEqual([]);
  });

  it.each(forgeries.map(([goal, forge, problem]) => ({ goal, forge, problem })))(
    'refuses a forged proof of $goal: $problem',
    ({ goal, forge, problem }) => {
      const { isValid, problems } = checkProof(evaluation, forge(proofOf(evaluation, goal), evaluation));
      expect(isValid).toBe(false);
      expect(problems.join('\n')).toContain(problem);
    },
  );

  it('refuses a proof that leans on itself', () => {
    const proof = proofOf(evaluation, 't(1,1)') as { derivations: readonly Derivation[] } & Proof;
    const [first, ...rest] = derivationOf(proof).premises;
    if (first?.kind !== 'proof') throw new Error('expected a fact');
    const inner = first.proof as { derivations: readonly Derivation[] } & Proof;
    inner.derivations = [{ ...derivationOf(inner), premises: [{ kind: 'proof', proof }, ...rest] }];
    expect(checkProof(evaluation, proof).problems.join('\n')).toContain('leans on itself');
  });

  it('refuses an aggregate whose rows are left out', () => {
    const problems = checkProof(evaluation, proofOf(evaluation, 'c(1,3)', { maxRows: 2 })).problems;
    expect(problems).toEqual(['c(1,3): 1 rows of the group are left out']);
  });

  it('takes facts of the host only if it is told to', () => {
    const hosted = run('Decl h(X). p(X) :- h(X).', { facts: [{ predicate: 'h', args: [1n] }] });
    const proof = proofOf(hosted, 'p(1)');
    expect(checkProof(hosted, proof).problems).toEqual([
      'h(1): it is no fact of the program; if the host gave it, `isGiven` has to say so',
    ]);
    expect(checkProof(hosted, proof, { isGiven: ({ name }) => name === 'h' }).isValid).toBe(true);
  });

  it('says what it took on trust', () => {
    const chain = Array.from({ length: 9 }, (_, at) => `e(${at},${at + 1}).`).join(' ');
    const evaluated = run(`${chain} r(0). r(Y) :- r(X), e(X,Y).`);
    const { isValid, assumed } = checkProof(evaluated, proofOf(evaluated, 'r(9)', { maxDepth: 2 }));
    expect(isValid).toBe(true);
    expect(assumed.map(({ fact, kind }) => [fact.args, kind])).toEqual([[[number(7n)], 'deeper']]);
  });

  it('wants intervals that cover the window', () => {
    const evaluated = run(`u(/a)@[2024-01-01, 2024-01-10]. u(/a)@[2024-01-05, 2024-01-20]. u(/a)@[2024-01-02].
      p(X) :- u(X)@[2024-01-02, 2024-01-15].`);
    const proof = proofOf(evaluated, 'p(/a)');
    const [premise] = derivationOf(proof).premises;
    if (premise?.kind !== 'cover') throw new Error('expected a cover');
    expect(premise.proofs).toHaveLength(2);
    expect(checkProof(evaluated, proof).isValid).toBe(true);
    const short = { ...premise, proofs: premise.proofs.slice(1) };
    expect(checkProof(evaluated, changed(proof, { premises: [short] })).problems).toEqual([
      'p(/a): premise 1 is not proved',
    ]);
  });

  it('refuses what rests on a merged value that was replaced', () => {
    const evaluation = run(`
      Decl far(X, N) descr [fundep([X], [N]), merge([N], "less")].
      Decl less(A, B, C) descr [mode("+", "+", "-"), deferred()].
      less(A, B, A) :- A <= B. less(A, B, B) :- B < A.
      far(1, 0). road(1, 2, 3). road(1, 3, 1). road(3, 2, 1).
      step(X, N) :- far(X, N).
      far(Y, M) :- step(X, N), road(X, Y, W), M = fn:plus(N, W).
      reached(X) :- step(X, N).`);
    const proof = proofOf(evaluation, 'step(2, _)');
    expect(checkProof(evaluation, proof).problems).toEqual([]);
    const old = { ...proof, fact: { ...proof.fact, args: [number(2n), number(3n)] } };
    expect(checkProof(evaluation, old).problems[0]).toContain('it is no fact of the model');
    const reached = proofOf(evaluation, 'reached(2)');
    const bindings = [
      { variable: 'N', value: number(3n) },
      { variable: 'X', value: number(2n) },
    ];
    const forged = changed(reached, { bindings, premises: [{ kind: 'proof', proof: old }] });
    expect(checkProof(evaluation, forged).problems[0]).toContain('premise 1 is no fact of the model');
  });

  it('accepts the proofs of temporal facts that cover windows of each other in one round', () => {
    const evaluation = run(`
      e(3, 4). e(4, 2). e(2, 3). e(3, 2).
      t(2)@[2024-01-04, 2024-01-05]. t(4)@[2024-01-03, 2024-01-07].
      a(X)@[S, E] :- b(X)@[S, E], a(X)@[S].
      b(X)@[S, E] :- a(X)@[S, E], b(Y)@[S, E], e(X, Y).
      a(X)@[S, E] :- t(X)@[S, E].
      b(Y)@[S, E] :- a(X)@[S, E], e(X, Y).
      a(Y)@[S, E] :- b(X)@[S, E], e(X, Y), b(Y)@[S, E].`);
    for (const fact of evaluation.facts()) {
      const proof = explain(evaluation, fact);
      expect(proof).toBeDefined();
      if (proof === undefined) continue;
      const { problems, assumed } = checkProof(evaluation, proof);
      expect([problems, assumed]).toEqual([[], []]);
    }
  });
});
