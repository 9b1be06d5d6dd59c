import type { Evaluation } from '../engine/evaluation.js';
import type { PredicateKey } from '../program/program.js';
import { type ProgramRules, type RuleEntry, type RuleList, rulesOf } from './rules-of.js';
import { Solver } from './solver.js';
import { type EvaluationView, type PredicateView, viewOf } from './view.js';

/** What the proofs of one evaluation share: its relations and one solver for each rule that was needed. */
export class Explainer {
  readonly view: EvaluationView;
  readonly rules: ProgramRules;
  readonly #slots = new Map<PredicateKey, Slot>();
  readonly #solvers = new Map<RuleEntry, Solver>();

  constructor(evaluation: Evaluation) {
    this.view = viewOf(evaluation);
    this.rules = rulesOf(evaluation.program);
  }

  slot(predicate: PredicateKey): Slot {
    let slot = this.#slots.get(predicate);
    if (slot === undefined) {
      slot = { number: this.#slots.size, view: this.view.predicate(predicate), rules: this.rules.of(predicate) };
      this.#slots.set(predicate, slot);
    }
    return slot;
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
  readonly number: number;
  readonly view: PredicateView;
  readonly rules: RuleList;
}
