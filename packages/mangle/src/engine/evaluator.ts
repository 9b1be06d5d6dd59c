import { type ComponentPlan, type DeferredPlan, planProgram } from '../plan/program-plan.js';
import type { PredicateKey, Program } from '../program/program.js';
import type { Span } from '../text/source.js';
import { compareValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import type { Budget } from './budget.js';
import { type Component, createComponent } from './component.js';
import { Database } from './database.js';
import { toEvaluationError } from './evaluation-error.js';
import {
  type AnswerRows,
  askExternal,
  type CheckArgs,
  defaultMaxConcurrent,
  type ExternalQuestion,
  type Externals,
} from './external.js';
import { mergedValue, rivalOf } from './lattice.js';
import { internAt } from './operands.js';
import { Questions } from './questions.js';
import { type MergeCandidate, Sink } from './sink.js';
import type { Task, TaskContext } from './task.js';

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
}

/**
 * Evaluates a program stratum by stratum, each to its fixpoint. `run` is a generator, so that one piece of code serves
 * the synchronous and the asynchronous evaluation: it yields whenever it may pause or has to wait.
 */
export class Evaluator {
  readonly database = new Database();
  readonly sink: Sink;
  readonly #program: Program;
  readonly #options: EvaluatorOptions;
  readonly #questions = new Map<PredicateKey, Questions>();
  readonly #groups = new Map<PredicateKey, DeferredPlan>();
  readonly #solving = new Set<DeferredPlan>();
  readonly #solved = new Map<DeferredPlan, Component>();
  /** Where a predicate was first asked, for complaints about its answer. */
  readonly #askedAt = new Map<PredicateKey, Span>();

  /** Whether a rule of the running round gave up a branch at an open question. */
  #isIncomplete = false;
  #loadedStamp = 0;

  constructor(program: Program, options: EvaluatorOptions) {
    this.#program = program;
    this.#options = options;
    for (const info of program.predicates.values()) {
      this.database.define(info);
      if (info.isDeferred || info.isExternal) this.#questions.set(info.key, new Questions(info, this.database));
    }
    for (const group of planProgram(program).deferred) {
      for (const key of group.predicates) this.#groups.set(key, group);
      for (const each of group.auxiliary) this.database.define(each);
    }
    this.sink = new Sink(program.predicates, this.database, options.budget);
  }

  /** Adds a fact that no rule derives; it does not count against the budget. */
  load(predicate: PredicateKey, args: readonly Value[], interval: Interval | undefined, span: Span): void {
    const { table } = this.database;
    const row = args.map((value) => internAt(table, value, span));
    if (interval !== undefined) row.push(table.time(interval.start), table.time(interval.end));
    const lattice = this.#program.predicates.get(predicate)?.lattice;
    if (lattice === undefined) this.database.add(predicate, row);
    else this.sink.addCandidate({ predicate, lattice, row, span, isGiven: true });
  }

  /** Rows with a stamp up to this one were loaded, later ones derived or fetched. */
  get loadedStamp(): number {
    return this.#loadedStamp;
  }

  *run(): Generator<Pause, void> {
    yield* this.#mergeCandidates();
    this.#loadedStamp = this.database.stamp;
    for (const stratum of planProgram(this.#program).strata) {
      const component = this.#component(stratum);
      yield* this.#firstRound(component);
      yield* this.#laterRounds(component);
    }
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
      throw toEvaluationError(error, this.#options.budget, this.#program);
    }
  }

  /** What tasks outside the strata, such as the search for a proof, have to know. */
  get taskContext(): TaskContext {
    return {
      database: this.database,
      table: this.database.table,
      builtins: { now: this.#options.now },
      ask: (predicate, inputs, span) => this.#ask(predicate, inputs, span),
      isIncomplete: () => this.#isIncomplete,
    };
  }

  *#firstRound(component: Component): Generator<Pause, void> {
    for (const relation of component.relations) relation.advance();
    yield* this.#runTasks(component.full);
  }

  *#laterRounds(component: Component): Generator<Pause, void> {
    // Every relation moves on in each round, hence no short cut in the test.
    while (component.relations.map((relation) => relation.advance()).includes(true)) {
      yield* this.#runTasks(component.recent);
    }
  }

