import type { PredicateInfo } from '../program/program.js';
import type { ValueTable } from '../store/value-table.js';
import { FactColumns } from '../syntax/fact-columns.js';
import { PendingTexts } from '../syntax/pending-texts.js';
import { SimpleConstants } from '../syntax/simple-constants.js';
import { batchMisfits } from '../types/batch-misfits.js';
import { factMisfit, factMisfitText } from '../types/check-value.js';
import { declaredRows } from '../types/declared-rows.js';
import { misfitHelp } from '../types/misfit.js';
import { joinAll } from '../types/row-set.js';
import type { FactBatch } from '../value/fact-batch.js';
import { kindsOfColumn } from './field-values.js';
import type { FileProblems } from './file-problems.js';
import { startOf } from './read-separated.js';
import { valueOfTerm } from './term-value.js';

/** A line of the header. */
interface Section {
  readonly name: string;
  readonly arity: number;
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/** What to do with the facts of a predicate of the file: read them, or pass over them. */
export type FindPredicate = (section: Section) => PredicateInfo | undefined;

/**
 * Reads the columns of the predicates of a file, each value as a term. The reference writes a float without a fraction
 * as a whole number; in a column that is declared to hold floats and no numbers it becomes a float again.
 */
export class SimpleColumns {
  readonly #bytes: Uint8Array;
  readonly #values: ValueTable;
  readonly #problems: FileProblems;
  #at: number;

  constructor(bytes: Uint8Array, values: ValueTable, problems: FileProblems) {
    this.#bytes = bytes;
    this.#values = values;
    this.#problems = problems;
    this.#at = startOf(bytes);
  }

  readAll(find: FindPredicate): FactBatch[] {
    const sections = this.#readHeader();
    const batches: FactBatch[] = [];
    for (const section of sections) {
      const info = find(section);
      if (info === undefined) this.#skipLines(section.arity * section.count);
      else batches.push(this.#readSection(section, info));
      if (this.#problems.isExhausted) break;
    }
    return batches;
  }

  #readHeader(): Section[] {
    const { text, start, end } = this.#line();
    if (!/^\d{1,5}$/.test(text) || Number(text) > maxPredicates) {
      this.#report(
        start,
        end,
        'the first line is not the number of predicates',
        'Check that the file is in the simple-column format.',
      );
      return [];
    }
    const sections: Section[] = [];
    for (let left = Number(text); left > 0; left--) {
      const section = this.#readSectionLine();
      if (section === undefined) return [];
      sections.push(section);
    }
    return sections;
  }

  #readSectionLine(): Section | undefined {
    const { text, start, end } = this.#line();
    const match = /^(\S+) (\d{1,4}) (\d{1,10})$/.exec(text);
    const [arity, count] = [Number(match?.[2]), Number(match?.[3])];
    if (match === null || arity > maxArity || count * Math.max(arity, 1) > this.#bytes.length) {
      this.#report(
        start,
        end,
        'this line of the header names no predicate',
        'It has the name of a predicate, its number of arguments and its number of facts: `edge 2 100`.',
      );
      return undefined;
    }
    return { name: match[1] ?? '', arity, count, start, end };
  }

  #readSection({ count, arity }: Section, info: PredicateInfo): FactBatch {
    const starts: number[] = [];
    const rows = declaredRows(info);
    const types = rows === undefined ? [] : joinAll(rows);
    const columns: Int32Array[] = [];
    for (let column = 0; column < arity; column++) {
      const type = types[column];
      const kinds = type === undefined ? undefined : kindsOfColumn(type).kinds;
      starts.push(this.#at);
      columns.push(this.#readColumn(count, kinds?.has('float64') === true && !kinds.has('number')));
    }
    const isComplete = columns.every(({ length }) => length === count);
    const batch = { predicate: info.name, arity, count: isComplete ? count : 0, columns, values: this.#values };
    this.#checkTypes(batch, info, starts);
    return batch;
  }

  #readColumn(count: number, holdsFloats: boolean): Int32Array {
    const pending = new PendingTexts(this.#bytes, this.#values);
    const constants = new SimpleConstants(this.#bytes, this.#values, pending, true);
    const column = new FactColumns('', 1);
    const row = new Int32Array(1);
    for (let left = count; left > 0 && !this.#problems.isExhausted; left--) {
      const start = this.#at;
      if (start >= this.#bytes.length) {
        this.#report(
          start,
          start,
          `the file ends ${left} lines too early`,
          'The header says how many facts there are; a part of the file is missing.',
        );
        break;
      }
      const end = this.#lineEnd();
      pending.makeRoom(1);
      const isSimple = constants.read(start) && constants.end === end;
      if (!isSimple) pending.drop();
      const id = isSimple ? constants.id : this.#slowValue(start, end);
      row[0] = holdsFloats && this.#startsNumber(start) ? this.#asFloat(id) : id;
      column.add(row, start);
      pending.assign(column);
    }
    pending.flush();
    return column.columns()[0] ?? new Int32Array(0);
  }

  /** Whether a number or a float begins here, and no text whose id is still pending. */
  #startsNumber(at: number): boolean {
    const byte = this.#bytes[at] ?? 0;
    return byte === minus || (byte >= zero && byte <= nine);
  }

  #asFloat(id: number): number {
    return this.#values.kindOf(id) === 'number' ? this.#values.float(Number(this.#values.bigOf(id))) : id;
  }

  #slowValue(start: number, end: number): number {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes.subarray(start, end));
    const value = valueOfTerm(text);
    if (value === undefined) {
      this.#report(
        start,
        end,
        'this line is no value',
        'Each line holds one value as a program writes it: `/a`, `"text"`, `12`, `[1, 2]`.',
      );
      return 0;
    }
    return this.#values.intern(value);
  }

  #checkTypes(batch: FactBatch, info: PredicateInfo, starts: readonly number[]): void {
    if (this.#problems.diagnostics.length > 0) return;
    for (const { row, args } of batchMisfits(info, batch)) {
      const found = factMisfit(info, args);
      if (found === undefined || this.#problems.isExhausted) return;
      const [start, end] = this.#nthLine(starts[found.column] ?? 0, row);
      const help = found.misfit === undefined ? undefined : misfitHelp(found.misfit);
      this.#problems.report('invalid-row', start, end, factMisfitText(info, found), { help });
    }
  }

  #nthLine(start: number, count: number): [number, number] {
    const here = this.#at;
    this.#at = start;
    this.#skipLines(count);
    const from = this.#at;
    const end = this.#lineEnd();
    this.#at = here;
    return [from, end];
  }

  #skipLines(count: number): void {
    for (let left = count; left > 0 && this.#at < this.#bytes.length; left--) this.#lineEnd();
  }

  /** Goes behind the present line; gives its end, before its line end. */
  #lineEnd(): number {
    const start = this.#at;
    const found = this.#bytes.indexOf(lineFeed, start);
    const end = found === -1 ? this.#bytes.length : found;
    this.#at = found === -1 ? end : end + 1;
    return end > start && this.#bytes[end - 1] === carriageReturn ? end - 1 : end;
  }

  #line(): { readonly text: string; readonly start: number; readonly end: number } {
    const start = this.#at;
    const end = this.#lineEnd();
    return { text: new TextDecoder().decode(this.#bytes.subarray(start, end)), start, end };
  }

  #report(start: number, end: number, message: string, help: string): void {
    this.#problems.report('invalid-row', start, end, message, { help });
  }
}

const lineFeed = 10;
const carriageReturn = 13;
const minus = 45;
const zero = 48;
const nine = 57;
const maxPredicates = 1 << 16;
const maxArity = 1 << 10;
