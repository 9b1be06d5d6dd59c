import { demandKey, inputColumns } from '../plan/demand.js';
import { planProgram } from '../plan/program-plan.js';
import { volatileRules } from '../plan/volatile.js';
import type { PredicateInfo, PredicateKey, Program, SourceFact } from '../program/program.js';
import type { Atom } from '../syntax/ast.js';
import type { FactBatch } from '../value/fact-batch.js';
import type { Base } from './base.js';
import { digestOf } from './digest.js';
import { driveAsync, driveSync, loadAll } from './drive.js';
import { type AsyncEvaluateOptions, type EvaluateOptions, evaluatorOptions } from './evaluate.js';
import { Evaluation } from './evaluation.js';
import { Evaluator } from './evaluator.js';
import type { EvaluatorOptions } from './evaluator-options.js';
import type { Pause } from './pause.js';
import type { Externals } from './external.js';
import { isTimed, loadBatches, loadHostFact, loadHostFacts, loadSourceFacts } from './given-facts.js';
import { isBatch, loadHostBatch } from './host-batch.js';
import type { FactInput } from './host-facts.js';
import { Reviser } from './reviser.js';
import { planRevision, type RevisionPlan } from './revision-plan.js';
import { runSync } from './run-sync.js';
import { saveBase } from './save-base.js';
import { commit, withdraw } from './update.js';
import { type FactChange, readGoal, Watchers } from './watch.js';

/** How a base is prepared. */
export type PrepareOptions = Omit<EvaluateOptions, 'facts' | 'now'> & { readonly signal?: AbortSignal };

/** How a request is answered; `externals` and `bounds` are those of the base if absent. */
export type RequestOptions = Omit<AsyncEvaluateOptions, 'facts' | 'onPause'>;

/**
 * Facts that the base gets and loses, those of the program's text included. A fact that is in both stays; taking away
 * one that is not there, or that only rules derive, changes nothing.
 */
export interface BaseChange {
  readonly add?: Iterable<FactInput | FactBatch>;
  readonly remove?: Iterable<FactInput>;
}

/**
 * Evaluates a program and base facts once, for many requests. What depends on the time or on external predicates that
 * are not deterministic is no part of the base: requests derive it.
 */
export async function prepare(
  program: Program,
  baseFacts: Iterable<FactInput | FactBatch> = [],
  options: PrepareOptions = {},
): Promise<Prepared> {
  const preparation = new Preparation(program, baseFacts, options);
  await driveAsync(preparation.evaluator, preparation.steps());
  return preparation.finish();
}

/** As `prepare`, without pauses; refuses asynchronous external predicates. */
export function prepareSync(
  program: Program,
  baseFacts: Iterable<FactInput | FactBatch> = [],
  options: PrepareOptions = {},
): Prepared {
  const preparation = new Preparation(program, baseFacts, options);
  driveSync(preparation.evaluator, preparation.steps());
  return preparation.finish();
}

/** How changes of a program's facts are followed, if a base keeps what deterministic external predicates say. */
export function planFor(program: Program, externals: Externals): RevisionPlan {
  const volatile = volatileRules(program, (key) => externals[key]?.isDeterministic === true);
  return planRevision(program, planProgram(program), volatile);
}

class Preparation {
  readonly evaluator: Evaluator;
  readonly #program: Program;
  readonly #facts: Iterable<FactInput | FactBatch>;
  readonly #options: PrepareOptions;
  readonly #settings: EvaluatorOptions;
  readonly #plan: RevisionPlan;

