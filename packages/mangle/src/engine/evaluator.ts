import { type ComponentPlan, type DeferredPlan, planProgram, type ProgramPlan } from '../plan/program-plan.js';
import type { Plan } from '../plan/plan.js';
import type { PredicateKey, Program } from '../program/program.js';
import type { Span } from '../text/source.js';
import { compareValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import type { Budget, BudgetSignal } from './budget.js';
import { canGenerateCode, compilePlan, isWorthCompiling, releaseRun, takeRun } from './compile-plan.js';
import { CompiledRun } from './compiled-run.js';
import type { TaskContext } from './cursor.js';
import type { Base } from './base.js';
import { Database } from './database.js';
import { type Producer, toEvaluationError } from './evaluation-error.js';
import { type AnswerRows, askExternal, type CheckArgs, defaultMaxConcurrent } from './external.js';
import type { ExternalQuestion, Externals } from './external.js';
import { mergedValue, rivalOf } from './lattice.js';
import { internAt } from './operands.js';
import { Questions } from './questions.js';
import type { MergeCandidate } from './merge-candidate.js';
import { Sink } from './sink.js';
import { type Emit, EmitSink, FactSink, type RowSink } from './row-sink.js';
import { Task } from './task.js';

/** What the evaluation waits for: nothing (others may run) or an answer from outside. */
export type Pause = Promise<void> | undefined;

/** A closed interval of nanoseconds. */
export interface Interval {
  readonly start: bigint;
  readonly end: bigint;
}

export interface EvaluatorOptions {
  readonly now: bigint;
  readonly budget: Budget;
  readonly externals: Externals;
  /** Says what is wrong with the arguments of a fact from outside, if anything. */
  readonly checkArgs: CheckArgs;
  readonly signal?: AbortSignal | undefined;
  readonly execution?: Execution | undefined;
  /** The facts to start from; without them there are none. */
  readonly base?: Base | undefined;
}

/**
 * How rules are run: as JavaScript that is generated for them, or by closures, which every host allows. `auto` takes
 * generated code where it pays and the host allows it. The facts are the same.
 */
export type Execution = 'auto' | 'compiled' | 'closures';

/** How many short plans run before the clock is looked at. */
const jobsBetweenChecks = 32;

const nothingBound: readonly number[] = [];

/** A plan to run, its variables that have values already, and what becomes of the rows it gives. */
export interface Job {
  readonly plan: Plan;
  readonly bound?: ArrayLike<number>;
  /** The rows are derived facts if absent. */
  readonly emit?: Emit;
}

/**
 * Runs plans on a database: the fixpoints of components, the questions that rules ask, the merging of lattice rows.
 * Everything that may take long is a generator, so that one piece of code serves synchronous and asynchronous
 * evaluation: it yields whenever it may pause or has to wait.
 */
export class Evaluator {
  readonly database: Database;
  readonly sink: Sink;
  readonly plan: ProgramPlan;
  readonly #program: Program;
  readonly #options: EvaluatorOptions;
  readonly #questions = new Map<PredicateKey, Questions>();
  readonly #groups = new Map<PredicateKey, DeferredPlan>();
  readonly #solving = new Set<DeferredPlan>();
  readonly #solved = new Set<DeferredPlan>();
  /** Where a predicate was first asked, for complaints about its answer. */
  readonly #askedAt = new Map<PredicateKey, Span>();
  readonly #context: TaskContext;
  readonly #emit: Emit;
  readonly #tasks = new Map<Plan, Task>();
  /** By plain predicate. */
  readonly #sinks = new Map<PredicateKey, RowSink>();
  readonly #isLayered: boolean;
  readonly #execution: Execution;
  #jobsUntilCheck = jobsBetweenChecks;
  /** Facts of lattice predicates that came and went with this run. */
  readonly #given: MergeCandidate[] = [];
  readonly #withdrawn: Pick<MergeCandidate, 'predicate' | 'row'>[] = [];

  /** Whether a rule of the running round gave up a branch at an open question. */
  #isIncomplete = false;

  constructor(program: Program, options: EvaluatorOptions) {
    this.#program = program;
    this.#options = options;
    this.plan = planProgram(program);
    this.#isLayered = options.base !== undefined;
    this.#execution = canGenerateCode() ? (options.execution ?? 'auto') : 'closures';
    this.database = new Database(this.plan, options.base);
    for (const info of program.predicates.values()) {
      if (info.isDeferred || info.isExternal) this.#questions.set(info.key, new Questions(info, this.database));
    }
    for (const group of this.plan.deferred) {
      for (const key of group.predicates) this.#groups.set(key, group);
      if (options.base !== undefined) this.#solved.add(group);
    }
    this.sink = new Sink(program.predicates, this.database, options.budget);
    this.#emit = (plan, row) => this.sink.emit(plan, row);
    this.#context = {
      database: this.database,
      table: this.database.table,
      builtins: { now: options.now },
      ask: (predicate, inputs, span) => this.#ask(predicate, inputs, span),
      isIncomplete: () => this.#isIncomplete,
    };
  }

  /** Adds a fact that no rule derives; it does not count against the budget. */
  load(predicate: PredicateKey, args: readonly Value[], interval: Interval | undefined, span: Span): void {
    const { table } = this.database;
    const row = args.map((value) => internAt(table, value, span));
    if (interval !== undefined) row.push(table.time(interval.start), table.time(interval.end));
    const lattice = this.#program.predicates.get(predicate)?.lattice;
    if (lattice === undefined) this.database.own(predicate).give(row, table);
    else this.#takeCandidate({ predicate, lattice, row, span, isGiven: true });
  }

  isLattice(predicate: PredicateKey): boolean {
    return this.#program.predicates.get(predicate)?.lattice !== undefined;
  }

  /** Lets a fact of a lattice predicate count as never given. */
  withdrawCandidate(predicate: PredicateKey, row: readonly number[]): void {
    if (!this.#given.some((each) => isSameRow(each, predicate, row))) this.#withdrawn.push({ predicate, row });
  }

  /** The facts of lattice predicates that were given, those of the base included, before any merging. */
  get candidates(): readonly MergeCandidate[] {
    const kept = (this.database.base?.candidates ?? []).filter(
      (each) => !this.#withdrawn.some(({ predicate, row }) => isSameRow(each, predicate, row)),
    );
    return [...kept, ...this.#given];
  }

  #takeCandidate(candidate: MergeCandidate): void {
    this.#given.push(candidate);
    this.sink.addCandidate(candidate);
  }

  /** About how many facts a predicate has. */
  readonly sizeOf = (predicate: PredicateKey): number => this.database.facts(predicate).rows.roughSize;

  /** Evaluates everything, component by component. */
  *run(): Generator<Pause, void> {
    yield* this.mergeCandidates();
    for (const component of this.plan.components) yield* this.evaluate(component);
  }

  /** Evaluates a component to its fixpoint, from its rules and the facts that were given. */
  *evaluate(component: ComponentPlan): Generator<Pause, void> {
    this.advance(component);
    yield* this.runJobs(component.rules.map((rule) => ({ plan: rule.full(this.sizeOf) })));
    yield* this.rounds(component);
  }

  /** Goes on with a component until a round brings nothing new. */
  *rounds(component: ComponentPlan): Generator<Pause, void> {
    while (this.advance(component)) {
      const jobs = component.rules.flatMap((rule) =>
        rule.growing.map((at) => ({ plan: rule.driven(at, 'recent', this.sizeOf) })),
      );
      yield* this.runJobs(jobs);
    }
  }

  /** Lets a predicate start again from the facts it was given. */
  hideBase(predicate: PredicateKey): void {
    const facts = this.database.own(predicate);
    const { base, removed } = facts.rows;
    facts.rows.hidesBase = true;
    facts.atoms.hidesBase = true;
    // What was given to a lattice predicate is merged again.
    if (this.isLattice(predicate)) return;
    for (let row = 0; row < (base?.limit ?? 0); row++) {
      const isKept = facts.rows.isInBase(row) && facts.rows.isGiven(row) && removed?.has(row) !== true;
      if (isKept) facts.restore(facts.rows.row(row), this.database.table);
    }
  }

  /** Lets a deferred group forget all its answers. */
  forget(group: DeferredPlan): void {
    for (const key of group.component.predicates) this.hideBase(key);
    this.#solved.delete(group);
  }

  /** Makes what came in this round the recent facts; tells whether there are any. */
  advance({ predicates }: ComponentPlan): boolean {
    const stamp = this.database.tick();
    let isAnyRecent = false;
    for (const key of predicates) {
      const { rows } = this.database.facts(key);
      // Without own rows it may be the view of the base, which others read.
      if (rows.own.size > 0 && rows.own.advance(stamp)) isAnyRecent = true;
    }
    return isAnyRecent;
  }

  /** Runs plans until none of them meets an unanswered question. */
  *runJobs(jobs: readonly Job[]): Generator<Pause, void> {
    if (jobs.length === 0) return;
    do {
      this.#isIncomplete = false;
      for (const job of jobs) {
        if (--this.#jobsUntilCheck < 0) yield* this.#pauseIfDue(job.plan.rule.predicate);
        const { plan, bound = nothingBound, emit } = job;
        const sink = emit === undefined ? this.#sinkOf(plan) : new EmitSink(plan, emit);
        if (plan.grouping !== undefined || !this.#isCompiled(plan)) yield* this.#runTask(plan, sink, bound);
        else {
          const run = takeRun(plan, this.plan, this.#isLayered);
          run.start(this.#context, sink, bound);
          while (!run.run(this.#options.budget)) yield* this.#pause();
          releaseRun(plan, run, this.#isLayered);
        }
      }
      if (this.sink.hasCandidates) yield* this.mergeCandidates();
    } while (this.#questions.size > 0 && (yield* this.#answerAll()));
  }

  *#runTask(plan: Plan, sink: RowSink, bound: ArrayLike<number>): Generator<Pause, void> {
    const task = this.#task(plan);
    task.start(sink, bound);
    while (!task.run(this.#options.budget)) yield* this.#pause();
  }

  /** Answers a question from outside the program, such as a query on a deferred predicate. */
  *solve(predicate: PredicateKey, inputs: readonly number[], span: Span): Generator<Pause, void> {
    this.#options.budget.restart();
    if (!this.#ask(predicate, inputs, span)) yield* this.#answerAll();
  }

  /** Runs a piece of the evaluation; what it throws is an `EvaluationError` unless it is a defect. */
  guarded<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw toEvaluationError(error, this.#options.budget, this.#program, (signal) => this.#largestProducers(signal));
    }
  }

  /** What tasks outside the strata, such as the search for a proof, have to know. */
  get taskContext(): TaskContext {
    return this.#context;
  }

  /**
   * Merges the rows that lattice predicates got since the last call, least value first: a merge that depends on the
   * order of its values still gives one result, whatever the order of clauses and facts.
   */
  *mergeCandidates(): Generator<Pause, void> {
    const candidates = this.sink.takeCandidates();
    if (candidates.length === 0) return;
    const { table } = this.database;
    const valueOf = ({ lattice, row }: MergeCandidate): Value => table.get(row[lattice.target] ?? 0);
    for (const candidate of candidates.toSorted((a, b) => compareValues(valueOf(a), valueOf(b)))) {
      yield* this.#merge(candidate);
    }
  }

  *#merge(candidate: MergeCandidate): Generator<Pause, void> {
    const { predicate, lattice, row, span } = candidate;
    const { rows } = this.database.facts(predicate);
    const rival = rivalOf(lattice, rows, row);
    if (rival === -1) return this.sink.addMerged(candidate, row);
    const [old, fresh] = [rows.at(rival, lattice.target), row[lattice.target] ?? 0];
    if (old === fresh) return;
    if (this.#questions.has(lattice.merge) && !this.#ask(lattice.merge, [old, fresh], span)) yield* this.#answerAll();
    const merged = mergedValue(lattice, this.database, old, fresh, span);
    if (merged === old) return;
    rows.writable.kill(rival - rows.limit);
    this.sink.addMerged(candidate, row.with(lattice.target, merged));
  }

  /** The task of a plan that has a grouping or runs on closures. */
  #task(plan: Plan): Task {
    // With a base, a predicate may get a view of its own between two runs, and closures look at the old one.
    let task = this.#isLayered ? undefined : this.#tasks.get(plan);
    if (task !== undefined) return task;
    const isCompiled = plan.grouping !== undefined && this.#isCompiled(plan);
    const run = isCompiled ? new CompiledRun(plan, compilePlan(plan, this.plan, this.#isLayered)) : undefined;
    task = new Task(plan, this.#context, run);
    this.#tasks.set(plan, task);
    return task;
  }

  #isCompiled(plan: Plan): boolean {
    if (this.#execution === 'closures') return false;
    return this.#execution === 'compiled' || isWorthCompiling(plan, this.#isLayered, this.#roughSteps);
  }

  /** About how many rows a plan will look at: its scans without a key, one inside the other. */
  readonly #roughSteps = ({ steps }: Plan): number => {
    let rows = 1;
    for (const step of steps) {
      if (step.kind !== 'scan' || step.key.length > 0) continue;
      const view = this.database.facts(step.predicate).rows;
      rows *= step.range === 'recent' ? view.own.recent - view.own.stable : view.roughSize;
    }
    return rows;
  };

  /** Where the facts go that a plan derives. */
  #sinkOf(plan: Plan): RowSink {
    return this.#sinks.get(plan.rule.predicate) ?? this.#createSink(plan);
  }

  #createSink(plan: Plan): RowSink {
    const { predicate } = plan.rule;
    const info = this.#program.predicates.get(predicate);
    if (info === undefined || info.isTemporal || info.lattice !== undefined) return new EmitSink(plan, this.#emit);
    const number = this.plan.numbers.get(predicate) ?? -1;
    const sink = new FactSink(info, number, this.database, this.#options.budget);
    this.#sinks.set(predicate, sink);
    return sink;
  }

  /** Looks at the clock between two pieces of work; a single one may be short in steps and long in time. */
  *#pauseIfDue(predicate: PredicateKey): Generator<Pause, void> {
    this.#jobsUntilCheck = jobsBetweenChecks;
    if (this.#options.budget.check(predicate)) yield* this.#pause();
  }

  *#pause(): Generator<Pause, void> {
    yield;
    this.#options.budget.startSlice();
  }

  /** Answers all open questions; tells whether there were any. */
  *#answerAll(): Generator<Pause, boolean> {
    let hadOpen = false;
    for (const questions of this.#questions.values()) {
      if (!questions.hasOpen || this.#isBeingSolved(questions.key)) continue;
      hadOpen = true;
      const group = this.#groups.get(questions.key);
      if (group === undefined) yield* this.#askHost(questions);
      else yield* this.#solveGroup(group);
    }
    return hadOpen;
  }

  /** The questions of a group that is being solved are part of its own fixpoint. */
  #isBeingSolved(predicate: PredicateKey): boolean {
    const group = this.#groups.get(predicate);
    return group !== undefined && this.#solving.has(group);
  }

  *#solveGroup(group: DeferredPlan): Generator<Pause, void> {
    this.#solving.add(group);
    if (this.#solved.has(group)) yield* this.rounds(group.component);
    else {
      this.#solved.add(group);
      yield* this.evaluate(group.component);
    }
    for (const key of group.predicates) this.#questions.get(key)?.close();
    this.#solving.delete(group);
  }

  *#askHost(questions: Questions): Generator<Pause, void> {
    const { info, rows, inputColumns } = questions;
    const external = this.#options.externals[info.key];
    const [from, to] = [questions.answered, rows.end];
    questions.close();
    // Without a host function an external predicate has the facts it was given and no others.
    if (external === undefined) return;
    const span = this.#askedAt.get(info.key) ?? this.#program.units[0]?.items[0]?.span;
    if (span === undefined) return;
    let waiting: Promise<void>[] = [];
    for (let row = from; row < to; row++) {
      yield* this.#pauseIfDue(info.key);
      const inputs = rows.row(row).map((id) => this.database.table.get(id));
      const { signal, budget, checkArgs } = this.#options;
      const { remainingMs } = budget;
      const question = { external, info, inputColumns, inputs, span, signal, checkArgs, remainingMs };
      const answer = askExternal(question);
      if (answer instanceof Promise) waiting.push(answer.then((found) => this.#addAnswers(question, found)));
      else this.#addAnswers(question, answer);
      if (waiting.length < (external.maxConcurrent ?? defaultMaxConcurrent)) continue;
      yield Promise.all(waiting).then(() => undefined);
      waiting = [];
    }
    if (waiting.length > 0) yield Promise.all(waiting).then(() => undefined);
    yield* this.#pauseIfDue(info.key);
  }

  #addAnswers({ info, span }: ExternalQuestion, answers: AnswerRows): void {
    const { table } = this.database;
    const facts = this.database.own(info.key);
    if (facts.rows.addedEnd === Infinity) facts.rows.addedEnd = facts.rows.own.size;
    for (const values of answers) {
      facts.add(
        values.map((value) => internAt(table, value, span)),
        table,
      );
    }
  }

  #ask(predicate: PredicateKey, inputs: readonly number[], span: Span): boolean {
    const questions = this.#questions.get(predicate);
    if (questions === undefined) throw new Error(`${predicate} answers no questions`);
    if (!this.#askedAt.has(predicate)) this.#askedAt.set(predicate, span);
    const isAnswered = questions.ask(inputs);
    if (!isAnswered) this.#isIncomplete = true;
    return isAnswered;
  }

  /** The predicates with the most derived facts, most first, ties by key. */
  #largestProducers({ code, predicate }: BudgetSignal): Producer[] {
    const counts = new Map<PredicateKey, number>();
    for (const { key, helps = key } of this.plan.shapes) {
      const { own } = this.database.facts(key).rows;
      counts.set(helps, (counts.get(helps) ?? 0) + own.size - own.given);
    }
    // The fact that was one too many is not counted.
    if (code === 'fact-limit' && predicate !== undefined) counts.set(predicate, (counts.get(predicate) ?? 1) - 1);
    return [...counts]
      .flatMap(([key, facts]) => (facts > 0 ? [{ predicate: key, facts }] : []))
      .sort((a, b) => b.facts - a.facts || (a.predicate < b.predicate ? -1 : 1))
      .slice(0, 5);
  }
}

function isSameRow(candidate: MergeCandidate, predicate: PredicateKey, row: readonly number[]): boolean {
  return candidate.predicate === predicate && candidate.row.every((id, column) => id === row[column]);
}
