import type { PredicateKey, Program, ProgramBatch, SourceFact } from '../program/program.js';
import type { Source } from '../text/source.js';
import { LiteralTypes } from './literal-types.js';
import type { Row } from './type.js';
import type { Vocabulary } from './vocabulary.js';

/** The types of facts that were read in bulk, for the predicates without a declaration. */
export function batchRows(
  program: Program,
  declared: ReadonlyMap<PredicateKey, unknown>,
  vocabulary: Vocabulary,
): ReadonlyMap<PredicateKey, BatchRows> {
  const byPredicate = new Map<PredicateKey, ProgramBatch[]>();
  for (const batch of program.batches) {
    if (declared.has(batch.predicate)) continue;
    const same = byPredicate.get(batch.predicate);
    if (same === undefined) byPredicate.set(batch.predicate, [batch]);
    else same.push(batch);
  }
  const values = program.batches[0]?.facts.values;
  if (values === undefined) return new Map();
  const types = new LiteralTypes(vocabulary, values);
  return new Map(Array.from(byPredicate, ([predicate, same]) => [predicate, new BatchRows(program, same, types)]));
}

/** The distinct types of the facts of one predicate, handed out in source order. */
export class BatchRows {
  readonly #order: ReadonlyMap<Source, number>;
  readonly #rows: readonly PlacedRow[];
  #at = 0;

  constructor({ units }: Program, batches: readonly ProgramBatch[], types: LiteralTypes) {
    this.#order = new Map(units.map(({ source }, at) => [source, at]));
    this.#rows = batches.flatMap(({ facts, unit }) =>
      types.distinctRows(facts).map((found) => ({ unit, start: facts.starts[found.row] ?? 0, types: found.types })),
    );
  }

  /** Hands out what stands before a fact and was not handed out yet. */
  takeBefore({ clause: { span } }: SourceFact, use: (row: Row) => void): void {
    const unit = this.#order.get(span.source) ?? 0;
    this.#take((row) => row.unit < unit || (row.unit === unit && row.start < span.start), use);
  }

  /** Hands out the rest. */
  takeAll(use: (row: Row) => void): void {
    this.#take(() => true, use);
  }

  #take(isDue: (row: PlacedRow) => boolean, use: (row: Row) => void): void {
    for (let row = this.#rows[this.#at]; row !== undefined && isDue(row); row = this.#rows[this.#at]) {
      this.#at++;
      use(row.types);
    }
  }
}

interface PlacedRow {
  readonly unit: number;
  readonly start: number;
  readonly types: Row;
}
