import type { PredicateInfo, PredicateKey, Program } from '../program/program.js';
import { fromValue, type MangleInput, type MangleOutput, toValue } from '../value/js.js';
import type { Value } from '../value/value.js';
import type { Span } from '../text/source.js';
import { diagnostic } from '../diagnostics/diagnostic.js';
import { closest } from '../diagnostics/suggest.js';
import { BudgetSignal } from './budget.js';
import { EvaluationError, placeOf } from './evaluation-error.js';
import { Failure } from './failure.js';

/** What a call gives back: the values of the arguments that are not inputs, for each fact; or whether there is one. */
export type ExternalRows = boolean | Iterable<readonly MangleInput[]>;

export interface ExternalCall {
  /** Fires when the evaluation is cancelled or the call's time is over. */
  readonly signal: AbortSignal;
}

/**
 * A host function behind a predicate declared with `external()` and one mode. It is called once for each distinct tuple
 * of inputs in an evaluation, and its facts are kept for the rest of that evaluation.
 */
export interface External {
  readonly call: (inputs: readonly MangleOutput[], call: ExternalCall) => ExternalRows | PromiseLike<ExternalRows>;
  /**
   * Whether equal inputs always have the same facts, so that a prepared base may keep them. Without it they are asked
   * for in every request.
   */
  readonly isDeterministic?: boolean;
  /** Facts one call may give; more is an error. 10,000 if absent. */
  readonly maxRows?: number;
  /** Asynchronous calls that may run at the same time. 16 if absent. */
  readonly maxConcurrent?: number;
  /** Time one asynchronous call may take. 30,000 if absent. */
  readonly timeoutMs?: number;
}

/** By predicate key, such as `delay/2`. */
export type Externals = Readonly<Record<PredicateKey, External>>;

/** The facts of one call: each row has a value for every argument. */
export type AnswerRows = readonly (readonly Value[])[];

/** Refuses host functions for predicates that the program does not ask; they would never be called. */
export function checkExternals(externals: Externals, program: Program): void {
  for (const [key, external] of Object.entries<unknown>(externals)) {
    checkExternal(key, external);
    if (program.predicates.get(key)?.isExternal === true) continue;
    const known = [...program.predicates.values()].filter((info) => info.isExternal).map((info) => info.key);
    const near = closest(key, known);
    const help = near === undefined ? 'Declare it with `external()` and one mode.' : `Did you mean \`${near}\`?`;
    const message = `the program has no external predicate \`${key}\``;
    throw new EvaluationError(diagnostic('external-failed', placeOf(program), message, { help }));
  }
}

/** The host may be plain JavaScript. Throws a TypeError for what cannot be called as an external predicate. */
function checkExternal(key: string, external: unknown): void {
  const isCallable =
    typeof external === 'object' && external !== null && 'call' in external && typeof external.call === 'function';
  if (isCallable) return;
  const example = `{ call: ([first], { signal }) => [[second], …] }`;
  const got = typeof external === 'function' ? 'a bare function' : 'something without `call`';
  throw new TypeError(`the external predicate \`${key}\` must be an object such as \`${example}\`, got ${got}`);
}

/** Says what is wrong with the arguments of a fact, if anything. */
export type CheckArgs = (info: PredicateInfo, args: readonly Value[]) => string | undefined;

/** One question to the host, with all that is needed to ask it and to complain about the answer. */
export interface ExternalQuestion {
  readonly external: External;
  readonly info: PredicateInfo;
  readonly inputColumns: readonly number[];
  readonly inputs: readonly Value[];
  readonly span: Span;
  readonly cancellation: Cancellation;
  readonly checkArgs: CheckArgs;
  /** Milliseconds until the evaluation's deadline. */
  readonly remainingMs: number;
}

