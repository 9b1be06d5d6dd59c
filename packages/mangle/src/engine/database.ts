import type { PredicateInfo, PredicateKey } from '../program/program.js';
import { Relation } from '../store/relation.js';
import type { IntervalSet } from '../store/interval-set.js';
import { TemporalRelation } from '../store/temporal-relation.js';
import { ValueTable } from '../store/value-table.js';

/** The facts of one predicate. For a plain predicate `rows` and `atoms` are one relation. */
export interface PredicateFacts {
  readonly rows: Relation;
  readonly atoms: Relation;
  /** Only for temporal predicates: the union of the intervals of an atom, by its row in `atoms`. */
  readonly coverage?: (atom: number) => IntervalSet;
  readonly add: (values: ArrayLike<number>, stamp: number) => number;
}

/** All facts of one evaluation. It belongs to that evaluation alone and is dropped with it. */
export class Database {
  readonly table = new ValueTable();
  readonly #facts = new Map<PredicateKey, PredicateFacts>();
  #stamp = 0;

  /** How many rows were offered so far; the stamp of the last one. */
  get stamp(): number {
    return this.#stamp;
  }

  /** Makes an empty relation. INVARIANT: once for each key. */
  define({ key, arity, isTemporal }: Pick<PredicateInfo, 'key' | 'arity' | 'isTemporal'>): PredicateFacts {
    const facts = isTemporal ? temporalFacts(arity, this.table) : plainFacts(arity);
    this.#facts.set(key, facts);
    return facts;
  }

  /** INVARIANT: the predicate is defined. */
  facts(key: PredicateKey): PredicateFacts {
    const facts = this.#facts.get(key);
    if (facts === undefined) throw new Error(`no relation for ${key}`);
    return facts;
  }

  has(key: PredicateKey): boolean {
    return this.#facts.has(key);
  }

  /** Adds a row; tells its number, or -1 if it was there. */
  add(key: PredicateKey, values: ArrayLike<number>): number {
    return this.facts(key).add(values, ++this.#stamp);
  }
}

function plainFacts(arity: number): PredicateFacts {
  const rows = new Relation(arity);
  return { rows, atoms: rows, add: (values, stamp) => rows.add(values, stamp) };
}

function temporalFacts(arity: number, table: ValueTable): PredicateFacts {
  const relation = new TemporalRelation(arity, table);
  return {
    rows: relation.rows,
    atoms: relation.atoms,
    coverage: (atom) => relation.coverage(atom),
    add: (values, stamp) => relation.add(values, stamp),
  };
}
