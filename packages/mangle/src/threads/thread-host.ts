import { standardRegistry, type Registry } from '../builtins/registry.js';
import { compileOrThrow } from '../api/compile.js';
import { evaluate, evaluateSync } from '../engine/evaluate.js';
import type { Evaluation } from '../engine/evaluation.js';
import type { Externals } from '../engine/external.js';
import { loadPrepared } from '../engine/load-prepared.js';
import type { Prepared } from '../engine/prepared.js';
import type { Program } from '../program/program.js';
import type { Source } from '../text/source.js';
import { readAsked } from './asked.js';
import { sharedSignal } from './shared-signal.js';
import {
  type Message,
  type PlainOptions,
  readFact,
  readSource,
  type Reply,
  type WireProgram,
  type Work,
} from './wire.js';
import { wireError } from './wire-error.js';

/** What a module of the host exports for threads. */
export interface HostModule {
  /** The functions behind external predicates. */
  readonly externals?: Externals;
  /** The builtins that the program was compiled with. */
  readonly registry?: Registry;
}

/** Does what a thread is told, in order, and replies. */
export class ThreadHost {
  readonly #reply: (reply: Reply) => void;
  #done: Promise<void> = Promise.resolve();
  #isBroken = false;
  #running: { readonly id: number; readonly abort: () => void } | undefined;
  #program: Program | undefined;
  #externals: Externals = {};
  #options: PlainOptions = {};
  #prepared: Prepared | undefined;
  /** Those of the program at hand, by which places are told. */
  #sources: readonly Source[] = [];

  constructor(reply: (reply: Reply) => void) {
    this.#reply = reply;
  }

  take(message: Message): void {
    if (message.kind === 'cancel') {
      if (this.#running?.id === message.id) this.#running.abort();
      return;
    }
    this.#done = this.#done.then(() => this.#handle(message));
  }

  async #handle(message: Exclude<Message, { readonly kind: 'cancel' }>): Promise<void> {
    if (this.#isBroken) return;
    if (message.kind === 'request') return this.#answer(message.work, (signal) => this.#request(message.work, signal));
    if (message.kind === 'evaluate') {
      const { work, program, options } = message;
      return this.#answer(work, (signal) => this.#evaluate(work, program, options, signal));
    }
    try {
      if (message.kind === 'program') await this.#take(message.program, message.options);
      else if (message.kind === 'load') this.#load(message.bytes);
      else {
        const change = { add: message.add.map(readFact), remove: message.remove.map(readFact) };
        await this.#base.update(change, { limits: message.limits });
      }
    } catch (error) {
      this.#isBroken = true;
      this.#reply({ kind: 'broken', error: wireError(error, this.#sources) });
    }
  }

  async #answer(work: Work, run: (signal: AbortSignal) => Promise<Evaluation>): Promise<void> {
    const { id, asked } = work;
    const { signal, abort } = sharedSignal(work.flag);
    this.#running = { id, abort };
    this.#reply({ kind: 'begun', id });
    try {
      const found = readAsked(await run(signal), asked);
      this.#reply({ kind: 'found', id, found });
    } catch (error) {
      this.#reply({ kind: 'failed', id, error: wireError(error, this.#sources) });
    } finally {
      this.#running = undefined;
    }
  }

  async #request({ facts, now, limits }: Work, signal: AbortSignal): Promise<Evaluation> {
    const options = { now, limits, signal };
    const given = facts.map(readFact);
    return this.#isAlone ? this.#base.requestSync(given, options) : this.#base.request(given, options);
  }

  async #evaluate(work: Work, wire: WireProgram, options: PlainOptions, signal: AbortSignal): Promise<Evaluation> {
    const program = await this.#compile(wire, options);
    const { now, limits } = work;
    const all = { ...options, now, limits, signal, facts: work.facts.map(readFact), externals: this.#externals };
    return this.#isAlone ? evaluateSync(program, all) : evaluate(program, all);
  }

  /** Whether nobody outside has to be waited for; then there is no need for pauses. */
  get #isAlone(): boolean {
    return Object.keys(this.#externals).length === 0;
  }

  /** The program was checked by the caller. */
  async #take(wire: WireProgram, options: PlainOptions): Promise<void> {
    this.#options = options;
    this.#program = await this.#compile(wire, { bounds: 'off' });
  }

  async #compile(wire: WireProgram, { bounds = 'error' }: PlainOptions): Promise<Program> {
    const { externals = {}, registry = standardRegistry } = await hostOf(wire);
    this.#externals = externals;
    this.#sources = wire.sources.map(readSource);
    const bulk = wire.bulk === undefined ? {} : { bulk: wire.bulk };
    return compileOrThrow(this.#sources, { bounds, registry, lints: false, ...bulk });
  }

  #load(bytes: SharedArrayBuffer): void {
    if (this.#program === undefined) throw new Error('a base came before its program');
    // Decoders of text do not take memory that threads share.
    const copy = new Uint8Array(bytes).slice();
    this.#prepared = loadPrepared(this.#program, copy, { ...this.#options, externals: this.#externals });
  }

  get #base(): Prepared {
    if (this.#prepared === undefined) throw new Error('a request came before its base');
    return this.#prepared;
  }
}

async function hostOf({ hostModule }: WireProgram): Promise<HostModule> {
  return hostModule === undefined ? {} : ((await import(hostModule)) as HostModule);
}