/** Tells many questions that one signal has fired, with one listener: hosts take more than a few for a leak. */
export class Cancellation {
  readonly #signal: AbortSignal | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #tell = (): void => {
    for (const listener of [...this.#listeners]) listener();
  };

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** Calls the listener at once if it has happened already, as it may during a pause right before a question. */
  add(listener: () => void): void {
    if (this.#signal?.aborted === true) listener();
    if (this.#listeners.size === 0) this.#signal?.addEventListener('abort', this.#tell);
    this.#listeners.add(listener);
  }

  delete(listener: () => void): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#signal?.removeEventListener('abort', this.#tell);
  }
}

export const defaultMaxConcurrent = 16;
const defaultMaxRows = 10_000;
const defaultTimeoutMs = 30_000;

/** Asks the host. The answer is checked and completed by the inputs; whatever goes wrong is a `Failure`. */
export function askExternal(question: ExternalQuestion): AnswerRows | Promise<AnswerRows> {
  const { external, inputs } = question;
  const abort = new AbortController();
  const fail = (error: unknown): never => {
    throw failureOf(question, error);
  };
  try {
    const given = external.call(
      inputs.map((value) => fromValue(value)),
      { signal: abort.signal },
    );
    if (!isThenable(given)) return answerRows(question, given);
    return withDeadline(question, Promise.resolve(given), abort)
      .then((rows) => answerRows(question, rows))
      .catch(fail);
  } catch (error) {
    return fail(error);
  }
}

function isThenable(given: ExternalRows | PromiseLike<ExternalRows>): given is PromiseLike<ExternalRows> {
  return typeof given === 'object' && given !== null && 'then' in given;
}

/** The promise's result, unless time or the caller's patience ends first; then the host function is told to stop. */
async function withDeadline<T>(question: ExternalQuestion, given: Promise<T>, abort: AbortController): Promise<T> {
  const { external, info, cancellation, remainingMs } = question;
  const patience = external.timeoutMs ?? defaultTimeoutMs;
  const timeoutMs = Math.min(patience, remainingMs);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    const late =
      patience <= remainingMs ? new Error(`no answer within ${patience} ms`) : new BudgetSignal('time-limit', info.key);
    timer = setTimeout(() => reject(late), timeoutMs);
    onAbort = () => reject(new BudgetSignal('cancelled', info.key));
    cancellation.add(onAbort);
  });
  try {
    return await Promise.race([given, ended]);
  } finally {
    clearTimeout(timer);
    cancellation.delete(onAbort);
    abort.abort();
  }
}

function answerRows(question: ExternalQuestion, given: ExternalRows): AnswerRows {
  const maxRows = question.external.maxRows ?? defaultMaxRows;
  const rows: (readonly Value[])[] = [];
  for (const row of rowsOf(given)) {
    if (rows.length === maxRows) throw new Error(`it gave more than ${maxRows} facts`);
    rows.push(completeRow(question, row));
  }
  return rows;
}

/** Host functions may be plain JavaScript, so what they give is looked at before it is used. */
function rowsOf(given: ExternalRows): Iterable<readonly MangleInput[]> {
  if (typeof given === 'boolean') return given ? [[]] : [];
  if (typeof given === 'object' && given !== null && Symbol.iterator in given) return given;
  throw new TypeError('expected true, false or rows (arrays of values, one for each fact)');
}

/** Puts inputs and outputs into the order of the arguments. */
function completeRow(question: ExternalQuestion, row: unknown): readonly Value[] {
  const { info, inputColumns, inputs, checkArgs } = question;
  const expected = info.arity - inputs.length;
  if (!Array.isArray(row)) throw new TypeError('expected each row to be an array of values');
  if (row.length !== expected) throw new Error(`expected ${expected} values in a row, got ${row.length}`);
  const outputs = (row as readonly MangleInput[]).map((value) => toValue(value)).values();
  const args = Array.from({ length: info.arity }, (_, column) => {
    const at = inputColumns.indexOf(column);
    return at === -1 ? outputs.next().value : inputs[at];
  }).filter((value) => value !== undefined);
  const problem = checkArgs(info, args);
  if (problem !== undefined) throw new Error(problem);
  return args;
}

function failureOf({ info, span }: ExternalQuestion, error: unknown): Failure | BudgetSignal {
  if (error instanceof Failure || error instanceof BudgetSignal) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new Failure('external-failed', span, `the external predicate \`${info.key}\` failed: ${reason}`, {
    cause: error,
  });
}
