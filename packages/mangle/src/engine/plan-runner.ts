import type { Plan } from '../plan/plan.js';
import type { ProgramPlan } from '../plan/program-plan.js';
import type { PredicateInfo, PredicateKey } from '../program/program.js';
import type { Budget } from './budget.js';
import { canGenerateCode, formsOf, type PlanForm, type PlanForms } from './compile-plan.js';
import type { TaskContext } from './cursor.js';
import { EmitSink, FactSink, type RowSink } from './row-sink.js';
import type { Sink } from './sink.js';
import { Task } from './task.js';

/**
 * How rules are run: as JavaScript that is generated for them, or by closures, which every host allows. `auto` takes
 * generated code where it pays and the host allows it. The facts are the same.
 */
export type Execution = 'auto' | 'compiled' | 'closures';

/** A plan that was started and is not done. */
export interface Running {
  /** True when all rows are out; false when the time slice is over and `run` is to be called again. */
  run(budget: Budget): boolean;
}

/** Runs the plans of one evaluation, on generated code or on closures. */
export class PlanRunner {
  readonly #program: ProgramPlan;
  readonly #predicates: ReadonlyMap<PredicateKey, PredicateInfo>;
  readonly #context: TaskContext;
  readonly #budget: Budget;
  readonly #sink: Sink;
  readonly #execution: Execution;
  readonly #isLayered: boolean;
  #tasks: Map<Plan, Task> | undefined;
  /** By the number of a plain predicate. */
  readonly #sinks: (RowSink | undefined)[] = [];

  constructor(
    program: ProgramPlan,
    predicates: ReadonlyMap<PredicateKey, PredicateInfo>,
    context: TaskContext,
    budget: Budget,
    sink: Sink,
    execution: Execution,
  ) {
    this.#program = program;
    this.#predicates = predicates;
    this.#context = context;
    this.#budget = budget;
    this.#sink = sink;
    this.#isLayered = context.database.base !== undefined;
    this.#execution = canGenerateCode() ? execution : 'closures';
  }

  /** Where the facts go that a plan derives. */
  sinkOf(plan: Plan): RowSink {
    const { number } = formsOf(plan, this.#program);
    return this.#sinks[number] ?? this.#createSink(plan, number);
  }

  /** Starts a plan, and runs it for the time slice; gives what is to be run on if that was not enough. */
  start(plan: Plan, sink: RowSink, bound: ArrayLike<number>): Running | undefined {
    const forms = formsOf(plan, this.#program);
    const form = this.#isLayered ? forms.layered : forms.flat;
    const isCompiled = this.#isCompiled(plan, forms, form);
    if (plan.grouping !== undefined || !isCompiled) {
      const task = this.#task(plan, isCompiled ? form : undefined);
      task.start(sink, bound);
      return task.run(this.#budget) ? undefined : task;
    }
    const run = form.take();
    run.start(this.#context, sink, bound);
    if (!run.run(this.#budget)) return run;
    form.release(run);
    return undefined;
  }

  /** To be called when predicates got other facts: tasks look at those they were made for. */
  forget(): void {
    this.#tasks = undefined;
  }

  /** The task of a plan that has a grouping or runs on closures. */
  #task(plan: Plan, form: PlanForm | undefined): Task {
    // With a base, a predicate may get a view of its own between two runs, and closures look at the old one.
    const known = this.#isLayered ? undefined : this.#tasks?.get(plan);
    if (known !== undefined) return known;
    const task = new Task(plan, this.#context, form?.create());
    if (!this.#isLayered) (this.#tasks ??= new Map()).set(plan, task);
    return task;
  }

  #isCompiled(plan: Plan, forms: PlanForms, form: PlanForm): boolean {
    if (this.#execution === 'closures') return false;
    return form.isCompiled || this.#execution === 'compiled' || forms.isWorthCompiling(plan, this.#roughSteps);
  }

  /** About how many rows a plan will look at: those of its scans, one inside the other. */
  readonly #roughSteps = ({ steps }: Plan): number => {
    let rows = 1;
    let total = 0;
    for (const step of steps) {
      if (step.kind !== 'scan' && step.kind !== 'cover') continue;
      const view = this.#context.database.facts(step.predicate).rows;
      const size = step.range === 'recent' ? view.own.recent - view.own.stable : view.roughSize;
      rows *= size ** (1 - step.key.length / view.width);
      total += rows;
    }
    return total;
  };

  #createSink(plan: Plan, number: number): RowSink {
    const { predicate } = plan.rule;
    const info = this.#predicates.get(predicate);
    if (info === undefined || info.isTemporal || info.lattice !== undefined) {
      return new EmitSink(plan, (each, row) => this.#sink.emit(each, row));
    }
    const sink = new FactSink(info, number, this.#context.database, this.#budget);
    this.#sinks[number] = sink;
    return sink;
  }
}
