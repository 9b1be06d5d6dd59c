import { standardRegistry } from '../builtins/registry.js';
import type { Base } from '../engine/base.js';
import { checkLimits, type Limits } from '../engine/budget.js';
import { EvaluationError, placeOf } from '../engine/evaluation-error.js';
import { type FactInput, type InstantInput, toNanos } from '../engine/host-facts.js';
import type { BaseChange, Prepared } from '../engine/prepared.js';
import type { FactBatch } from '../value/fact-batch.js';
import { answerOf, type Asked, checkAsked, type OffThreadAnswer, readAsked } from './asked.js';
import { Call } from './call.js';
import { askedOf } from './evaluate-off-thread.js';
import { Replicas } from './replicas.js';
import type { ThreadOptions } from './thread.js';
import { type WireFact, wireFacts } from './wire.js';

/** How a pool is made. */
export interface PoolOptions extends ThreadOptions {
  /** How many threads there may be beside the one of the caller. 2 if absent. */
  readonly threads?: number;
  /** How many milliseconds a request may take on the caller's thread before it goes to another. 8 if absent. */
  readonly smallMs?: number;
  /**
   * The address of a module that exports `externals`, `registry` or both, the same that the base was prepared with.
   * Functions cannot go to another thread: without it, requests of programs with functions of the host stay on the
   * caller's thread and give way to other work every few milliseconds.
   */
  readonly hostModule?: URL | string;
}

/** What a request to a pool wants to know, and how. */
export interface PoolRequest extends Asked {
  /** The evaluation time. The current time if absent. */
  readonly now?: InstantInput;
  /** `timeoutMs` counts from the call on, the time in the queue included. */
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
}

/**
 * Answers requests to a prepared base here if they are small, and on other threads, which have copies of the base, if
 * they are not. Each request sees the base as it was when it came.
 */
export function createPool(prepared: Prepared, options: PoolOptions = {}): Pool {
  return new Pool(prepared, options);
}

/** See `createPool`. It is to be closed when it is not needed any more. */
export class Pool {
  readonly #prepared: Prepared;
  readonly #smallMs: number;
  /** Whether requests can go to other threads. */
  readonly #isPortable: boolean;
  readonly #hasExternals: boolean;
  readonly #replicas: Replicas;
  readonly #queue: Waiting[] = [];
  readonly #calls = new Set<Call>();
  #isClosed = false;
  /** Changes are made one after the other, so that each can be told to the threads by itself. */
  #changing: Promise<void> = Promise.resolve();

