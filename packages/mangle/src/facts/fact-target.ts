import type { PredicateInfo } from '../program/program.js';
import type { ValueTable } from '../store/value-table.js';
import { FactColumns } from '../syntax/fact-columns.js';
import { PendingTexts } from '../syntax/pending-texts.js';
import { batchMisfits } from '../types/batch-misfits.js';
import { factMisfit, factMisfitText } from '../types/check-value.js';
import { declaredRows } from '../types/declared-rows.js';
import { misfitHelp } from '../types/misfit.js';
import { joinAll } from '../types/row-set.js';
import { anyType, type Type, typeText } from '../types/type.js';
import { describeType } from '../types/words.js';
import type { FactBatch } from '../value/fact-batch.js';
import type { Value } from '../value/value.js';
import { ColumnFields } from './column-fields.js';
import { kindsOfColumn, valueOfText } from './field-values.js';
import type { FileProblems } from './file-problems.js';

/** Where a field stands in its file. */
export interface FieldPlace {
  readonly start: number;
  readonly end: number;
}

/** Collects the facts of one predicate from one file and checks them. Fields are read one after another, then the row is ended. */
export class FactTarget {
  readonly info: PredicateInfo;
  readonly problems: FileProblems;
  readonly types: readonly Type[];
  /** Whether the row that is being read is the first one of a table. */
  mayBeHeader = false;
  readonly #values: ValueTable;
  readonly #columns: FactColumns;
  readonly #pending: PendingTexts;
  readonly #fields: ColumnFields;
  readonly #row: Int32Array;

  constructor(info: PredicateInfo, bytes: Uint8Array, values: ValueTable, problems: FileProblems) {
    this.info = info;
    this.problems = problems;
    this.#values = values;
    const rows = declaredRows(info);
    this.types = rows === undefined ? Array.from({ length: info.arity }, () => anyType) : joinAll(rows);
    this.#columns = new FactColumns(info.name, info.arity);
    this.#pending = new PendingTexts(bytes, values);
    this.#fields = new ColumnFields(bytes, values, this.#pending, this.types);
    this.#row = new Int32Array(info.arity);
  }

  /** Whether all values of a column are strings, or all are names. */
  isText(column: number): boolean {
    return this.#fields.isText(column);
  }

  /** Whether all values of a column are whole numbers. */
  isNumber(column: number): boolean {
    return this.#fields.isNumber(column);
  }

  /** Whether fields could be a row: each is a value of its column. */
  couldBeRow(texts: readonly string[]): boolean {
    return (
      texts.length === this.info.arity &&
      texts.every((text, column) => valueOfText(text, kindsOfColumn(this.types[column] ?? anyType)) !== undefined)
    );
  }

  /** Before the first field of a row. */
  begin(): void {
    this.#pending.makeRoom(this.info.arity);
  }

  /** Forgets the fields since `begin`. */
  abandon(): void {
    this.#pending.drop();
  }

  /** Reads a field that stands in the file as it is; reports it and says false if it is no value of its column. */
  field(column: number, start: number, end: number, isAscii: boolean): boolean {
    if (!this.#fields.read(column, start, end, isAscii)) return this.#refuse(column, { start, end });
    this.#row[column] = this.#fields.id;
    return true;
  }

  /** Reads a field whose text is not in the file as it is. */
  textField(column: number, text: string, place: FieldPlace): boolean {
    if (!this.#fields.readText(column, text)) return this.#refuse(column, place);
    this.#row[column] = this.#fields.id;
    return true;
  }

  /** Takes a value for a field; undefined is one that cannot be read. */
  valueField(column: number, value: Value | undefined, place: FieldPlace): boolean {
    if (value === undefined) return this.#refuse(column, place);
    this.#row[column] = this.#values.intern(value);
    return true;
  }

  /** Notes the row that begins at an offset. */
  end(start: number): void {
    this.#columns.add(this.#row, start);
    this.#pending.assign(this.#columns);
  }

  /** All rows; reports those that do not have the declared types. `placeOf` finds a field again. */
  finish(placeOf: (start: number, column: number) => FieldPlace): FactBatch {
    this.#pending.flush();
    const batch: FactBatch = {
      predicate: this.info.name,
      arity: this.info.arity,
      count: this.#columns.count,
      columns: this.#columns.columns(),
      values: this.#values,
    };
    const starts = this.#columns.starts();
    for (const { row, args } of batchMisfits(this.info, batch)) {
      if (this.problems.isExhausted) break;
      this.#reportMisfit(args, (column) => placeOf(starts[row] ?? 0, column));
    }
    return batch;
  }

  #reportMisfit(args: readonly Value[], placeOf: (column: number) => FieldPlace): void {
    const found = factMisfit(this.info, args);
    if (found === undefined) return;
    const { start, end } = placeOf(found.column);
    const help = found.misfit === undefined ? undefined : misfitHelp(found.misfit);
    this.problems.report('invalid-row', start, end, factMisfitText(this.info, found), { help });
  }

  #refuse(column: number, { start, end }: FieldPlace): false {
    const type = this.types[column] ?? anyType;
    const what = start === end ? 'an empty field is' : 'this is';
    const message = type.kind === 'any' ? 'this is no value' : `${what} not ${describeType(type)}`;
    this.problems.report('invalid-row', start, end, message, { help: this.#fieldHelp(column, type) });
    return false;
  }

  #fieldHelp(column: number, type: Type): string {
    if (type.kind === 'any') return 'There is none for `null`, nor for a whole number that JSON may have rounded.';
    const variable = this.info.decl?.atom.args[column];
    const name = variable?.kind === 'variable' ? ` (\`${variable.name}\`)` : '';
    const header = this.mayBeHeader ? ' If the first row names the columns, say that the file has a header.' : '';
    return `Column ${column + 1}${name} of \`${this.info.key}\` is declared as \`${typeText(type)}\`. Correct the field, or the declaration.${header}`;
  }
}
