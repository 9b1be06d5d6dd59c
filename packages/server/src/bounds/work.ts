import type { Owner } from './owner.js';

/** A piece of work that takes turns with others. */
export interface Work {
  readonly owner: Owner;
  /** Of the message that it is done for. */
  readonly bytes: number;
  /** When its time is over, by the clock of the turns. Nothing waits for a place any longer. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** There is more to do than can be done. */
export class Busy extends Error {
  override readonly name = 'Busy';
}
