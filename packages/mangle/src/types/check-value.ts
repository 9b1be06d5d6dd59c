import type { PredicateInfo } from '../program/program.js';
import type { Value } from '../value/value.js';
import { declaredRows } from './declared-rows.js';
import { valueHasType } from './has-type.js';
import { findMisfit, type Misfit, misfitText } from './misfit.js';
import { anyType, type Row } from './type.js';
import { bindByMeet, hasVariables } from './variables.js';
import { createVocabulary, literalType } from './vocabulary.js';

export { valueHasType } from './has-type.js';

/**
 * Why a fact does not conform to the declaration of its predicate, in one line that names the argument; `undefined` if
 * it does, or if there is no declaration.
 */
export function checkFact(info: PredicateInfo, args: readonly Value[]): string | undefined {
  const misfit = factMisfit(info, args);
  return misfit === undefined ? undefined : factMisfitText(info, misfit);
}

/** What keeps a fact out of the row of bounds that it comes closest to. */
export interface FactMisfit {
  /** Absent if the arguments fit one by one, but not together: a type variable would have to be two things. */
  readonly misfit?: Misfit;
  readonly column: number;
  /** Index of the row in the declaration. */
  readonly row: number;
  readonly rowCount: number;
}

export function factMisfit(info: PredicateInfo, args: readonly Value[]): FactMisfit | undefined {
  const rows = declaredRows(info);
  if (rows === undefined || rows.some((row) => rowHas(row, args))) return undefined;
  const row = closestRow(rows, args);
  const types = rows[row] ?? [];
  const column = args.findIndex((value, at) => !valueHasType(value, types[at] ?? anyType));
  const value = args[column];
  const misfit = value === undefined ? undefined : findMisfit(value, types[column] ?? anyType);
  return { column: Math.max(column, 0), row, rowCount: rows.length, ...(misfit === undefined ? {} : { misfit }) };
}

/** `argument 2 of \`age/2\` must be a number, got the string \`"x"\``. */
export function factMisfitText({ key }: PredicateInfo, { misfit, column, rowCount }: FactMisfit): string {
  if (misfit === undefined) return `the arguments of \`${key}\` disagree about a type variable of its declaration`;
  const text = misfitText(misfit, `argument ${column + 1} of \`${key}\``);
  return rowCount === 1 ? text : `no \`bound\` row of \`${key}\` fits; in the closest one ${text}`;
}

function rowHas(row: Row, args: readonly Value[]): boolean {
  return args.every((value, column) => valueHasType(value, row[column] ?? anyType)) && isLinked(row, args);
}

const noVocabulary = createVocabulary([]);

/** A type variable in several columns stands for one type. */
function isLinked(row: Row, args: readonly Value[]): boolean {
  if (!row.some(hasVariables)) return true;
  return (
    bindByMeet(
      row,
      args.map((value) => literalType(noVocabulary, value)),
    ) !== undefined
  );
}

/** The row that most arguments fit; of several the first. */
function closestRow(rows: readonly Row[], args: readonly Value[]): number {
  const fits = rows.map((row) => args.filter((value, column) => valueHasType(value, row[column] ?? anyType)).length);
  return fits.indexOf(Math.max(...fits));
}
