import type { FactInput } from '../../src/engine/host-facts.js';
import { valueKey } from '../../src/naive/intern.js';
import type { Instant, Program, SourceFact } from '../../src/program/program.js';
import { fromValue, toValue } from '../../src/value/js.js';

/** A fact of the program's text as the host would give it, at an evaluation time. */
export function inputOf({ predicate, args, interval }: SourceFact, program: Program, now: bigint): FactInput {
  const name = program.predicates.get(predicate)?.name ?? predicate;
  const input = { predicate: name, args: args.map((value) => fromValue(value)) };
  if (interval === undefined) return input;
  return { ...input, interval: { start: nanosOf(interval.start, now), end: nanosOf(interval.end, now) } };
}

/** A fact that ends before it starts is an error that only the text can have. */
export function isOrdered({ interval }: SourceFact, now: bigint): boolean {
  return interval === undefined || nanosOf(interval.start, now) <= nanosOf(interval.end, now);
}

/** Whether it holds at a time that depends on the evaluation time. */
export function isTimed({ interval }: SourceFact): boolean {
  return interval !== undefined && (interval.start.kind === 'now' || interval.end.kind === 'now');
}

function nanosOf(instant: Instant, now: bigint): bigint {
  if (instant.kind === 'variable') throw new Error('a fact has no variable bounds');
  return instant.kind === 'time' ? instant.nanos : BigInt.asIntN(64, now + instant.offset);
}

/** Text that two facts of the host share exactly when they are the same fact. */
export function inputKey({ predicate, args, interval }: FactInput): string {
  const values = args.map((arg) => valueKey(toValue(arg))).join(' ');
  return `${predicate} ${values} ${String(interval?.start)} ${String(interval?.end)}`;
}
