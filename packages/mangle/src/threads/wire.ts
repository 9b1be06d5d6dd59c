import type { Limits } from '../engine/budget.js';
import type { EvaluateOptions } from '../engine/evaluate.js';
import { isBatch } from '../engine/host-batch.js';
import { type FactInput, type InstantInput, toNanos } from '../engine/host-facts.js';
import { bytesOf, createSource, type Source } from '../text/source.js';
import { argsAt, type FactBatch } from '../value/fact-batch.js';
import { exact, toValue } from '../value/js.js';
import type { Value } from '../value/value.js';
import type { Asked, Found } from './asked.js';
import type { WireError } from './wire-error.js';

/** A text of a program between threads. */
export interface WireSource {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A fact of the host between threads: objects of classes would not arrive as such, values do. */
export interface WireFact {
  readonly predicate: string;
  readonly args: readonly Value[];
  readonly interval?: { readonly start?: bigint; readonly end?: bigint };
}

/** Options of evaluations that are plain data. */
export type PlainOptions = Pick<EvaluateOptions, 'bounds' | 'execution'>;

/** What a thread needs to know of a program to have the same one. */
export interface WireProgram {
  readonly sources: readonly WireSource[];
  /** For each source whether its facts were read in bulk. */
  readonly bulk?: readonly boolean[];
  /** The address of the module with the host's functions. */
  readonly hostModule?: string;
}

/** Work that a thread answers with one `Reply`. */
export interface Work {
  readonly id: number;
  readonly facts: readonly WireFact[];
  readonly asked: Asked;
  readonly now: bigint;
  readonly limits: Limits;
  /** Not 0 once the caller wants the work to end. */
  readonly flag: Int32Array<SharedArrayBuffer>;
}

/** What a thread is told. It does one after the other; only `cancel` does not wait. */
export type Message =
  | { readonly kind: 'program'; readonly program: WireProgram; readonly options: PlainOptions }
  | { readonly kind: 'load'; readonly bytes: SharedArrayBuffer }
  | UpdateMessage
  | { readonly kind: 'request'; readonly work: Work }
  | {
      readonly kind: 'evaluate';
      readonly work: Work;
      readonly program: WireProgram;
      readonly options: PlainOptions;
    }
  | { readonly kind: 'cancel'; readonly id: number };

/** A change of the base. */
export interface UpdateMessage {
  readonly kind: 'update';
  readonly add: readonly WireFact[];
  readonly remove: readonly WireFact[];
  readonly limits: Limits;
}

/** What a thread says: that it begins, what was found, why it was not, or why the thread is of no use any more. */
export type Reply =
  | { readonly kind: 'begun'; readonly id: number }
  | { readonly kind: 'found'; readonly id: number; readonly found: Found }
  | { readonly kind: 'failed'; readonly id: number; readonly error: WireError }
  | { readonly kind: 'broken'; readonly error: WireError };

export function wireSource(source: Source): WireSource {
  const bytes = bytesOf(source);
  // A view would take everything along that it is a view of.
  return { name: source.name, bytes: bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice() };
}

export function readSource({ name, bytes }: WireSource): Source {
  return createSource(name, bytes);
}

/** Facts of the host, one by one. Throws what `toValue` and `toNanos` throw for a fact that cannot be one. */
export function wireFacts(inputs: Iterable<FactInput | FactBatch>): WireFact[] {
  return Array.from(inputs, (input) => (isBatch(input) ? wireBatch(input) : [wireFact(input)])).flat();
}

function wireBatch(batch: FactBatch): WireFact[] {
  const { predicate, count } = batch;
  return Array.from({ length: count }, (_, row) => ({ predicate, args: argsAt(batch, row) }));
}

function wireFact({ predicate, args, interval }: FactInput): WireFact {
  const values = args.map((arg) => toValue(arg));
  if (interval === undefined) return { predicate, args: values };
  return {
    predicate,
    args: values,
    interval: { ...bound('start', interval.start), ...bound('end', interval.end) },
  };
}

export function readFact({ predicate, args, interval }: WireFact): FactInput {
  return { predicate, args: args.map((value) => exact(value)), ...(interval === undefined ? {} : { interval }) };
}

function bound(
  side: 'start' | 'end',
  instant: InstantInput | undefined,
): { readonly start?: bigint; readonly end?: bigint } {
  return instant === undefined ? {} : { [side]: toNanos(instant) };
}
