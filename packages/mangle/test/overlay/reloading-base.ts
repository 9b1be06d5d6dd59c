import type { Evaluation } from '../../src/engine/evaluation.js';
import { loadPrepared } from '../../src/engine/load-prepared.js';
import { type Prepared, prepareSync, type PrepareOptions } from '../../src/engine/prepared.js';
import type { FactInput } from '../../src/engine/host-facts.js';
import type { Program } from '../../src/program/program.js';
import type { Change, PreparedBase, PrepareSync, RequestOptions } from './prepared.js';

/** A base that is saved and loaded before everything that is done with it. */
export const prepareReloading: PrepareSync = (program, facts, options) => new ReloadingBase(program, facts, options);

class ReloadingBase implements PreparedBase {
  #prepared: Prepared;
  readonly #program: Program;
  readonly #options: PrepareOptions;

  constructor(program: Program, facts: Iterable<FactInput>, options: PrepareOptions) {
    this.#program = program;
    this.#options = options;
    this.#prepared = prepareSync(program, facts, options);
  }

  request(facts: Iterable<FactInput>, options: RequestOptions): Promise<Evaluation> {
    return this.#reloaded().request(facts, options);
  }

  requestSync(facts: Iterable<FactInput>, options: RequestOptions): Evaluation {
    return this.#reloaded().requestSync(facts, options);
  }

  update(change: Change): Promise<void> {
    return this.#reloaded().update(change);
  }

  updateSync(change: Change): void {
    this.#reloaded().updateSync(change);
  }

  watch(goal: string): ReturnType<Prepared['watch']> {
    return this.#prepared.watch(goal);
  }

  digest(): string {
    return this.#reloaded().digest();
  }

  #reloaded(): Prepared {
    const bytes = this.#prepared.save();
    this.#prepared = loadPrepared(this.#program, bytes, this.#options);
    if (Buffer.compare(bytes, this.#prepared.save()) !== 0) throw new Error('a loaded base is saved in other bytes');
    return this.#prepared;
  }
}
