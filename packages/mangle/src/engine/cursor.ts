import type { PredicateKey } from '../program/program.js';
import type { Span } from '../text/source.js';
import type { Database } from './database.js';
import type { CallContext } from './calls.js';
import type { OperandContext } from './operands.js';

/** The solutions of one step under the registers of the steps before it, one at a time. */
export interface Cursor {
  /** Goes to the first solution; false if there is none. */
  readonly open: () => boolean;
  /** Goes to the next solution; false if there is none left. */
  readonly next: () => boolean;
}

/** What every task of an evaluation shares. */
export interface TaskContext extends CallContext {
  readonly database: Database;
  /** Tells whether the predicate has answered for these inputs; if not, notes the question. */
  readonly ask: (predicate: PredicateKey, inputs: readonly number[], span: Span) => boolean;
  /** Whether an `ask` of the running rules was in vain, so that their solutions are not complete. */
  readonly isIncomplete: () => boolean;
}

/** The same for one task, which has registers of its own. */
export type CursorContext = TaskContext & OperandContext;
