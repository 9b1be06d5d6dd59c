import type { ColumnBind, Range, ScanStep } from '../plan/plan.js';
import type { FactView } from '../store/fact-view.js';
import type { Relation } from '../store/relation.js';
import type { RowSet } from '../store/row-set.js';
import type { Cursor, CursorContext } from './cursor.js';
import { createReader } from './operands.js';

export type RowTest = (row: number) => boolean;

/**
 * A cursor over the rows of a view that agree with the step's key, lie in its range, and pass `accept`.
 * Rows that come while it runs are not seen, except in predicates that only grow between runs.
 */
export function scanRows(
  view: FactView,
  step: Pick<ScanStep, 'range' | 'key' | 'binds' | 'repeats'>,
  context: CursorContext,
  accept?: RowTest,
): Cursor {
  const readers = step.key.map(({ value }) => createReader(value, context));
  const columns = step.key.map(({ column }) => column);
  const key = new Int32Array(columns.length);
  const load = createLoader(view, step.binds, step.repeats, context.registers);
  const test: RowTest = (row) => load(row) && (accept === undefined || accept(row));
  let parts: readonly Part[] = [];
  let part = 0;
  const next = (): boolean => {
    for (; part < parts.length; part++) {
      const rows = parts[part];
      for (let row = rows?.next() ?? -1; row !== -1; row = rows?.next() ?? -1) if (test(row)) return true;
    }
    return false;
  };
  const open = (): boolean => {
    for (let at = 0; at < readers.length; at++) key[at] = readers[at]?.() ?? 0;
    parts = partsOf(view, step.range, columns, key);
    part = 0;
    return next();
  };
  return { open, next };
}

/** Gives row numbers one after the other, then -1. */
interface Part {
  readonly next: () => number;
}

/** The rows of a range: first those of the base, then the run's own. */
function partsOf(view: FactView, range: Range, columns: readonly number[], key: Int32Array): Part[] {
  const { own, limit } = view;
  switch (range) {
    case 'stable':
      return [basePart(view, columns, key), ownPart(own, limit, 0, own.stable, columns, key)];
    case 'recent':
      return [ownPart(own, limit, own.stable, own.recent, columns, key)];
    case 'known':
      return [basePart(view, columns, key), ownPart(own, limit, 0, own.recent, columns, key)];
    case 'all':
      return [basePart(view, columns, key), ownPart(own, limit, 0, own.size, columns, key)];
    case 'old':
      return [basePart(view, columns, key, { isOld: true })];
    case 'added': {
      const part = ownPart(own, limit, 0, Math.min(own.size, view.addedEnd), columns, key);
      return [filtered(part, (row) => view.moved?.has(row - limit) !== true)];
    }
    case 'gone':
      return [listPart(view, view.gone, 0, view.gone?.size ?? 0, columns, key)];
    case 'doomed':
      return [listPart(view, view.removed, view.doomedFrom, view.doomedTo, columns, key)];
  }
}

const nothing: Part = { next: () => -1 };

function filtered(part: Part, test: RowTest): Part {
  const next = (): number => {
    let row = part.next();
    while (row !== -1 && !test(row)) row = part.next();
    return row;
  };
  return { next };
}

function basePart(view: FactView, columns: readonly number[], key: Int32Array, { isOld = false } = {}): Part {
  const { base } = view;
  if (base === undefined || (view.hidesBase && !isOld)) return nothing;
  const rows = rowsOf(base.relation, 0, base.limit, columns, key);
  const { removed } = view;
  if (isOld || removed === undefined) {
    return base.relation.death === undefined ? rows : filtered(rows, (row) => view.isInBase(row));
  }
  return filtered(rows, (row) => view.isInBase(row) && !removed.has(row));
}

function ownPart(
  own: Relation,
  offset: number,
  from: number,
  to: number,
  columns: readonly number[],
  key: Int32Array,
): Part {
  if (from >= to) return nothing;
  const rows = rowsOf(own, from, to, columns, key);
  const alive = own.death === undefined ? rows : filtered(rows, (row) => !own.isDead(row));
  if (offset === 0) return alive;
  const next = (): number => {
    const row = alive.next();
    return row === -1 ? -1 : row + offset;
  };
  return { next };
}

/** The rows of a range of a relation that agree with a key. */
function rowsOf(relation: Relation, from: number, to: number, columns: readonly number[], key: Int32Array): Part {
  if (columns.length === 0) {
    let row = from;
    return { next: () => (row < to ? row++ : -1) };
  }
  const index = relation.index(columns);
  let row = index.first(key);
  while (row >= to) row = index.next(row);
  const next = (): number => {
    if (row < from) return -1;
    const found = row;
    row = index.next(row);
    return found;
  };
  return { next };
}

function listPart(
  view: FactView,
  rows: RowSet | undefined,
  from: number,
  to: number,
  columns: readonly number[],
  key: Int32Array,
): Part {
  if (rows === undefined) return nothing;
  let at = from;
  const next = (): number => {
    while (at < to) {
      const row = rows.at(at++);
      if (columns.every((column, place) => view.at(row, column) === key[place])) return row;
    }
    return -1;
  };
  return { next };
}

/** Writes the columns of a row into registers; false if a repeated variable meets two values. */
function createLoader(
  view: FactView,
  binds: readonly ColumnBind[],
  repeats: readonly ColumnBind[],
  registers: Int32Array,
): RowTest {
  return (row) => {
    for (const { column, register } of binds) registers[register] = view.at(row, column);
    for (const { column, register } of repeats) if (registers[register] !== view.at(row, column)) return false;
    return true;
  };
}
