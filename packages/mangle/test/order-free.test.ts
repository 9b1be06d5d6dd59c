import { describe, expect, it } from 'vitest';
import { parseGoal } from '../src/api/query.js';
import { evaluateSync } from '../src/engine/evaluate.js';
import { checkProof } from '../src/provenance/check-proof.js';
import { checkWhyNot } from '../src/provenance/check-why-not.js';
import { explain } from '../src/provenance/explain.js';
import { whyNot } from '../src/provenance/why-not.js';
import { oracleText } from '../src/value/format.js';
import { modelText, readTexts, runMode, runNaive } from './evaluators.js';
import { modes } from './support/modes.js';

const options = { now: 1_717_200_000_000_000_000n, bounds: 'off' } as const;

/** Facts, the head of `goal` rules, their conditions, and the facts of `goal`. */
const cases: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['q([1, 2, 3]). f([2, 3], 7). f([2], 8).', 'goal(N)', ['q(L)', 'f(T, N)', ':match_cons(L, _, T)'], ['(7)']],
  ['l([1, 2]). r(1). r(5).', 'goal(X)', ['l(L)', 'r(X)', ':list:member(X, L)'], ['(1)']],
  ['p(1, 2). p(3, 5).', 'goal(X)', ['p(X, fn:plus(X, 1))'], ['(1)']],
  ['p(1, 2). p(3, 5). r(1). r(3).', 'goal(X)', ['p(X, fn:plus(X, 1))', 'r(X)'], ['(1)']],
  ['p(1, 2). p(3, 5). r(1). r(3).', 'goal(X)', ['!p(X, fn:plus(X, 1))', 'r(X)'], ['(3)']],
  ['p(1, 2). q(1, 2). q(2, 2).', 'goal(X, Y)', ['p(X, fn:plus(Y, 1))', 'q(Y, fn:plus(X, 1))'], ['(1, 1)']],
  ['a(fn:pair(1, 1)). a(fn:pair(1, 2)).', 'goal(X)', ['a(P)', ':match_pair(P, X, X)'], ['(1)']],
  ['a(fn:pair(1, 1)). a(fn:pair(1, 2)).', 'goal(P)', ['a(P)', ':match_pair(P, 1, 2)'], ['(fn:pair(1, 2))']],
  ['a(fn:pair(1, 1)). a(fn:pair(1, 2)).', 'goal(X)', ['a(P)', ':match_pair(P, X, fn:plus(X, 1))'], ['(1)']],
  ['m([/a : 1]). k(/a). v(1).', 'goal(K)', ['m(M)', 'k(K)', 'v(V)', ':match_entry(M, K, V)'], ['(/a)']],
  ['s({/x : 1}). v(1). v(2).', 'goal(V)', ['s(S)', 'v(V)', ':match_field(S, /x, V)'], ['(1)']],
  [
    'Decl d(X, Y) descr [deferred(), mode("+", "-")]. d(X, Y) :- Y = fn:mult(X, X). n(1). n(2). n(4).',
    'goal(X, Y)',
    ['n(X)', 'n(Y)', 'd(X, Y)', 'd(X, fn:mult(Y, 1))'],
    ['(1, 1)', '(2, 4)'],
  ],
  [
    't(1, 2)@[2024-01-01, 2024-02-01]. t(3, 5)@[2024-01-01, 2024-02-01].',
    'goal(X)',
    ['t(X, fn:plus(X, 1))@[2024-01-10, 2024-01-20]'],
    ['(1)'],
  ],
  [
    't(1, 2)@[2024-01-01, 2024-02-01]. t(3, 5)@[2024-01-01, 2024-02-01].',
    'goal(X)',
    ['<-[2024-01-10, 2024-01-20] t(X, fn:plus(X, 1))@[S, E]'],
    ['(1)'],
  ],
  [
    'Decl person(X) descr [reflects(/person)]. n(/person/ann). n(/thing).',
    'goal(X)',
    ['person(X)', 'n(X)'],
    ['(/person/ann)'],
  ],
];

function orders<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

describe.each(cases)('%s %s :- %j', (facts, head, conditions, expected) => {
  it.each(orders(conditions).map((order) => order.join(', ')))('derives the same by %s', async (body) => {
    const text = `${facts}\n${head} :- ${body} .`;
    const program = readTexts([text], options.bounds);
    if ('stage' in program) throw new Error(program.error);
    const evaluation = evaluateSync(program, options);
    const found = evaluation.facts().filter(({ predicate }) => predicate.startsWith('goal/'));
    expect(found.map(({ args }) => `(${args.map((arg) => oracleText(arg)).join(', ')})`).sort()).toEqual(expected);
    const model = modelText({ facts: evaluation.facts() }).filter((line) => line.startsWith('goal/'));
    expect(modelText(runNaive([text], options)).filter((line) => line.startsWith('goal/'))).toEqual(model);
    for (const mode of modes) {
      const outcome = modelText(await runMode(program, options, mode));
      expect(
        outcome.filter((line) => line.startsWith('goal/')),
        mode.name,
      ).toEqual(model);
    }
    for (const fact of found) {
      const proof = explain(evaluation, fact);
      expect(proof === undefined ? ['none'] : checkProof(evaluation, proof).problems).toEqual([]);
    }
    const absent = parseGoal(head.replaceAll(/[A-Z]/g, '"absent"'));
    expect(checkWhyNot(evaluation, whyNot(evaluation, absent)).problems).toEqual([]);
  });
});
