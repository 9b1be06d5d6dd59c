import type { FactValues } from '../value/fact-batch.js';
import type { FactColumns } from './fact-columns.js';

/**
 * Texts of facts that wait for their ids: a table of values answers many questions at once much faster than one after
 * another.
 */
export class PendingTexts {
  readonly #bytes: Uint8Array;
  readonly #values: FactValues;
  #count = 0;
  /** Texts from here on belong to a fact that is being read. */
  #assigned = 0;
  /** Kind, start and end of each, as `FactValues.texts` wants them. */
  readonly #ranges = new Int32Array(3 * capacity);
  readonly #ids = new Int32Array(capacity);
  readonly #batches: FactColumns[] = [];
  /** The column; once the fact is known, the place in its batch. */
  readonly #places = new Int32Array(capacity);

  constructor(bytes: Uint8Array, values: FactValues) {
    this.#bytes = bytes;
    this.#values = values;
  }

  /** Notes an ASCII text: a name (0) or a string (1). INVARIANT: `makeRoom` was asked for it. */
  add(kind: 0 | 1, start: number, end: number, column: number): void {
    const range = 3 * this.#count;
    this.#ranges[range] = kind;
    this.#ranges[range + 1] = start;
    this.#ranges[range + 2] = end;
    this.#places[this.#count++] = column;
  }

  /** The texts since the last fact belong to the last fact of a batch. */
  assign(batch: FactColumns): void {
    const base = (batch.count - 1) * batch.arity;
    for (let at = this.#assigned; at < this.#count; at++) {
      this.#batches[at] = batch;
      this.#places[at] = base + (this.#places[at] ?? 0);
    }
    this.#assigned = this.#count;
  }

  /** Forgets the texts since the last fact. */
  drop(): void {
    this.#count = this.#assigned;
  }

  /** Before a fact: makes sure that so many more texts can be noted. INVARIANT: at most `maxPending`. */
  makeRoom(count: number): void {
    if (this.#count >= enough || this.#count + count > capacity) this.flush();
  }

  /** Puts the ids of all texts into their batches. */
  flush(): void {
    this.#values.texts(this.#bytes, this.#ranges, this.#count, this.#ids);
    for (let at = 0; at < this.#count; at++) this.#batches[at]?.set(this.#places[at] ?? 0, this.#ids[at] ?? 0);
    this.#count = 0;
    this.#assigned = 0;
  }
}

/** The most texts that one fact may have here. */
export const maxPending = 1024;

const capacity = maxPending;

/** With more at once the first ones have left the cache again when they are looked up. */
const enough = 256;
