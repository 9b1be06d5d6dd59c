import type { Plan } from '../plan/plan.js';
import type { Budget } from './budget.js';
import type { CompiledRun } from './compiled-run.js';
import type { CursorContext, TaskContext } from './cursor.js';
import { Grouping } from './grouping.js';
import { Machine } from './machine.js';
import { createReader, type OperandContext } from './operands.js';
import type { RowSink } from './row-sink.js';

/** What the work between two pauses of a grouping counts for. */
const stepsOfGrouping = 64;

/** One plan, ready to run: start it, run it slice by slice, and every row it gives goes to a sink. */
export class Task {
  readonly plan: Plan;
  readonly #registers: Int32Array;
  readonly #finder: Finder;
  readonly #grouping: Grouping | undefined;
  readonly #emitHead: () => void;
  readonly #isIncomplete: () => boolean;
  /** The grouping that is under way, if the solutions are complete. */
  #finishing: Generator<void, void> | undefined;
  #sink: RowSink | undefined;
  #bound: ArrayLike<number> = [];

  /** Runs on closures unless there is a compiled run. */
  constructor(plan: Plan, context: TaskContext, compiled?: CompiledRun) {
    this.plan = plan;
    this.#isIncomplete = context.isIncomplete;
    this.#registers = compiled?.registers ?? new Int32Array(plan.registerCount);
    const body = withRegisters(context, this.#registers);
    const { grouping } = plan;
    const group =
      grouping === undefined
        ? undefined
        : withRegisters(context, new Int32Array(grouping.keys.length + grouping.lets.length));
    const isReadHere = compiled === undefined || grouping !== undefined;
    this.#emitHead = isReadHere ? headEmitter(plan, group ?? body, (row) => this.#sink?.add(row)) : () => undefined;
    if (grouping !== undefined && group !== undefined) {
      this.#grouping = new Grouping(grouping, plan.rule.predicate, body, group);
    }
    const groups = this.#grouping;
    const take = groups === undefined ? this.#emitHead : rowTaker(grouping?.kept ?? [], this.#registers, groups);
    this.#finder = compiled === undefined ? new MachineFinder(plan, body, take) : new CompiledFinder(compiled, context);
  }

  /** Starts anew. `bound` are the values of the variables that the plan was compiled to have from the start. */
  start(sink: RowSink, bound: ArrayLike<number> = []): void {
    this.#grouping?.reset();
    this.#finishing = undefined;
    this.#startFinder(sink, bound);
  }

  /** True when all heads are out; false when the time slice is over and `run` is to be called again. */
  run(budget: Budget): boolean {
    const groups = this.#grouping;
    if (groups === undefined) return this.#finder.find(budget);
    return (this.#finishing !== undefined || this.#findRows(groups, budget)) && this.#finish(groups, budget);
  }

  #startFinder(sink: RowSink, bound: ArrayLike<number>): void {
    this.#sink = sink;
    this.#bound = bound;
    this.#registers.set(bound);
    this.#finder.start(this.#grouping ?? sink, bound);
  }

  #findRows(groups: Grouping, budget: Budget): boolean {
    const { hasTotals } = groups;
    const isDone = this.#finder.find(budget);
    if (hasTotals === groups.hasTotals || this.#sink === undefined) return isDone;
    // A value was odd: the solutions are looked for again, from the first on, and their rows are kept.
    groups.resetRows();
    this.#startFinder(this.#sink, this.#bound);
    return this.#finder.find(budget);
  }

  #finish(groups: Grouping, budget: Budget): boolean {
    // A group that lacks rows must not come out; the task runs again when the questions are answered.
    if (this.#isIncomplete()) return true;
    this.#finishing ??= groups.finish(this.#emitHead);
    while (this.#finishing.next().done !== true) {
      if (budget.spend(stepsOfGrouping, this.plan.rule.predicate)) return false;
    }
    this.#finishing = undefined;
    return true;
  }
}

/** What a task of an evaluation has to know. Written out: to spread an object takes as long as to run a short rule. */
function withRegisters(context: TaskContext, registers: Int32Array): CursorContext {
  const { database, table, builtins, ask, isIncomplete } = context;
  return { database, table, builtins, ask, isIncomplete, registers };
}

/** Finds the solutions of a plan. */
interface Finder {
  start(sink: RowSink, bound: ArrayLike<number>): void;
  /** True when all solutions were taken, false when the time slice is over. */
  find(budget: Budget): boolean;
}

class MachineFinder implements Finder {
  readonly #machine: Machine;
  readonly #take: () => void;

  constructor(plan: Plan, context: CursorContext, take: () => void) {
    this.#machine = new Machine(plan, context);
    this.#take = take;
  }

  start(): void {
    this.#machine.start();
  }

  find(budget: Budget): boolean {
    let outcome = this.#machine.next(budget);
    for (; outcome === 'solution'; outcome = this.#machine.next(budget)) this.#take();
    return outcome === 'done';
  }
}

class CompiledFinder implements Finder {
  readonly #run: CompiledRun;
  readonly #context: TaskContext;

  constructor(run: CompiledRun, context: TaskContext) {
    this.#run = run;
    this.#context = context;
  }

  start(sink: RowSink, bound: ArrayLike<number>): void {
    this.#run.start(this.#context, sink, bound);
  }

  find(budget: Budget): boolean {
    return this.#run.run(budget);
  }
}

/** Hands what is kept of the solution in the registers to a grouping. */
function rowTaker(kept: readonly number[], registers: Int32Array, groups: Grouping): () => void {
  const row = new Int32Array(kept.length);
  return () => {
    for (let at = 0; at < kept.length; at++) row[at] = registers[kept[at] ?? 0] ?? 0;
    groups.add(row);
  };
}

function headEmitter(plan: Plan, context: OperandContext, emit: (row: Int32Array) => void): () => void {
  const readers = plan.head.map((operand) => createReader(operand, context));
  const row = new Int32Array(readers.length);
  return () => {
    for (let at = 0; at < readers.length; at++) row[at] = readers[at]?.() ?? 0;
    emit(row);
  };
}
