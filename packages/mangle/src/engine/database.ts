import type { ProgramPlan } from '../plan/program-plan.js';
import type { PredicateKey } from '../program/program.js';
import { PredicateFacts } from '../store/predicate-facts.js';
import { ValueTable } from '../store/value-table.js';
import { Base } from './base.js';
import type { MergeCandidate } from './merge-candidate.js';

/** All facts of one run. They belong to it alone and are dropped with it; those of its base it only reads. */
export class Database {
  readonly table: ValueTable;
  readonly base: Base | undefined;
  readonly #plan: ProgramPlan;
  readonly #facts: (PredicateFacts | undefined)[] = [];
  #clock: number;

  constructor(plan: ProgramPlan, base?: Base) {
    this.#plan = plan;
    this.base = base;
    this.table = new ValueTable(base?.table ?? plan.constants);
    this.#clock = base?.clock ?? 0;
  }

  /** The facts of a predicate, to be read. INVARIANT: the program has the predicate. */
  facts(key: PredicateKey): PredicateFacts {
    return this.at(this.#numberOf(key));
  }

  /** The same, by the number of the predicate. */
  at(number: number): PredicateFacts {
    return this.#facts[number] ?? this.base?.view(number) ?? this.ownAt(number);
  }

  /** The facts of a predicate, to be changed: from here on the run has its own view of them. */
  own(key: PredicateKey): PredicateFacts {
    return this.ownAt(this.#numberOf(key));
  }

  ownAt(number: number): PredicateFacts {
    return (this.#facts[number] ??= this.#create(number));
  }

  /** The run's own view of a predicate's facts, if it has one: without it, nothing was changed. */
  changed(number: number): PredicateFacts | undefined {
    return this.#facts[number];
  }

  /**
   * Lets a predicate have no facts but those it was given, and gives back the ones it had. Only for a while, until
   * `putBack`.
   */
  setAside(number: number): PredicateFacts {
    const facts = this.ownAt(number);
    const fresh = this.#create(number);
    fresh.startFrom(facts, this.table);
    this.#facts[number] = fresh;
    return facts;
  }

  /** Ends what `setAside` began; gives the facts that came meanwhile. */
  putBack(number: number, facts: PredicateFacts): PredicateFacts {
    const fresh = this.ownAt(number);
    this.#facts[number] = facts;
    return fresh;
  }

  has(key: PredicateKey): boolean {
    return this.#plan.numbers.has(key);
  }

  /** A stamp that no row has yet; stamps only grow. */
  tick(): number {
    return ++this.#clock;
  }

  /** This state as the start of other runs; the database itself is not used any more. */
  snapshot(version: number, candidates: readonly MergeCandidate[]): Base {
    const facts = this.#plan.shapes.map((_, number) => this.ownAt(number).snapshot(version));
    return new Base(this.#plan, { table: this.table, facts, candidates, clock: this.#clock });
  }

  /**
   * Makes this run's changes a part of the base, as a new version of it. INVARIANT: the run is over, and no other run
   * committed since it began.
   */
  commit(base: Base, version: number, candidates: readonly MergeCandidate[]): Base {
    const facts = base.facts.map((each, number) => {
      const own = this.#facts[number];
      return own?.isTouched === true ? own.commit(version) : each;
    });
    return new Base(this.#plan, { table: merged(this.table), facts, candidates, clock: this.#clock });
  }

  #numberOf(key: PredicateKey): number {
    const number = this.#plan.numbers.get(key);
    if (number === undefined) throw new Error(`no relation for ${key}`);
    return number;
  }

  #create(number: number): PredicateFacts {
    const shape = this.#plan.shapes[number];
    if (shape === undefined) throw new Error(`no predicate has the number ${number}`);
    return new PredicateFacts(shape, this.base?.facts[number]);
  }
}

/**
 * The values of a table in as few layers as is cheap: layers that are not much larger than those above them become one
 * with them, so that the number of layers stays small however many changes a base sees.
 */
function merged(table: ValueTable): ValueTable {
  const { parent } = table;
  if (parent?.parent === undefined) return table;
  const [own, below] = [table.size - parent.size, parent.size - parent.parent.size];
  if (below > 2 * own) return table;
  const both = new ValueTable(parent.parent);
  for (let id = both.size; id < table.size; id++) both.intern(table.get(id));
  return merged(both);
}
