import type { Plan } from '../plan/plan.js';
import { Aggregator } from './aggregate.js';
import { type Budget, stepsBetweenChecks } from './budget.js';
import type { CursorContext } from './cursor.js';
import { Machine } from './machine.js';
import { createReader, type OperandContext } from './operands.js';

/** Takes the columns of a derived head; the array is reused for the next one. */
export type Emit = (plan: Plan, row: Int32Array) => void;

/** What every task of an evaluation shares; registers belong to one task. */
export type TaskContext = Omit<CursorContext, 'registers'>;

/** One plan, ready to run: start it, run it slice by slice, and every derived head goes to `emit`. */
export class Task {
  readonly plan: Plan;
  readonly #registers: Int32Array;
  readonly #machine: Machine;
  readonly #aggregator: Aggregator | undefined;
  readonly #emitHead: () => void;
  readonly #take: () => void;
  readonly #isIncomplete: () => boolean;
  /** The grouping that is under way, if the solutions are complete. */
  #finishing: Generator<void, void> | undefined;

  constructor(plan: Plan, context: TaskContext, emit: Emit) {
    this.plan = plan;
    this.#isIncomplete = context.isIncomplete;
    this.#registers = new Int32Array(plan.registerCount);
    const body = { ...context, registers: this.#registers };
    const { grouping } = plan;
    const group =
      grouping === undefined
        ? undefined
        : { ...context, registers: new Int32Array(grouping.keys.length + grouping.lets.length) };
    this.#emitHead = headEmitter(plan, group ?? body, emit);
    if (grouping !== undefined && group !== undefined) this.#aggregator = new Aggregator(grouping, body, group);
    const aggregator = this.#aggregator;
    this.#take = aggregator === undefined ? this.#emitHead : () => aggregator.add();
    this.#machine = new Machine(plan, body);
  }

  /** Starts anew. `bound` are the values of the variables that the plan was compiled to have from the start. */
  start(bound: ArrayLike<number> = []): void {
    this.#registers.set(bound);
    this.#aggregator?.reset();
    this.#finishing = undefined;
    this.#machine.start();
  }

  /** True when all heads are out; false when the time slice is over and `run` is to be called again. */
  run(budget: Budget): boolean {
    let outcome = this.#machine.next(budget);
    for (; outcome === 'solution'; outcome = this.#machine.next(budget)) this.#take();
    budget.checkRows(this.#aggregator?.size ?? 0, this.plan.rule.predicate);
    return outcome === 'done' && this.#finish(budget);
  }

  #finish(budget: Budget): boolean {
    // A group that lacks rows must not come out; the task runs again when the questions are answered.
    if (this.#aggregator === undefined || this.#isIncomplete()) return true;
    this.#finishing ??= this.#aggregator.finish(this.#emitHead);
    for (let fuel = stepsBetweenChecks; this.#finishing.next().done !== true; fuel--) {
      if (fuel > 0) continue;
      fuel = stepsBetweenChecks;
      if (budget.check(this.plan.rule.predicate)) return false;
    }
    this.#finishing = undefined;
    return true;
  }
}

function headEmitter(plan: Plan, context: OperandContext, emit: Emit): () => void {
  const readers = plan.head.map((operand) => createReader(operand, context));
  const row = new Int32Array(readers.length);
  return () => {
    for (let at = 0; at < readers.length; at++) row[at] = readers[at]?.() ?? -1;
    emit(plan, row);
  };
}
