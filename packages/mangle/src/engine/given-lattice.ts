import type { PredicateKey } from '../program/program.js';
import type { MergeCandidate } from './merge-candidate.js';

/** The facts of lattice predicates that were given to a run and its base, before any merging. */
export class GivenLattice {
  readonly #base: readonly MergeCandidate[];
  readonly #given: MergeCandidate[] = [];
  readonly #withdrawn: Pick<MergeCandidate, 'predicate' | 'row'>[] = [];

  constructor(base: readonly MergeCandidate[]) {
    this.#base = base;
  }

  give(candidate: MergeCandidate): void {
    this.#given.push(candidate);
  }

  /** Lets a fact count as never given, unless it was given again. */
  withdraw(predicate: PredicateKey, row: readonly number[]): void {
    if (!this.#given.some((each) => isSame(each, predicate, row))) this.#withdrawn.push({ predicate, row });
  }

  /** Those that are left. */
  get candidates(): readonly MergeCandidate[] {
    const isKept = (each: MergeCandidate): boolean =>
      !this.#withdrawn.some(({ predicate, row }) => isSame(each, predicate, row));
    return [...this.#base.filter(isKept), ...this.#given];
  }
}

function isSame(candidate: MergeCandidate, predicate: PredicateKey, row: readonly number[]): boolean {
  return candidate.predicate === predicate && candidate.row.every((id, column) => id === row[column]);
}
