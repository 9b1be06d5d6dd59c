import type { MangleInput } from '@manglecp/mangle';
import { type Cell, cellWord, readCell } from './cell.js';
import type { Column } from './column.js';
import { SourceFailure } from './source.js';

/** An asked argument, and what its source calls it. */
export interface AskedColumn extends Column {
  readonly label: string;
}

/** The values of a row. Throws for what does not fit, null included: a fact without a value would not be what the row says. */
export function readRow(cells: readonly Cell[], columns: readonly AskedColumn[]): readonly MangleInput[] {
  return columns.map((column, at) => {
    const cell = cells[at] ?? null;
    const value = readCell(cell, column);
    if (value !== undefined) return value;
    const advice = cell === null ? '; leave such rows out with a view' : '';
    throw new SourceFailure(`expected ${column.typeText} in \`${column.label}\`, got ${cellWord(cell)}${advice}`);
  });
}

/** Complains about an answer that is too long. */
export function tooManyRows(maxRows: number): SourceFailure {
  return new SourceFailure(`it has more than ${maxRows} rows for one question (\`max_rows\`)`);
}