  constructor(program: Program, facts: Iterable<FactInput | FactBatch>, options: PrepareOptions) {
    this.#program = program;
    this.#facts = facts;
    this.#options = options;
    this.#settings = evaluatorOptions(program, { ...options, now: 0n }, options.signal);
    this.#plan = planFor(program, this.#settings.externals);
    this.evaluator = new Evaluator(program, this.#settings);
  }

  *steps(): Generator<Pause, void> {
    const { budget, now, checkArgs } = this.#settings;
    const { evaluator } = this;
    const steady = this.#program.facts.filter((fact) => !isTimed(fact));
    yield* loadAll(loadSourceFacts(evaluator, steady, now), budget);
    yield* loadAll(loadBatches(evaluator, this.#program), budget);
    yield* loadAll(loadHostFacts(evaluator, this.#facts, this.#program, checkArgs), budget);
    yield* evaluator.mergeCandidates();
    for (const { plan, steady: rules } of this.#plan.components) yield* evaluator.evaluate({ ...plan, rules });
  }

  finish(): Prepared {
    const base = this.evaluator.database.snapshot(1, this.evaluator.lattice.candidates);
    return new Prepared(this.#program, this.#plan, base, this.#options);
  }
}

/**
 * A program with its base facts, evaluated. Requests see it as it was when they came; none of them changes it, and none
 * sees another.
 */
export class Prepared {
  readonly program: Program;
  /** How it was prepared. */
  readonly options: PrepareOptions;
  readonly #plan: RevisionPlan;
  readonly #timed: readonly SourceFact[];
  readonly #watchers = new Watchers();
  #base: Base;
  #version = 1;
  /** Changes are made one after the other. */
  #changing: Promise<void> = Promise.resolve();
  #isChanging = false;
  /** How many questions there were to a predicate when its answers were last fetched anew. */
  readonly #questions = new Map<PredicateKey, number>();

  constructor(program: Program, plan: RevisionPlan, base: Base, options: PrepareOptions) {
    this.program = program;
    this.#plan = plan;
    this.#base = base;
    this.options = options;
    this.#timed = program.facts.filter(isTimed);
  }

  /** The facts that hold with these added to the base; the cost follows what they change. */
  async request(facts: Iterable<FactInput | FactBatch> = [], options: RequestOptions = {}): Promise<Evaluation> {
    const { evaluator, steps, evaluation } = this.#start({ add: facts }, options, this.#timed);
    await driveAsync(evaluator, steps, options.turn === undefined ? {} : { turn: options.turn });
    return evaluation;
  }

  /** As `request`, without pauses; refuses asynchronous external predicates and takes no signal. */
  requestSync(facts: Iterable<FactInput | FactBatch> = [], options: RequestOptions = {}): Evaluation {
    const { evaluator, steps, evaluation } = this.#start({ add: facts }, options, this.#timed);
    driveSync(evaluator, steps);
    return evaluation;
  }

  /** Changes the base facts. Requests that are under way keep the old base; a change that fails leaves no trace. */
  async update(change: BaseChange, options: Omit<RequestOptions, 'now'> = {}): Promise<void> {
    const previous = this.#changing;
    let done = (): void => undefined;
    this.#changing = new Promise((resolve) => (done = resolve));
    await previous;
    this.#isChanging = true;
    try {
      const outgrown = this.#outgrown();
      const { evaluator, steps } = this.#start(change, options, [], outgrown);
      await driveAsync(evaluator, steps);
      this.#commit(evaluator, outgrown);
    } finally {
      this.#isChanging = false;
      done();
    }
  }

  /** As `update`, without pauses. Throws an Error while an `update` is under way: await that first. */
  updateSync(change: BaseChange, options: Omit<RequestOptions, 'now'> = {}): void {
    if (this.#isChanging) throw new Error('an `update` of the base is under way: await it before `updateSync`');
    const outgrown = this.#outgrown();
    const { evaluator, steps } = this.#start(change, options, [], outgrown);
    driveSync(evaluator, steps);
    this.#commit(evaluator, outgrown);
  }

  /**
   * Tells, after each change of the base, which facts that match a goal such as `p(X)` came and went. Ends when it is
   * left. Throws an `EvaluationError` for a goal that cannot be watched.
   */
  watch(goal: string | Atom): AsyncIterableIterator<FactChange> {
    return this.#watchers.watch(typeof goal === 'string' ? readGoal(goal) : goal, this.program);
  }

  /** A short text that differs for bases with different facts. */
  digest(): string {
    return digestOf(this.program, this.#base);
  }

  /** The base as bytes, for `loadPrepared`. A change that is under way is not part of them. */
  save(): Uint8Array<ArrayBuffer> {
    return runSync(this.saving(this.#base));
  }

  /** A state of the base as bytes, with pauses; for those who must not keep others waiting. */
  saving(base: Base): Generator<undefined, Uint8Array<ArrayBuffer>> {
    return saveBase(this.program, this.#plan, base);
  }

  /** Counts the changes that were made, from 1 on. */
  get version(): number {
    return this.#version;
  }

  /** The facts of the base: a request without facts of its own, and without what depends on the time. */
  get base(): Base {
    return this.#base;
  }

  /**
   * The predicates that were asked much more than when their answers were last fetched. Most of these questions may be
   * nobody's any more, so the next change of the base asks again what is still wanted.
   */
  #outgrown(): PredicateInfo[] {
    return planProgram(this.program).asked.filter((info) => {
      return this.#questionCount(info) > minOutgrown + 2 * (this.#questions.get(info.key) ?? 0);
    });
  }

  /** How many questions to a predicate the base has answers for. */
  #questionCount(info: PredicateInfo): number {
    const number = planProgram(this.program).numbers.get(demandKey(info.key, inputColumns(info).length));
    return number === undefined ? 0 : (this.#base.facts[number]?.rows.limit ?? 0);
  }

  #commit(evaluator: Evaluator, refreshed: readonly PredicateInfo[]): void {
    this.#version++;
    this.#base = commit(evaluator, this.#base, this.#version);
    for (const info of refreshed) this.#questions.set(info.key, this.#questionCount(info));
    this.#watchers.tell(evaluator, this.program);
  }

  #start(
    change: BaseChange,
    options: RequestOptions,
    timed: readonly SourceFact[],
    outgrown: readonly PredicateInfo[] = [],
  ): StartedRequest {
    checkChange(change);
    const { externals = this.options.externals ?? {}, bounds = this.options.bounds ?? 'error' } = options;
    const { execution = this.options.execution ?? 'auto' } = options;
    const isUpdate = timed !== this.#timed;
    const settings = evaluatorOptions(this.program, { ...options, externals, bounds, execution }, options.signal);
    const evaluator = new Evaluator(this.program, { ...settings, base: this.#base });
    const reviser = new Reviser(evaluator, this.#base, this.#plan, { isUpdate });
    for (const info of outgrown) reviser.refresh(info);
    const evaluation = new Evaluation(this.program, evaluator, settings.now);
    return { evaluator, steps: requestSteps(evaluator, reviser, settings, change, timed, this.program), evaluation };
  }
}

/**
 * Loads what changes and revises the rest. The host keeps a function that makes generators until its next full
 * collection, with all that the function refers to; so this one refers to nothing of a request.
 */
function* requestSteps(
  evaluator: Evaluator,
  reviser: Reviser,
  { budget, now, checkArgs }: EvaluatorOptions,
  change: BaseChange,
  timed: readonly SourceFact[],
  program: Program,
): Generator<Pause, void> {
  budget.check();
  if (timed.length > 0) yield* loadAll(touched(reviser, loadSourceFacts(evaluator, timed, now)), budget);
  for (const input of change.add ?? []) {
    if (isBatch(input)) {
      yield* loadAll(touched(reviser, loadHostBatch(evaluator, input, program, checkArgs)), budget);
    } else reviser.touch(loadHostFact(evaluator, input, program, checkArgs));
    if (!budget.spend(1)) continue;
    yield;
    budget.startSlice();
  }
  if (change.remove !== undefined) {
    yield* loadAll(touched(reviser, withdraw(evaluator, change.remove, program)), budget);
  }
  yield* reviser.run();
}

/** Notes the predicates whose facts change. */
function* touched(reviser: Reviser, predicates: Iterable<string>): Generator<string> {
  for (const predicate of predicates) {
    reviser.touch(predicate);
    yield predicate;
  }
}

/** Fewer questions than this are not worth asking again. */
const minOutgrown = 1000;

/** Changes come from hosts that may be plain JavaScript; one with another name would change nothing. */
function checkChange(change: BaseChange): void {
  const parts = Object.entries(change) as [string, unknown][];
  const isPlain = parts.every(([name]) => name === 'add' || name === 'remove') && !Array.isArray(change);
  if (!isPlain) throw new TypeError('a change of a base has `add` and `remove`, each with facts');
  for (const [name, facts] of parts) {
    const isList = typeof facts === 'object' && facts !== null && Symbol.iterator in facts;
    if (facts !== undefined && !isList) throw new TypeError(`\`${name}\` must be an iterable of facts`);
  }
}

interface StartedRequest {
  readonly evaluator: Evaluator;
  readonly steps: Generator<Pause, void>;
  readonly evaluation: Evaluation;
}
