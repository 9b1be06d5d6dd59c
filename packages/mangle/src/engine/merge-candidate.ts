import type { Lattice, PredicateKey } from '../program/program.js';
import type { Span } from '../text/source.js';

/** A row of a lattice predicate that waits to be merged with the row of its key. */
export interface MergeCandidate {
  readonly predicate: PredicateKey;
  readonly lattice: Lattice;
  readonly row: readonly number[];
  readonly span: Span;
  /** True for a fact of the program or the host, which does not count against the budget. */
  readonly isGiven?: boolean;
}
