import {
  evaluate,
  type Evaluation,
  type Fact,
  type FactInput,
  type InstantInput,
  type PredicateKey,
  type Program,
  sourceText,
  toValue,
} from '@manglecp/mangle';
import { factsOfProgram } from './slice-program.js';

/** Tells how many facts an evaluation with these facts of a client started from: distinct ones, the base's included (C-79). */
export type FactCounter = (evaluation: Evaluation, facts: readonly FactInput[]) => number;

/** Looks at a base once, so that a count costs no more than the facts of its request. */
export async function createFactCounter(program: Program, baseFacts: readonly FactInput[]): Promise<FactCounter> {
  const base = await evaluate(factsOfProgram(program), { facts: baseFacts, now: 0n, bounds: 'off' });
  const counts = new Map(base.predicates().map(({ key }) => [key, base.count(key)]));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const derived = new Set(program.rules.map(({ predicate }) => predicate));
  const known = new Set([...derived].flatMap((key) => base.facts(key).map(factText)));
  return (evaluation, facts) => {
    const plain = new Set<PredicateKey>();
    const fresh = new Set<string>();
    for (const input of facts) {
      const key: PredicateKey = `${input.predicate}/${input.args.length}`;
      // What no rule derives is counted by the engine. Where rules add facts, the client's have to be told apart.
      if (!derived.has(key)) plain.add(key);
      else if (!known.has(inputText(input))) fresh.add(inputText(input));
    }
    return [...plain].reduce((sum, key) => sum + evaluation.count(key) - (counts.get(key) ?? 0), total + fresh.size);
  };
}

function factText({ name, args, interval }: Fact): string {
  return [name, ...args.map(sourceText), interval?.start ?? minInstant, interval?.end ?? maxInstant].join();
}

function inputText({ predicate, args, interval }: FactInput): string {
  const [start, end] = [nanosOf(interval?.start, minInstant), nanosOf(interval?.end, maxInstant)];
  return [predicate, ...args.map((arg) => sourceText(toValue(arg))), start, end].join();
}

const minInstant = -(2n ** 63n);
const maxInstant = 2n ** 63n - 1n;

function nanosOf(instant: InstantInput | undefined, open: bigint): bigint {
  if (instant === undefined) return open;
  return typeof instant === 'bigint' ? instant : BigInt(instant.getTime()) * 1_000_000n;
}
