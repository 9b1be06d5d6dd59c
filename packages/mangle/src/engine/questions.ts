import { demandKey, inputColumns } from '../plan/demand.js';
import type { PredicateInfo, PredicateKey } from '../program/program.js';
import type { Relation } from '../store/relation.js';
import type { Database } from './database.js';

/**
 * The inputs for which a deferred or external predicate was asked. Rules that meet a new question give up that branch;
 * when they are through, all open questions are answered together and the rules run again.
 */
export class Questions {
  readonly info: PredicateInfo;
  readonly rows: Relation;
  readonly #inputs: readonly number[];
  #answered = 0;

  constructor(info: PredicateInfo, database: Database) {
    this.info = info;
    this.#inputs = inputColumns(info);
    const key = demandKey(info.key, this.#inputs.length);
    this.rows = database.define({ key, arity: this.#inputs.length, isTemporal: false }).rows;
  }

  get key(): PredicateKey {
    return this.info.key;
  }

  get inputColumns(): readonly number[] {
    return this.#inputs;
  }

  get hasOpen(): boolean {
    return this.#answered < this.rows.size;
  }

  /** Rows from here on are open. */
  get answered(): number {
    return this.#answered;
  }

  /** Whether these inputs have their answers; notes them as open otherwise. */
  ask(inputs: readonly number[]): boolean {
    const row = this.rows.find(inputs);
    if (row === -1) this.rows.add(inputs, 0);
    return row !== -1 && row < this.#answered;
  }

  close(): void {
    this.#answered = this.rows.size;
  }
}
