import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../api/compile.js';
import { parseGoal } from '../api/query.js';
import type { Evaluation } from '../engine/evaluation.js';
import { type Prepared, prepareSync } from '../engine/prepared.js';
import { BaseProofs } from './base-proofs.js';
import { explain, type ExplainOptions } from './explain.js';
import type { Proof } from './proof.js';
import { proofsBehind, renderProof } from './render.js';

const chain = Array.from({ length: 12 }, (_, at) => `e(${at},${at + 1}).`).join(' ');
const paths = `${chain} Decl start(X). Decl blocked(X). t(X,Y) :- e(X,Y), !blocked(Y). t(X,Y) :- t(X,Z), e(Z,Y).
  far(X,N) :- t(X,Y) |> do fn:group_by(X), let N = fn:count(). r(Y) :- start(X), t(X,Y).`;

function prepared(text: string): Prepared {
  return prepareSync(compileOrThrow(text, { bounds: 'off' }));
}

function proofOf(evaluation: Evaluation, goal: string, options: ExplainOptions = {}): Proof | undefined {
  const [fact] = evaluation.query(parseGoal(goal));
  return fact === undefined ? undefined : explain(evaluation, fact, options);
}

function why(evaluation: Evaluation, goal: string, options: ExplainOptions = {}): string {
  const proof = proofOf(evaluation, goal, options);
  return proof === undefined ? '' : renderProof(proof, ({ index }) => `rule ${index}`);
}

const start = { predicate: 'start', args: [0] };

describe('proofs of facts of a base', () => {
  it.each<[name: string, options: ExplainOptions]>([
    ['no limit', {}],
    ['a depth', { maxDepth: 4 }],
    ['the depth that just suffices', { maxDepth: 13 }],
    ['a number of facts', { maxFacts: 5 }],
    ['a number of steps', { maxSteps: 30 }],
    ['a number of rows', { maxRows: 2 }],
    ['all derivations', { all: true }],
  ])('are the same whether another request found them already or not, with %s', (_name, options) => {
    const base = prepared(paths);
    for (const goal of ['r(12)', 't(3,9)', 'far(0,N)']) proofOf(base.requestSync([start]), goal);
    for (const goal of ['r(12)', 't(0,12)', 't(0,5)', 'far(0,N)', 'far(4,N)']) {
      const expected = why(prepared(paths).requestSync([start]), goal, options);
      expect(expected).not.toBe('');
      expect(why(base.requestSync([start]), goal, options)).toBe(expected);
    }
  });

  it('are shared by the requests that change nothing below them', () => {
    const base = prepared(paths);
    const below = (): (Proof | undefined)[] =>
      (proofOf(base.requestSync([start]), 'r(12)')?.derivations ?? []).flatMap(proofsBehind).slice(1);
    const [first] = below();
    expect(first?.kind).toBe('rule');
    expect(below()[0]).toBe(first);
  });

  it('are looked for anew where a request changed what they lean on', () => {
    const base = prepared(
      'a(1). b(1). Decl c(X). p(X) :- a(X), c(X). p(X) :- a(X), !c(X). p(X) :- b(X). q(X) :- p(X).',
    );
    const before = why(base.requestSync(), 'q(1)');
    const given = why(base.requestSync([{ predicate: 'c', args: [1] }]), 'q(1)');
    expect(before).toContain('rule 1');
    expect(given).toContain('rule 0');
    expect(why(base.requestSync(), 'q(1)')).toBe(before);
  });

  it('are looked for anew where the time decides', () => {
    const base = prepared(
      'a(1). p(X) :- a(X), :time:lt(fn:time:now(), fn:time:parse_rfc3339("2020-01-01T00:00:00Z")). p(X) :- a(X). q(X) :- p(X).',
    );
    expect(why(base.requestSync([], { now: 0n }), 'q(1)')).toContain('rule 0');
    expect(why(base.requestSync([], { now: 2n ** 61n }), 'q(1)')).toContain('rule 1');
    expect(why(base.requestSync([], { now: 0n }), 'q(1)')).toContain('rule 0');
  });

  it('are looked for anew once the base has changed, and stay what they were for those who hold the old one', () => {
    const base = prepared('a(1). b(1). p(X) :- a(X). p(X) :- b(X). q(X) :- p(X).');
    const old = base.requestSync();
    const before = why(old, 'q(1)');
    base.updateSync({ remove: [{ predicate: 'a', args: [1] }] });
    expect(why(base.requestSync(), 'q(1)')).toContain('rule 1');
    expect(why(old, 'q(1)')).toBe(before);
  });

  it('are dropped when they become too many', () => {
    const kept = new BaseProofs();
    const proof: Proof = { fact: { predicate: 'p/1', name: 'p', args: [] }, kind: 'fact', derivations: [] };
    for (let row = 0; row < 40_000; row++) kept.keepLeaf(0, row, proof);
    kept.keep([]);
    expect(kept.leaves(0).size).toBe(40_000);
    for (let row = 0; row < 40_000; row++) kept.keepLeaf(1, row, proof);
    kept.keep([]);
    expect([kept.leaves(0).size, kept.leaves(1).size]).toEqual([0, 0]);
  });
});