  constructor(prepared: Prepared, { threads = 2, smallMs = 8, hostModule, ...options }: PoolOptions) {
    if (!(Number.isInteger(threads) && threads > 0)) throw new TypeError('a pool has at least one thread');
    if (!(smallMs >= 0)) throw new TypeError('`smallMs` must be a number from 0 on');
    const { program } = prepared;
    this.#prepared = prepared;
    this.#smallMs = smallMs;
    this.#hasExternals = Object.keys(prepared.options.externals ?? {}).length > 0;
    const isPlain = program.registry === standardRegistry && !this.#hasExternals;
    this.#isPortable = isPlain || hostModule !== undefined;
    const module = hostModule === undefined ? {} : { hostModule: String(hostModule) };
    this.#replicas = new Replicas(prepared, { ...options, ...module, threads }, () => this.#dispatch());
    if (this.#isPortable) this.#replicas.warm();
  }

  /** What is wanted of the facts that hold with these added to the base. Rejects with an `EvaluationError`. */
  async request(facts: Iterable<FactInput | FactBatch> = [], options: PoolRequest = {}): Promise<OffThreadAnswer> {
    this.#expectOpen();
    checkAsked(options);
    const asked: AskedRequest = {
      facts: [...facts],
      asked: askedOf(options),
      now: toNanos(options.now ?? new Date()),
      limits: checkLimits(options.limits ?? {}),
      signal: options.signal,
    };
    const { base, version } = this.#prepared;
    const started = performance.now();
    const here = await this.#tryHere(asked);
    if (here !== undefined) return here;
    this.#expectOpen();
    const waiting = { base, version, asked: { ...asked, facts: wireFacts(asked.facts) } };
    const timeoutMs = (asked.limits.timeoutMs ?? Infinity) - (performance.now() - started);
    const { program } = this.#prepared;
    const sources = program.units.map(({ source }) => source);
    const call = new Call({ signal: asked.signal, timeoutMs, place: placeOf(program), sources });
    this.#calls.add(call);
    this.#queue.push({ call, ...waiting });
    this.#dispatch();
    try {
      return answerOf(options, await call.result, true);
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Changes the base, here and on all threads. Requests that came before see nothing of it. */
  async update(
    change: BaseChange,
    options: { readonly limits?: Limits; readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    this.#expectOpen();
    const given = { add: [...(change.add ?? [])], remove: [...(change.remove ?? [])] };
    const previous = this.#changing;
    const changed = previous.then(async () => {
      const { version } = this.#prepared;
      await this.#prepared.update(given, options);
      const { timeoutMs: _, ...limits } = options.limits ?? {};
      const message = {
        kind: 'update',
        add: wireFacts(given.add),
        remove: wireFacts(given.remove),
        limits,
      } as const;
      this.#replicas.tell(version, message);
    });
    this.#changing = changed.catch(() => undefined);
    return changed;
  }

  /** Ends all threads. Requests that are not answered are rejected as cancelled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.length = 0;
    for (const call of this.#calls) call.stop('cancelled', 'stopped because the pool was closed');
    await this.#replicas.end();
  }

  /** The answer, if the request is small or has to stay here. */
  async #tryHere(request: AskedRequest): Promise<OffThreadAnswer | undefined> {
    const { facts, asked, now, limits, signal } = request;
    const timeoutMs = limits.timeoutMs ?? Infinity;
    const isWhole = !this.#isPortable || timeoutMs <= this.#smallMs;
    if (!isWhole && this.#smallMs === 0) return undefined;
    const options = {
      now,
      limits: isWhole ? limits : { ...limits, timeoutMs: this.#smallMs },
      ...(signal === undefined ? {} : { signal }),
    };
    try {
      const isPaused = !this.#isPortable || this.#hasExternals;
      const evaluation = isPaused
        ? await this.#prepared.request(facts, options)
        : this.#prepared.requestSync(facts, options);
      return answerOf(asked, readAsked(evaluation, asked), false);
    } catch (error) {
      const isLarge = !isWhole && error instanceof EvaluationError && error.code === 'time-limit';
      if (isLarge) return undefined;
      throw error;
    }
  }

  /** Gives what waits to threads that are free. */
  #dispatch(): void {
    while (this.#queue.length > 0 && !this.#isClosed) {
      const [next] = this.#queue;
      if (next === undefined || next.call.isOver) {
        this.#queue.shift();
        continue;
      }
      const thread = this.#replicas.take(next.version, next.base);
      if (thread === undefined) return;
      this.#queue.shift();
      const { call, asked } = next;
      const limits = { ...asked.limits, ...(call.remainingMs === Infinity ? {} : { timeoutMs: call.remainingMs }) };
      const { id, flag } = call;
      const work = { id, flag, facts: asked.facts, asked: asked.asked, now: asked.now, limits };
      call.start(thread, { kind: 'request', work });
    }
  }

  #expectOpen(): void {
    if (this.#isClosed) throw new Error('the pool is closed');
  }
}

interface AskedRequest<F = FactInput | FactBatch> {
  readonly facts: readonly F[];
  readonly asked: Asked;
  readonly now: bigint;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
}

/** A call that waits for a thread, with the base it came to. */
interface Waiting {
  readonly call: Call;
  readonly base: Base;
  readonly version: number;
  readonly asked: AskedRequest<WireFact>;
}
