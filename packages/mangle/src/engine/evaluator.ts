import {
  type ComponentPlan,
  type DeferredPlan,
  type Mixture,
  planProgram,
  type ProgramPlan,
} from '../plan/program-plan.js';
import type { Plan } from '../plan/plan.js';
import type { PredicateKey, Program } from '../program/program.js';
import type { Span } from '../text/source.js';
import { compareValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import { Asker } from './asker.js';
import { Budget, type BudgetSignal } from './budget.js';
import type { TaskContext } from './cursor.js';
import { Database } from './database.js';
import { Drivers } from './drivers.js';
import { type Producer, toEvaluationError } from './evaluation-error.js';
import type { EvaluatorOptions, Interval } from './evaluator-options.js';
import { GivenLattice } from './given-lattice.js';
import { mergedValue, rivalOf } from './lattice.js';
import type { MergeCandidate } from './merge-candidate.js';
import { internAt } from './operands.js';
import type { Pause } from './pause.js';
import { PlanRunner, type Running } from './plan-runner.js';
import { type Emit, EmitSink } from './row-sink.js';
import { Sink } from './sink.js';

/** How many short plans run before the clock is looked at. */
const jobsBetweenChecks = 32;

const nothingBound: readonly number[] = [];

/** A plan to run, its variables that have values already, and what becomes of the rows it gives. */
export interface Job {
  readonly plan: Plan;
  readonly bound: ArrayLike<number>;
  /** The rows are derived facts if undefined. */
  readonly emit: Emit | undefined;
}

/** All jobs are made here: requests run many, and objects of one form are read faster. */
export function jobOf(plan: Plan, bound: ArrayLike<number> = nothingBound, emit?: Emit): Job {
  return { plan, bound, emit };
}

/** What a profile has to know of a rule that is running. */
interface Profiled {
  readonly plan: Plan;
  /** The facts that its predicate had before. */
  readonly sizeBefore: number;
  /** Whether what it gives are facts. */
  readonly isCounted: boolean;
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
  /** What tasks outside the strata, such as the search for a proof, have to know. */
  readonly taskContext: TaskContext;
  readonly #program: Program;
  readonly #options: EvaluatorOptions;
  readonly #runner: PlanRunner;
  /** Absent if rules ask nothing. */
  readonly #asker: Asker | undefined;
  #lattice: GivenLattice | undefined;
  #jobsUntilCheck = jobsBetweenChecks;
  /** The plan that was started and is not done. */
  #running: Running | undefined;
  /** The rule that is running; only with a profile. */
  #profiled: Profiled | undefined;

  constructor(program: Program, options: EvaluatorOptions) {
    this.#program = program;
    this.#options = options;
    this.plan = planProgram(program);
    this.database = new Database(this.plan, options.base);
    this.database.table.maxMade = options.budget.maxBytes;
    this.#asker = this.plan.asked.length === 0 ? undefined : new Asker(program, this.plan, this, options);
    this.sink = new Sink(program.predicates, this.database, options.budget);
    this.taskContext = {
      database: this.database,
      table: this.database.table,
      builtins: { now: options.now },
      ask: (predicate, inputs, span) => this.#asker?.ask(predicate, inputs, span) ?? false,
      isIncomplete: () => this.#asker?.isIncomplete === true,
    };
    const { budget, execution = 'auto' } = options;
    this.#runner = new PlanRunner(this.plan, program.predicates, this.taskContext, budget, this.sink, execution);
  }

  /** Adds a fact that no rule derives; it does not count against the budget. */
  load(predicate: PredicateKey, args: readonly Value[], interval: Interval | undefined, span: Span): void {
    const { table } = this.database;
    const row = args.map((value) => internAt(table, value, span));
    if (interval !== undefined) row.push(table.time(interval.start), table.time(interval.end));
    const lattice = this.#program.predicates.get(predicate)?.lattice;
    if (lattice === undefined) {
      this.database.own(predicate).give(row, table);
      return;
    }
    const candidate = { predicate, lattice, row, span, isGiven: true };
    this.lattice.give(candidate);
    this.sink.addCandidate(candidate);
  }

  isLattice(predicate: PredicateKey): boolean {
    return this.#program.predicates.get(predicate)?.lattice !== undefined;
  }

  /** The facts of lattice predicates that were given. */
  get lattice(): GivenLattice {
    return (this.#lattice ??= new GivenLattice(this.database.base?.candidates ?? []));
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
    this.advance(component.numbers);
    const rest = this.runJobs(component.rules.map((rule) => jobOf(rule.full(this.sizeOf))));
    if (rest !== undefined) yield* rest;
    yield* this.rounds(component);
    const { mixture } = component;
    if (mixture?.merged.some((number) => this.database.at(number).rows.own.deadCount > 0) === true) {
      yield* this.#dropStale(component, mixture);
    }
  }

  /**
   * Goes on with a component until a round brings nothing new. A round costs what became of the last one, however large
   * the component is: only rules that read recent facts run, and only what is recent or what they derive can move on.
   */
  *rounds(component: ComponentPlan): Generator<Pause, void> {
    let recent = this.advance(component.numbers);
    if (recent.length === 0) return;
    const drivers = new Drivers(component, this.plan.numbers);
    while (recent.length > 0) {
      const driven = drivers.of(recent);
      // Questions add to demands, and what waits to be merged to any predicate: also to those that no rule here derives.
      const isOpen = this.#asker !== undefined || this.sink.hasCandidates;
      const rest = this.runJobs(driven.map(({ rule, at }) => jobOf(rule.driven(at, 'recent', this.sizeOf))));
      if (rest !== undefined) yield* rest;
      recent = this.advance(isOpen ? component.numbers : new Set([...recent, ...driven.map(({ head }) => head)]));
    }
  }

  /**
   * Where others are derived together with merged facts, some may rest on a value that a better one has replaced since.
   * Derives the others once more, from the values that are left, and lets those die that do not come again.
   */
  *#dropStale({ rules }: ComponentPlan, { others }: Mixture): Generator<Pause, void> {
    const { database } = this;
    const concerned = rules.filter(({ rule }) => others.includes(this.plan.numbers.get(rule.predicate) ?? -1));
    // They were counted when they came first.
    const uncounted = new Sink(this.#program.predicates, database, new Budget({ maxFacts: Infinity }, () => 0));
    const emit: Emit = (plan, row) => uncounted.emit(plan, row);
    const before = others.map((number) => database.setAside(number));
    this.#runner.forget();
    this.advance(others);
    yield* this.#runAll(concerned.map((rule) => jobOf(rule.full(this.sizeOf), undefined, emit)));
    while (this.advance(others).length > 0) {
      yield* this.#runAll(
        concerned.flatMap((rule) =>
          rule.growing.map((at) => jobOf(rule.driven(at, 'recent', this.sizeOf), undefined, emit)),
        ),
      );
    }
    for (const [at, facts] of before.entries())
      facts.keepOnly(database.putBack(others[at] ?? -1, facts), database.table);
    this.#runner.forget();
  }

  *#runAll(jobs: readonly Job[]): Generator<Pause, void> {
    const rest = this.runJobs(jobs);
    if (rest !== undefined) yield* rest;
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
    this.#asker?.forget(group);
  }

  /** Makes what came to some predicates in this round their recent facts; tells which of them have any. */
  advance(numbers: Iterable<number>): number[] {
    const stamp = this.database.tick();
    const recent: number[] = [];
    for (const number of numbers) {
      // Without own rows it may be the view of the base, which others read.
      const own = this.database.changed(number)?.rows.own;
      if (own !== undefined && own.size > 0 && own.advance(stamp)) recent.push(number);
    }
    return recent;
  }

  /**
   * Runs plans until none of them meets an unanswered question. Most are through at once; if the time slice ends before,
   * or something has to be waited for, what is left to do is given back.
   */
  runJobs(jobs: readonly Job[]): Generator<Pause, void> | undefined {
    const [first] = jobs;
    if (first === undefined) return undefined;
    this.#options.profile?.round(first.plan.rule);
    if (this.#asker !== undefined) return this.#runAndAsk(jobs, this.#asker);
    const next = this.#runFrom(jobs, 0);
    const isDone = next === jobs.length && this.#running === undefined && !this.sink.hasCandidates;
    return isDone ? undefined : this.#goOn(jobs, next);
  }

  *#runAndAsk(jobs: readonly Job[], asker: Asker): Generator<Pause, void> {
    do {
      asker.isIncomplete = false;
      yield* this.#goOn(jobs, this.#runFrom(jobs, 0));
    } while (yield* asker.answerAll());
  }

  /** Runs jobs from a place on until all are through or the time slice is over; tells the place that comes next. */
  #runFrom(jobs: readonly Job[], from: number): number {
    for (let at = from; at < jobs.length; at++) {
      const job = jobs[at];
      if (job === undefined) continue;
      if (--this.#jobsUntilCheck < 0 && this.#isPauseDue(job.plan.rule.predicate)) return at;
      this.#running = this.#start(job);
      if (this.#running !== undefined) return at + 1;
      if (this.#profiled !== undefined) this.#endProfile(this.#profiled);
    }
    return jobs.length;
  }

  /** Finishes what `#runFrom` has left. */
  *#goOn(jobs: readonly Job[], from: number): Generator<Pause, void> {
    for (let next = from; next < jobs.length || this.#running !== undefined; next = this.#runFrom(jobs, next)) {
      const running = this.#running;
      this.#running = undefined;
      yield* this.#pause();
      if (running === undefined) continue;
      yield* this.#finish(running);
      if (this.#profiled !== undefined) this.#endProfile(this.#profiled);
    }
    if (this.sink.hasCandidates) yield* this.mergeCandidates();
  }

  #start({ plan, bound, emit }: Job): Running | undefined {
    let sink = emit === undefined ? this.#runner.sinkOf(plan) : new EmitSink(plan, emit);
    const { profile } = this.#options;
    if (profile !== undefined) {
      this.#profiled = { plan, sizeBefore: this.#ownSize(plan), isCounted: emit === undefined };
      sink = profile.start(plan.rule, sink);
    }
    return this.#runner.start(plan, sink, bound);
  }

  *#finish(running: Running): Generator<Pause, void> {
    while (!running.run(this.#options.budget)) yield* this.#pause();
  }

  #endProfile({ plan, sizeBefore, isCounted }: Profiled): void {
    this.#options.profile?.stop(isCounted ? this.#ownSize(plan) - sizeBefore : 0);
  }

  #ownSize({ rule }: Plan): number {
    return this.database.facts(rule.predicate).rows.own.size;
  }

  /** Answers a question from outside the program, such as a query on a deferred predicate. */
  *solve(predicate: PredicateKey, inputs: readonly number[], span: Span): Generator<Pause, void> {
    this.#options.budget.restart();
    if (this.#asker?.ask(predicate, inputs, span) === false) yield* this.#asker.answerAll();
  }

  /** What the limit on facts has to be at least. */
  get derivedCount(): number {
    const { derived, hidden } = this.#options.budget;
    return Math.max(derived, hidden);
  }

  /** Runs a piece of the evaluation; what it throws is an `EvaluationError` unless it is a defect. */
  guarded<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw toEvaluationError(error, this.#options.budget, this.#program, (signal) => this.#largestProducers(signal));
    }
  }

  /** Looks at the clock between two pieces of work; a single one may be short in steps and long in time. */
  *pauseIfDue(predicate: PredicateKey): Generator<Pause, void> {
    if (this.#isPauseDue(predicate)) yield* this.#pause();
  }

  #isPauseDue(predicate: PredicateKey): boolean {
    this.#jobsUntilCheck = jobsBetweenChecks;
    return this.#options.budget.check(predicate);
  }

  *#pause(): Generator<Pause, void> {
    this.#options.profile?.pause();
    yield;
    this.#options.profile?.resume();
    this.#options.budget.startSlice();
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
    const asker = this.#asker?.isAsked(lattice.merge) === true ? this.#asker : undefined;
    if (asker?.ask(lattice.merge, [old, fresh], span) === false) yield* asker.answerAll();
    const merged = mergedValue(lattice, this.database, old, fresh, span);
    if (merged === old) return;
    rows.writable.kill(rival - rows.limit);
    this.sink.addMerged(candidate, row.with(lattice.target, merged));
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
