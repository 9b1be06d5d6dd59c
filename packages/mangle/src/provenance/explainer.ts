import type { Evaluation } from '../engine/evaluation.js';
import type { PredicateKey, Program } from '../program/program.js';
import { type BaseProofs, type KeptProof, proofsOfBase } from './base-proofs.js';
import type { Proof } from './proof.js';
import type { RulePlan } from './rule-plan.js';
import { type ProgramRules, type RuleEntry, type RuleList, rulesOf } from './rules-of.js';
import { Solver } from './solver.js';
import { EvaluationView, type PredicateView } from './view.js';

/**
 * What proofs are searched with: the relations of an evaluation and a solver for each rule that was needed. Serves one
 * evaluation of its program after the other, since making it costs more than most proofs.
 */
export class Explainer {
  readonly view: EvaluationView;
  readonly rules: ProgramRules;
  /** By the number of the predicate. */
  readonly #slots: (Slot | undefined)[] = [];
  /** Those that were needed for the evaluation that is served. */
  readonly #shown: Slot[] = [];
  readonly #solvers = new Map<RulePlan, Solver>();
  /** By the index of the rule, for the evaluation that is served. */
  readonly #ready: (Solver | undefined)[] = [];
  /** The indexes of rules that are ready. */
  readonly #used: number[] = [];
  #kept: BaseProofs | undefined;
  /** Counts the evaluations that were served. */
  #turn = 0;

  constructor(evaluation: Evaluation) {
    this.view = new EvaluationView(evaluation);
    this.rules = rulesOf(evaluation.program);
  }

  /** What is known already about the facts of the base, if there is one. */
  get kept(): BaseProofs | undefined {
    return this.#kept;
  }

  /** Serves this evaluation from here on. */
  show(evaluation: Evaluation): void {
    this.#turn++;
    this.view.show(evaluation);
    this.#kept = this.view.base === undefined ? undefined : proofsOfBase(this.view.base);
  }

  /** Holds nothing of the evaluation any more. */
  release(): void {
    this.view.release();
    this.#kept = undefined;
    for (const slot of this.#shown) slot.release();
    this.#shown.length = 0;
    for (const index of this.#used) {
      this.#ready[index]?.release();
      this.#ready[index] = undefined;
    }
    this.#used.length = 0;
  }

  slot(view: PredicateView): Slot {
    const slot = this.#slots[view.number];
    return slot === undefined || slot.turn !== this.#turn ? this.#show(view) : slot;
  }

  #show(view: PredicateView): Slot {
    const slot = (this.#slots[view.number] ??= new Slot(view, this.rules));
    slot.show(this.#turn, this.#kept, this.#isAsInBase(slot));
    this.#shown.push(slot);
    return slot;
  }

  /** The solver of a rule, in an order that suits the sizes of the relations. */
  solver(entry: RuleEntry): Solver {
    return this.#ready[entry.index] ?? this.#makeReady(entry);
  }

  #makeReady(entry: RuleEntry): Solver {
    const plan = entry.searchPlan(this.#magnitudeOf);
    let solver = this.#solvers.get(plan);
    if (solver === undefined) {
      solver = new Solver(plan, this.view);
      this.#solvers.set(plan, solver);
    } else solver.refresh();
    this.#ready[entry.index] = solver;
    this.#used.push(entry.index);
    return solver;
  }

  readonly #magnitudeOf = (predicate: PredicateKey): number => this.slot(this.view.predicate(predicate)).magnitude;

  /** Whether proofs of the predicate's facts see only what they see in the base. */
  #isAsInBase({ view }: Slot): boolean {
    if (this.#kept === undefined || !view.isAsInBase) return false;
    const below = this.rules.steadyBelow(view.info.key);
    if (below === undefined) return false;
    for (const each of below) if (!this.view.predicate(each).isAsInBase) return false;
    return true;
  }
}

/** A predicate that proofs have met. */
export class Slot {
  /** The number of the predicate. */
  readonly number: number;
  readonly view: PredicateView;
  readonly rules: RuleList;
  /** Whether facts of its fixpoint may be replaced by better ones while it runs. */
  readonly mayReplace: boolean;
  /** The predicates that came in the same rounds and may cover windows of each other; usually none. */
  readonly covering: readonly PredicateKey[];
  readonly isExternal: boolean;
  /** The evaluation that the rest is about. */
  turn = -1;
  /** The magnitude (base 2) of the relation. */
  magnitude = 0;
  /** The proofs that are kept of facts given to the base. */
  leaves: ReadonlyMap<number, Proof> | undefined;
  /** The proofs that are kept of derived facts; undefined if the evaluation may have others. */
  proofs: ReadonlyMap<number, KeptProof> | undefined;

  constructor(view: PredicateView, rules: ProgramRules) {
    this.number = view.number;
    this.view = view;
    this.rules = rules.of(view.info.key);
    this.mayReplace = rules.mayReplace(view.info.key);
    this.covering = view.isTemporal ? rules.coveringTogether(view.info.key) : [];
    this.isExternal = view.info.isExternal;
  }

  show(turn: number, kept: BaseProofs | undefined, isAsInBase: boolean): void {
    this.turn = turn;
    this.magnitude = 32 - Math.clz32(this.view.size);
    this.leaves = kept?.leaves(this.number);
    this.proofs = isAsInBase ? kept?.proofs(this.number) : undefined;
  }

  release(): void {
    this.turn = -1;
    this.leaves = undefined;
    this.proofs = undefined;
  }
}

const idle = new WeakMap<Program, Explainer[]>();

/** Lets a search use an explainer of the evaluation's program. The host's functions may begin a search within one. */
export function withExplainer<T>(evaluation: Evaluation, search: (explainer: Explainer) => T): T {
  let explainers = idle.get(evaluation.program);
  if (explainers === undefined) {
    explainers = [];
    idle.set(evaluation.program, explainers);
  }
  const explainer = explainers.pop() ?? new Explainer(evaluation);
  try {
    explainer.show(evaluation);
    return search(explainer);
  } finally {
    explainer.release();
    explainers.push(explainer);
  }
}
