import type { GroupPlan } from '../plan/plan.js';
import type { PredicateKey } from '../program/program.js';
import { Aggregator } from './aggregate.js';
import { GroupTotals } from './group-totals.js';
import type { OperandContext } from './operands.js';
import type { RowSink } from './row-sink.js';

/**
 * The groups of a rule: their totals where these will do, all their rows otherwise. Takes solutions, as rows of what is
 * kept of them.
 */
export class Grouping implements RowSink {
  readonly #plan: GroupPlan;
  readonly #predicate: PredicateKey;
  readonly #body: OperandContext;
  readonly #group: OperandContext;
  readonly #totals: GroupTotals | undefined;
  /** Made when it is first wanted. */
  #rows: Aggregator | undefined;

  /** The keys and lets of the current group are written to the registers of `group`. */
  constructor(plan: GroupPlan, predicate: PredicateKey, body: OperandContext, group: OperandContext) {
    // Not a function that makes the rows: the collector that runs often would not let go of a request with one.
    this.#plan = plan;
    this.#predicate = predicate;
    this.#body = body;
    this.#group = group;
    if (plan.totals !== undefined) this.#totals = new GroupTotals(plan, plan.totals, predicate, group);
  }

  /** Whether no rows are kept. A value that is odd puts an end to that. */
  get hasTotals(): boolean {
    return this.#totals?.isOdd === false;
  }

  reset(): void {
    this.#totals?.reset();
    this.#rows?.reset();
  }

  /** Forgets all solutions, because the totals will not do; from now on rows are kept. */
  resetRows(): void {
    this.#rows?.reset();
  }

  add(row: Int32Array): void {
    this.addAll(row, 1);
  }

  addAll(rows: Int32Array, count: number): void {
    if (this.hasTotals) this.#totals?.addAll(rows, count);
    else this.#keptRows().addAll(rows, count);
  }

  /** Calls `emit` for each group, in order of first appearance. Yields after each bit of work, so that it can pause. */
  *finish(emit: () => void): Generator<void, void> {
    if (!this.hasTotals) yield* this.#keptRows().finish(emit);
    else while (this.#totals?.give(groupsBetweenPauses, emit) === true) yield;
  }

  #keptRows(): Aggregator {
    return (this.#rows ??= new Aggregator(this.#plan, this.#predicate, this.#body, this.#group));
  }
}

/** A few microseconds' work. */
const groupsBetweenPauses = 32;
