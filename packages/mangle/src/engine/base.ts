import type { ProgramPlan } from '../plan/program-plan.js';
import { type BaseFacts, PredicateFacts } from '../store/predicate-facts.js';
import type { ValueTable } from '../store/value-table.js';
import type { MergeCandidate } from './merge-candidate.js';

/** What a base is made of. */
export interface BaseParts {
  readonly table: ValueTable;
  /** By the number of the predicate. */
  readonly facts: readonly BaseFacts[];
  /** The facts of lattice predicates that were given, before any merging. */
  readonly candidates: readonly MergeCandidate[];
  /** No row has a greater stamp. */
  readonly clock: number;
}

/** A state of all facts that runs start from and nobody writes to. */
export class Base implements BaseParts {
  readonly table: ValueTable;
  readonly facts: readonly BaseFacts[];
  readonly candidates: readonly MergeCandidate[];
  readonly clock: number;
  readonly #plan: ProgramPlan;
  readonly #views: (PredicateFacts | undefined)[] = [];

  constructor(plan: ProgramPlan, { table, facts, candidates, clock }: BaseParts) {
    table.freeze();
    this.#plan = plan;
    this.table = table;
    this.facts = facts;
    this.candidates = candidates;
    this.clock = clock;
  }

  /** The facts of a predicate as all runs see them that have changed nothing about them. */
  view(number: number): PredicateFacts {
    let view = this.#views[number];
    if (view === undefined) {
      const shape = this.#plan.shapes[number];
      if (shape === undefined) throw new Error(`no predicate has the number ${number}`);
      view = new PredicateFacts(shape, this.facts[number]);
      this.#views[number] = view;
    }
    return view;
  }
}
