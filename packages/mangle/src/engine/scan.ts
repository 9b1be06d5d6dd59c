import type { ColumnBind, ScanStep } from '../plan/plan.js';
import type { Relation } from '../store/relation.js';
import type { RowIndex } from '../store/row-index.js';
import type { Cursor, CursorContext } from './cursor.js';
import { createReader, type Reader } from './operands.js';

export type RowTest = (row: number) => boolean;

/**
 * A cursor over the rows of a relation that agree with the step's key, lie in its range, and pass `accept`.
 * Rows that come while it runs are not seen, except in relations that only grow between runs.
 */
export function scanRows(
  relation: Relation,
  step: Pick<ScanStep, 'predicate' | 'range' | 'key' | 'binds' | 'repeats' | 'span'>,
  context: CursorContext,
  accept?: RowTest,
): Cursor {
  const readers = step.key.map(({ value }) => createReader(value, context));
  const load = createLoader(relation, step.binds, step.repeats, context.registers);
  const maxStamp = context.maxStamp?.(step.predicate) ?? Infinity;
  const test: RowTest = (row) =>
    !relation.isDead(row) &&
    (maxStamp === Infinity || relation.stamp(row) < maxStamp) &&
    load(row) &&
    (accept === undefined || accept(row));
  const range = (): [number, number] => rangeOf(relation, step.range);
  if (readers.length === 0) return fullScan(range, test);
  const index = relation.index(step.key.map(({ column }) => column));
  return indexScan(relation, index, readers, range, test);
}

function fullScan(range: () => [number, number], test: RowTest): Cursor {
  let row = 0;
  let end = 0;
  const next = (): boolean => {
    while (row < end) if (test(row++)) return true;
    return false;
  };
  const open = (): boolean => {
    [row, end] = range();
    return next();
  };
  return { open, next };
}

function indexScan(
  relation: Relation,
  index: RowIndex,
  readers: readonly Reader[],
  range: () => [number, number],
  test: RowTest,
): Cursor {
  const key = new Int32Array(readers.length);
  let row = -1;
  let start = 0;
  const next = (): boolean => {
    while (row >= start) {
      const candidate = row;
      row = index.older(row);
      if (test(candidate)) return true;
    }
    return false;
  };
  const open = (): boolean => {
    readers.forEach((read, at) => (key[at] = read()));
    let end: number;
    [start, end] = range();
    index.catchUp(relation.size);
    row = index.first(key);
    while (row >= end) row = index.older(row);
    return next();
  };
  return { open, next };
}

/** Writes the columns of a row into registers; false if a repeated variable meets two values. */
function createLoader(
  relation: Relation,
  binds: readonly ColumnBind[],
  repeats: readonly ColumnBind[],
  registers: Int32Array,
): RowTest {
  return (row) => {
    const { columns } = relation;
    for (const { column, register } of binds) registers[register] = columns[column]?.[row] ?? -1;
    for (const { column, register } of repeats) if (registers[register] !== columns[column]?.[row]) return false;
    return true;
  };
}

function rangeOf(relation: Relation, range: ScanStep['range']): [number, number] {
  switch (range) {
    case 'stable':
      return [0, relation.stable];
    case 'recent':
      return [relation.stable, relation.recent];
    case 'known':
      return [0, relation.recent];
    case 'all':
      return [0, relation.size];
  }
}
