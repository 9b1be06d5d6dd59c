import type { Evaluation } from '../engine/evaluation.js';
import type { PredicateKey } from '../program/program.js';
import { type BaseProofs, type KeptProof, proofsOfBase } from './base-proofs.js';
import type { Proof } from './proof.js';
import { type ProgramRules, type RuleEntry, type RuleList, rulesOf } from './rules-of.js';
import { Solver } from './solver.js';
import { type EvaluationView, type PredicateView, viewOf } from './view.js';

/** What the proofs of one evaluation share: its relations and one solver for each rule that was needed. */
export class Explainer {
  readonly view: EvaluationView;
  readonly rules: ProgramRules;
  /** What is known already about the facts of the base, if there is one. */
  readonly kept: BaseProofs | undefined;
  readonly #slots = new Map<PredicateKey, Slot>();
  readonly #solvers = new Map<RuleEntry, Solver>();

  constructor(evaluation: Evaluation) {
    this.view = viewOf(evaluation);
    this.rules = rulesOf(evaluation.program);
    this.kept = this.view.base === undefined ? undefined : proofsOfBase(this.view.base);
  }

  slot(predicate: PredicateKey): Slot {
    let slot = this.#slots.get(predicate);
    if (slot === undefined) {
      const view = this.view.predicate(predicate);
      const { number } = view;
      slot = {
        number,
        view,
        rules: this.rules.of(predicate),
        leaves: this.kept?.leaves(number),
        proofs: this.#isAsInBase(predicate) ? this.kept?.proofs(number) : undefined,
      };
      this.#slots.set(predicate, slot);
    }
    return slot;
  }

  /** Whether proofs of the predicate's facts see only what they see in the base. */
  #isAsInBase(predicate: PredicateKey): boolean {
    if (this.kept === undefined || !this.view.predicate(predicate).isAsInBase) return false;
    const below = this.rules.steadyBelow(predicate);
    return below !== undefined && below.every((each) => this.view.predicate(each).isAsInBase);
  }

  solver(entry: RuleEntry): Solver {
    let solver = this.#solvers.get(entry);
    if (solver === undefined) {
      solver = new Solver(
        entry.searchPlan((key) => this.slot(key).view.size),
        this.view,
      );
      this.#solvers.set(entry, solver);
    }
    return solver;
  }
}

const explainers = new WeakMap<Evaluation, Explainer>();

/** What is known about an evaluation that proofs were asked of, made once. */
export function explainerOf(evaluation: Evaluation): Explainer {
  let explainer = explainers.get(evaluation);
  if (explainer === undefined) {
    explainer = new Explainer(evaluation);
    explainers.set(evaluation, explainer);
  }
  return explainer;
}

/** A predicate that proofs of the evaluation have met. */
export interface Slot {
  /** The number of the predicate. */
  readonly number: number;
  readonly view: PredicateView;
  readonly rules: RuleList;
  /** The proofs that are kept of facts given to the base. */
  readonly leaves: ReadonlyMap<number, Proof> | undefined;
  /** The proofs that are kept of derived facts; undefined if the evaluation may have others. */
  readonly proofs: ReadonlyMap<number, KeptProof> | undefined;
}
