import type { Range } from '../plan/plan.js';
import type { FactView } from '../store/fact-view.js';
import type { PredicateFacts } from '../store/predicate-facts.js';
import type { RowIndex } from '../store/row-index.js';
import type { InputSpec } from './generate/operand-source.js';

/**
 * What a loop of generated code reads, in a run without a base. It is fetched before the function is entered: this is
 * one piece of code for all rules, which the host compiles once.
 */
export class FlatInput {
  /** The range of rows. */
  from = 0;
  to = 0;
  death: Int32Array | undefined;
  columns: readonly Int32Array[] = [];
  /** With a key: the index, and its parts. */
  index: RowIndex | undefined;
  older: Int32Array = nothing;
  heads: Int32Array = nothing;
  low = 0;
  readonly #spec: InputSpec;

  constructor(spec: InputSpec) {
    this.#spec = spec;
  }

  fetch(facts: PredicateFacts): void {
    const { side, range, key } = this.#spec;
    const view = facts[side];
    const { own } = view;
    this.from = range === 'recent' ? own.stable : 0;
    this.to = endOf(range, view);
    this.death = own.death;
    this.columns = own.columns;
    if (key.length === 0) return;
    const index = key.length === 1 ? own.index1(key[0] ?? 0) : own.index(key);
    this.index = index;
    this.older = index.older;
    this.heads = index.heads;
    this.low = index.low;
  }

  /** Lets go of the relation. */
  release(): void {
    this.death = this.index = undefined;
    this.columns = [];
    this.older = this.heads = nothing;
  }
}

function endOf(range: Range, { own, addedEnd }: FactView): number {
  switch (range) {
    case 'stable':
      return own.stable;
    case 'recent':
    case 'known':
      return own.recent;
    case 'all':
      return own.size;
    case 'added':
      return Math.min(own.size, addedEnd);
    case 'old':
    case 'gone':
    case 'doomed':
      return 0;
  }
}

const nothing = new Int32Array(0);
