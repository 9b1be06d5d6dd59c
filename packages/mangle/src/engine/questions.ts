import { demandKey, inputColumns } from '../plan/demand.js';
import type { PredicateInfo, PredicateKey } from '../program/program.js';
import type { FactView } from '../store/fact-view.js';
import type { Database } from './database.js';

/**
 * The inputs for which a deferred or external predicate was asked. Rules that meet a new question give up that branch;
 * when they are through, all open questions are answered together and the rules run again.
 */
export class Questions {
  readonly info: PredicateInfo;
  readonly rows: FactView;
  readonly #inputs: readonly number[];
  #answered: number;

  constructor(info: PredicateInfo, database: Database) {
    this.info = info;
    this.#inputs = inputColumns(info);
    this.rows = database.own(demandKey(info.key, this.#inputs.length)).rows;
    // Those of the base have their answers there.
    this.#answered = this.rows.limit;
  }

  get key(): PredicateKey {
    return this.info.key;
  }

  get inputColumns(): readonly number[] {
    return this.#inputs;
  }

  get hasOpen(): boolean {
    return this.#answered < this.rows.end;
  }

  /** Rows from here on are open. */
  get answered(): number {
    return this.#answered;
  }

  /** Whether these inputs have their answers; notes them as open otherwise. */
  ask(inputs: readonly number[]): boolean {
    const row = this.rows.find(inputs);
    if (row === -1) this.rows.writable.add(inputs);
    return row !== -1 && row < this.#answered;
  }

  close(): void {
    this.#answered = this.rows.end;
  }
}
