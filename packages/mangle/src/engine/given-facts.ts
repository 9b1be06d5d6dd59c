import type { PredicateKey, Program, SourceFact } from '../program/program.js';
import type { FactBatch } from '../value/fact-batch.js';
import { placeOf } from './evaluation-error.js';
import type { Evaluator } from './evaluator.js';
import type { Interval } from './evaluator-options.js';
import type { CheckArgs } from './external.js';
import { Failure } from './failure.js';
import { isBatch, loadHostBatch } from './host-batch.js';
import { type FactInput, readHostFact } from './host-facts.js';
import { loadBatch } from './load-batch.js';
import { checkInterval } from './sink.js';

/** Loads the facts of a program one at a time and tells their predicates. */
export function* loadSourceFacts(
  evaluator: Evaluator,
  facts: Iterable<SourceFact>,
  now: bigint,
): Generator<PredicateKey> {
  for (const fact of facts) {
    const { predicate, args, clause } = fact;
    evaluator.load(predicate, args, intervalOf(fact, now), clause.annotation?.span ?? clause.head.span);
    yield predicate;
  }
}

/** Loads the facts that a program has in bulk and tells their predicates. */
export function* loadBatches(evaluator: Evaluator, program: Program): Generator<PredicateKey> {
  for (const batch of program.batches) yield* loadBatch(evaluator, program, batch, placeOf(program));
}

/** Loads facts of the host one at a time and tells their predicates. */
export function* loadHostFacts(
  evaluator: Evaluator,
  inputs: Iterable<FactInput | FactBatch>,
  program: Program,
  checkArgs: CheckArgs,
): Generator<PredicateKey> {
  for (const input of inputs) {
    if (isBatch(input)) {
      yield* loadHostBatch(evaluator, input, program, checkArgs);
      continue;
    }
    yield loadHostFact(evaluator, input, program, checkArgs);
  }
}

/** Loads one fact of the host and tells its predicate. */
export function loadHostFact(
  evaluator: Evaluator,
  input: FactInput,
  program: Program,
  checkArgs: CheckArgs,
): PredicateKey {
  const { info, args, interval } = readHostFact(input, program, checkArgs);
  evaluator.load(info.key, args, interval, info.span ?? placeOf(program));
  return info.key;
}

/** Whether a fact holds at a time that only the evaluation tells. */
export function isTimed({ interval }: SourceFact): boolean {
  return interval?.start.kind === 'now' || interval?.end.kind === 'now';
}

function intervalOf({ interval, clause }: SourceFact, now: bigint): Interval | undefined {
  if (interval === undefined) return undefined;
  const span = clause.annotation?.span ?? clause.head.span;
  const [start, end] = [interval.start, interval.end].map((instant) => {
    if (instant.kind === 'variable') throw new Failure('invalid-interval', span, 'a fact cannot have a variable bound');
    return instant.kind === 'time' ? instant.nanos : BigInt.asIntN(64, now + instant.offset);
  });
  if (start === undefined || end === undefined) return undefined;
  checkInterval(start, end, span);
  return { start, end };
}
