import { closest } from '../diagnostics/suggest.js';
import { diagnostic } from '../diagnostics/diagnostic.js';
import { type PredicateInfo, type PredicateKey, predicateKey, type Program } from '../program/program.js';
import { type MangleInput, toValue } from '../value/js.js';
import { maxInt64, minInt64, type Value } from '../value/value.js';
import type { CheckArgs } from './external.js';
import { EvaluationError, placeOf } from './evaluation-error.js';

/** A moment as nanoseconds since 1970 or as a date. */
export type InstantInput = bigint | Date;

/** A fact given by the host. */
export interface FactInput {
  /** The predicate's name, with its package if it has one. */
  readonly predicate: string;
  readonly args: readonly MangleInput[];
  /** When a fact of a temporal predicate holds, both ends included. Absent: always; an absent end is unbounded. */
  readonly interval?: { readonly start?: InstantInput; readonly end?: InstantInput };
}

/** A host fact that fits the program. */
export interface HostFact {
  readonly info: PredicateInfo;
  readonly args: readonly Value[];
  readonly interval?: { readonly start: bigint; readonly end: bigint };
}

/** Builds facts as the host writes them: `fact('edge', name('/a'), name('/b'))`. */
export function fact(predicate: string, ...args: MangleInput[]): FactInput {
  return { predicate, args };
}

/** A fact that holds from `start` to `end`, both included; leave one out for an open end. */
export function factDuring(
  predicate: string,
  args: readonly MangleInput[],
  interval: { readonly start?: InstantInput; readonly end?: InstantInput },
): FactInput {
  return { predicate, args, interval };
}

/** Nanoseconds since 1970. Throws a RangeError or TypeError for what is no instant of the 64-bit clock. */
export function toNanos(instant: InstantInput): bigint {
  if (typeof instant === 'bigint') return checkClock(instant);
  if (!(instant instanceof Date)) throw new TypeError('expected an instant: nanoseconds as a bigint, or a Date');
  if (Number.isNaN(instant.getTime())) throw new RangeError('expected an instant, got an invalid Date');
  return checkClock(BigInt(instant.getTime()) * 1_000_000n);
}

function checkClock(nanos: bigint): bigint {
  if (nanos >= minInt64 && nanos <= maxInt64) return nanos;
  throw new RangeError('an instant lies outside the clock, which runs from 1677-09-21 to 2262-04-11');
}

/** Checks one fact of the host against the program; throws an `EvaluationError` that says what is wrong. */
export function readHostFact(input: FactInput, program: Program, checkArgs: CheckArgs): HostFact {
  const problem = shapeProblem(input);
  if (problem !== undefined) return refuse(program, problem);
  const info = program.predicates.get(predicateKey(input.predicate, input.args.length));
  if (info === undefined) return refuse(program, unknownText(input, program));
  const args = input.args.map((arg, at) => readArg(arg, at, input, program));
  const misfit = checkArgs(info, args);
  if (misfit !== undefined) return refuse(program, `a fact of \`${info.key}\` does not fit its bounds: ${misfit}`);
  if (!info.isTemporal) {
    if (input.interval === undefined) return { info, args };
    return refuse(program, `\`${info.key}\` is not temporal, so its facts have no interval`);
  }
  const start = readInstant(input.interval?.start, minInt64, info, program);
  const end = readInstant(input.interval?.end, maxInt64, info, program);
  if (start > end) return refuse(program, `the interval of a fact of \`${info.key}\` ends before it starts`);
  return { info, args, interval: { start, end } };
}

/** What is wrong with the shape of a fact; the host may be plain JavaScript. */
function shapeProblem(input: unknown): string | undefined {
  if (typeof input === 'string') {
    return "a fact of the host is no text: write `fact('edge', 1, 2)`, or compile the text as part of the program";
  }
  const { predicate, args } = typeof input === 'object' && input !== null ? (input as Partial<FactInput>) : {};
  if (typeof predicate === 'string' && Array.isArray(args)) return undefined;
  return "a fact of the host must have `predicate` and `args`: write `fact('edge', 1, 2)`";
}

function readInstant(
  instant: InstantInput | undefined,
  open: bigint,
  { key }: PredicateInfo,
  program: Program,
): bigint {
  try {
    return instant === undefined ? open : toNanos(instant);
  } catch (error) {
    return refuse(program, `the interval of a fact of \`${key}\` is none: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readArg(arg: MangleInput, at: number, { predicate }: FactInput, program: Program): Value {
  try {
    return toValue(arg);
  } catch (error) {
    return refuse(program, `argument ${at + 1} of a fact of \`${predicate}\` is no value: ${reasonOf(error)}`);
  }
}

function unknownText({ predicate, args }: FactInput, { predicates }: Program): string {
  const keys: PredicateKey[] = [...predicates.keys()];
  const key = predicateKey(predicate, args.length);
  const near = closest(key, keys);
  return `the program has no predicate \`${key}\`${near === undefined ? '' : `; did you mean \`${near}\`?`}`;
}

function refuse(program: Program, message: string): never {
  throw new EvaluationError(
    diagnostic('invalid-fact', placeOf(program), message, {
      help: 'Facts given by the host must name a predicate of the program, with its number of arguments and its types.',
    }),
  );
}
