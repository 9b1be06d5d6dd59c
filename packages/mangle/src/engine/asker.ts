import type { ComponentPlan, DeferredPlan, ProgramPlan } from '../plan/program-plan.js';
import type { PredicateKey, Program } from '../program/program.js';
import type { Span } from '../text/source.js';
import type { Database } from './database.js';
import { type AnswerRows, askExternal, Cancellation, defaultMaxConcurrent, type ExternalQuestion } from './external.js';
import type { EvaluatorOptions } from './evaluator-options.js';
import { internAt } from './operands.js';
import type { Pause } from './pause.js';
import { Questions } from './questions.js';

/** What answering takes: the fixpoints of deferred groups, and pauses. */
export interface Fixpoints {
  readonly database: Database;
  evaluate(component: ComponentPlan): Generator<Pause, void>;
  rounds(component: ComponentPlan): Generator<Pause, void>;
  pauseIfDue(predicate: PredicateKey): Generator<Pause, void>;
}

/** The part of an evaluation that answers the questions of rules to deferred and external predicates. */
export class Asker {
  readonly #program: Program;
  readonly #database: Database;
  readonly #evaluator: Fixpoints;
  readonly #options: EvaluatorOptions;
  readonly #questions = new Map<PredicateKey, Questions>();
  readonly #groups = new Map<PredicateKey, DeferredPlan>();
  readonly #solving = new Set<DeferredPlan>();
  readonly #solved = new Set<DeferredPlan>();
  /** Where a predicate was first asked, for complaints about its answer. */
  readonly #askedAt = new Map<PredicateKey, Span>();
  /** Whether a question was in vain since this was last set to false. */
  isIncomplete = false;

  constructor(program: Program, plan: ProgramPlan, evaluator: Fixpoints, options: EvaluatorOptions) {
    this.#program = program;
    this.#database = evaluator.database;
    this.#evaluator = evaluator;
    this.#options = options;
    for (const info of plan.asked) this.#questions.set(info.key, new Questions(info, this.#database));
    for (const group of plan.deferred) {
      for (const key of group.predicates) this.#groups.set(key, group);
      // What was asked in the base has its answers there.
      if (options.base !== undefined) this.#solved.add(group);
    }
  }

  /** Tells whether the predicate has answered for these inputs; if not, notes the question. */
  ask(predicate: PredicateKey, inputs: readonly number[], span: Span): boolean {
    const questions = this.#questions.get(predicate);
    if (questions === undefined) throw new Error(`${predicate} answers no questions`);
    if (!this.#askedAt.has(predicate)) this.#askedAt.set(predicate, span);
    const isAnswered = questions.ask(inputs);
    if (!isAnswered) this.isIncomplete = true;
    return isAnswered;
  }

  /** Whether a predicate has to be asked. */
  isAsked(predicate: PredicateKey): boolean {
    return this.#questions.has(predicate);
  }

  /** Lets a group answer from scratch. */
  forget(group: DeferredPlan): void {
    this.#solved.delete(group);
  }

  /** Answers all open questions; tells whether there were any. */
  *answerAll(): Generator<Pause, boolean> {
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
    if (this.#solved.has(group)) yield* this.#evaluator.rounds(group.component);
    else {
      this.#solved.add(group);
      yield* this.#evaluator.evaluate(group.component);
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
    const cancellation = new Cancellation(this.#options.signal);
    let waiting: Promise<void>[] = [];
    for (let row = from; row < to; row++) {
      yield* this.#evaluator.pauseIfDue(info.key);
      const inputs = rows.row(row).map((id) => this.#database.table.get(id));
      const { budget, checkArgs } = this.#options;
      const { remainingMs } = budget;
      const question = { external, info, inputColumns, inputs, span, cancellation, checkArgs, remainingMs };
      const answer = askExternal(question);
      if (answer instanceof Promise) {
        const added = answer.then((found) => this.#addAnswers(question, found));
        // The evaluation may end for another reason before anybody waits for it.
        added.catch(() => undefined);
        waiting.push(added);
      } else this.#addAnswers(question, answer);
      if (waiting.length < (external.maxConcurrent ?? defaultMaxConcurrent)) continue;
      yield Promise.all(waiting).then(() => undefined);
      waiting = [];
    }
    if (waiting.length > 0) yield Promise.all(waiting).then(() => undefined);
    yield* this.#evaluator.pauseIfDue(info.key);
  }

  #addAnswers({ info, span }: ExternalQuestion, answers: AnswerRows): void {
    const { table } = this.#database;
    const facts = this.#database.own(info.key);
    if (facts.rows.addedEnd === Infinity) facts.rows.addedEnd = facts.rows.own.size;
    for (const values of answers) {
      facts.add(
        values.map((value) => internAt(table, value, span)),
        table,
      );
    }
  }
}