  /** Runs tasks until none of them meets an unanswered question. */
  *#runTasks(tasks: readonly Task[]): Generator<Pause, void> {
    do {
      this.#isIncomplete = false;
      for (const task of tasks) {
        yield* this.#pauseIfDue(task.plan.rule.predicate);
        task.start();
        while (!task.run(this.#options.budget)) yield* this.#pause();
      }
      yield* this.#mergeCandidates();
    } while (yield* this.#answerAll());
  }

  /** Looks at the clock between two pieces of work; a single one may be short in steps and long in time. */
  *#pauseIfDue(predicate: PredicateKey): Generator<Pause, void> {
    if (this.#options.budget.check(predicate)) yield* this.#pause();
  }

  *#pause(): Generator<Pause, void> {
    yield;
    this.#options.budget.startSlice();
  }

  /** Answers all open questions; tells whether there were any. */
  *#answerAll(): Generator<Pause, boolean> {
    const open = [...this.#questions.values()].filter(({ hasOpen, key }) => hasOpen && !this.#isBeingSolved(key));
    for (const questions of open) {
      const group = this.#groups.get(questions.key);
      if (group === undefined) yield* this.#askHost(questions);
      else if (questions.hasOpen) yield* this.#solveGroup(group);
    }
    return open.length > 0;
  }

  /** The questions of a group that is being solved are part of its own fixpoint. */
  #isBeingSolved(predicate: PredicateKey): boolean {
    const group = this.#groups.get(predicate);
    return group !== undefined && this.#solving.has(group);
  }

  *#solveGroup(group: DeferredPlan): Generator<Pause, void> {
    this.#solving.add(group);
    let component = this.#solved.get(group);
    if (component === undefined) {
      component = this.#component(group.component);
      this.#solved.set(group, component);
      yield* this.#firstRound(component);
    }
    yield* this.#laterRounds(component);
    for (const key of group.predicates) this.#questions.get(key)?.close();
    this.#solving.delete(group);
  }

  *#askHost(questions: Questions): Generator<Pause, void> {
    const { info, rows, inputColumns } = questions;
    const external = this.#options.externals[info.key];
    const [from, to] = [questions.answered, rows.size];
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
      const question = {
        external,
        info,
        inputColumns,
        inputs,
        span,
        signal,
        checkArgs,
        remainingMs: budget.remainingMs,
      };
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
    for (const values of answers) {
      const ids = values.map((value) => internAt(this.database.table, value, span));
      this.database.add(info.key, ids);
    }
  }

  /**
   * Merges the rows that lattice predicates got since the last call, least value first: a merge that depends on the
   * order of its values still gives one result, whatever the order of clauses and facts.
   */
  *#mergeCandidates(): Generator<Pause, void> {
    const { table } = this.database;
    const valueOf = ({ lattice, row }: MergeCandidate): Value => table.get(row[lattice.target] ?? -1);
    const sorted = this.sink.takeCandidates().toSorted((a, b) => compareValues(valueOf(a), valueOf(b)));
    for (const candidate of sorted) {
      const { predicate, lattice, row, span } = candidate;
      const relation = this.database.facts(predicate).rows;
      const rival = rivalOf(lattice, relation, row);
      if (rival === -1) {
        this.sink.addMerged(candidate, row);
        continue;
      }
      const [old, fresh] = [relation.at(rival, lattice.target), row[lattice.target] ?? -1];
      if (old === fresh) continue;
      if (this.#questions.has(lattice.merge) && !this.#ask(lattice.merge, [old, fresh], span)) yield* this.#answerAll();
      const merged = mergedValue(lattice, this.database, old, fresh, span);
      if (merged === old) continue;
      relation.kill(rival);
      this.sink.addMerged(candidate, row.with(lattice.target, merged));
    }
  }

  #component(plan: ComponentPlan): Component {
    return createComponent(plan, this.database, this.taskContext, (rule, row) => this.sink.emit(rule, row));
  }

  #ask(predicate: PredicateKey, inputs: readonly number[], span: Span): boolean {
    const questions = this.#questions.get(predicate);
    if (questions === undefined) throw new Error(`${predicate} answers no questions`);
    if (!this.#askedAt.has(predicate)) this.#askedAt.set(predicate, span);
    const isAnswered = questions.ask(inputs);
    if (!isAnswered) this.#isIncomplete = true;
    return isAnswered;
  }
}
