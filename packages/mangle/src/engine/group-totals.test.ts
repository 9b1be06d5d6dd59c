import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../api/compile.js';
import { maxInt64 } from '../value/value.js';
import type { EvaluationError } from './evaluation-error.js';
import { evaluateSync } from './evaluate.js';
import { fact } from './host-facts.js';
import type { Execution } from './plan-runner.js';

const program = `
  Decl p(K, L, V) bound [/number, /number, /number].
  both(K, L, S, N, A, B) :- p(K, L, V) |> do fn:group_by(K, L),
    let S = fn:sum(V), let N = fn:count(), let A = fn:min(V), let B = fn:max(V).
  one(K, D) :- p(K, _, V) |> do fn:group_by(K), let S = fn:sum(V), let N = fn:count(), let D = fn:plus(S, N).
  all(S, N) :- p(_, _, V) |> do fn:group_by(), let S = fn:sum(V), let N = fn:count().`;

type Row = readonly [key: bigint, other: bigint, value: bigint];

const executions: readonly Execution[] = ['compiled', 'closures'];

/** The facts of the rules, sorted, by both ways to run them. */
function found(rows: readonly Row[]): string[][] {
  const compiled = compileOrThrow(program);
  const facts = rows.map((row) => fact('p', ...row));
  return executions.map((execution) => {
    const evaluation = evaluateSync(compiled, { facts, execution });
    return ['both/6', 'one/2', 'all/2']
      .flatMap((key) =>
        [...evaluation.facts(key)].map(
          ({ args }) => `${key} ${args.map((arg) => String('value' in arg && arg.value)).join()}`,
        ),
      )
      .sort();
  });
}

function byHand(rows: readonly Row[]): string[] {
  const distinct = [...new Map(rows.map((row) => [row.join(), row])).values()];
  const groups = (keyOf: (row: Row) => string): [string, bigint[]][] => {
    const values = new Map<string, bigint[]>();
    for (const row of distinct) values.set(keyOf(row), [...(values.get(keyOf(row)) ?? []), row[2]]);
    return [...values];
  };
  const sum = (values: readonly bigint[]): bigint =>
    BigInt.asIntN(
      64,
      values.reduce((a, b) => a + b, 0n),
    );
  const least = (values: readonly bigint[]): bigint => values.reduce((a, b) => (b < a ? b : a));
  const most = (values: readonly bigint[]): bigint => values.reduce((a, b) => (b > a ? b : a));
  return [
    ...groups(([key, other]) => `${key},${other}`).map(
      ([key, values]) => `both/6 ${key},${sum(values)},${values.length},${least(values)},${most(values)}`,
    ),
    ...groups(([key]) => String(key)).map(
      ([key, values]) => `one/2 ${key},${BigInt.asIntN(64, sum(values) + BigInt(values.length))}`,
    ),
    ...groups(() => '').map(([, values]) => `all/2 ${sum(values)},${values.length}`),
  ].sort();
}

describe('totals of groups', () => {
  it('are those of a sum by hand, whatever the size of the numbers', () => {
    const small = fc.bigInt({ min: -5n, max: 5n });
    const key = fc.bigInt({ min: 0n, max: 40n });
    const edge = fc.constantFrom(2n ** 30n - 1n, 2n ** 30n, -(2n ** 30n), -(2n ** 30n) - 1n, 2n ** 52n, maxInt64);
    const value = fc.oneof({ weight: 30, arbitrary: small }, { weight: 1, arbitrary: edge });
    const rows = fc.array(fc.tuple(key, fc.bigInt({ min: 0n, max: 2n }), value), { maxLength: 200 });
    fc.assert(
      fc.property(rows, (given) => {
        const expected = byHand(given);
        for (const facts of found(given)) expect(facts).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('end with the complaint of the reducer at a value that is no number', () => {
    const text = `p(1, 2). p(2, 3). p(3, /x). s(S) :- p(_, V) |> do fn:group_by(), let S = fn:sum(V).`;
    const [first, second] = executions.map((execution) => {
      try {
        evaluateSync(compileOrThrow(text, { bounds: 'off' }), { execution });
      } catch (error) {
        return (error as EvaluationError).diagnostic.message;
      }
      return undefined;
    });
    expect(first).toContain('must be a number');
    expect(second).toBe(first);
  });
});
