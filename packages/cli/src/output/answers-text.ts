import {
  type ast,
  type Fact,
  formatTime,
  type JsonValue,
  readableFactText,
  readableText,
  toJson,
  type Value,
} from '@manglecp/mangle';
import type { Answers } from '../evaluation/answer-query.js';
import { screenLine } from './screen-text.js';

/** Answers for people, one a line: facts if an atom was asked, otherwise the values of the variables. */
export function answerLines({ variables, rows, facts }: Answers): string[] {
  if (facts !== undefined) return facts.map(readableFactText);
  return rows.map((row) => bindingsText(variables, row));
}

function bindingsText(variables: readonly string[], row: readonly Value[]): string {
  if (variables.length === 0) return 'true';
  return variables.map((name, at) => `${name} = ${cellText(row[at], readableText)}`).join(', ');
}

function cellText(value: Value | undefined, textOf: (value: Value) => string): string {
  return value === undefined ? '' : textOf(value);
}

/** Lines with their ends; for a screen what would move the cursor is escaped. */
export function linesText(lines: readonly string[], { isScreen }: { readonly isScreen: boolean }): string {
  return lines.map((line) => `${isScreen ? screenLine(line) : line}\n`).join('');
}

/** Answers as objects, with a member for each variable. */
export function answersToJson({ variables, rows }: Answers): readonly JsonValue[] {
  return rows.map((row) =>
    Object.fromEntries(variables.map((name, at) => [name, row[at] === undefined ? null : toJson(row[at])])),
  );
}

/** A fact as JSON: its predicate, its arguments as JSON values, and the time of a temporal fact. */
export function factToJson({ name, args, interval }: Fact): JsonValue {
  const t = interval === undefined ? {} : { t: { from: instantText(interval.start), to: instantText(interval.end) } };
  return { pred: name, args: args.map(toJson), ...t };
}

const [firstInstant, lastInstant] = [-(2n ** 63n), 2n ** 63n - 1n];

/** Null for the unbounded past and future. */
function instantText(nanos: bigint): string | null {
  return nanos === firstInstant || nanos === lastInstant ? null : formatTime(nanos);
}

/** A table in CSV, with a first row of column names. */
export function csvText(columns: readonly string[], rows: readonly (readonly Value[])[]): string {
  return csvLines([columns, ...rows.map((row) => row.map(csvCell))]);
}

function csvLines(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(csvField).join(',')}\n`).join('');
}

/** The facts of one predicate in CSV. The columns are called as its declaration does, those of times `from` and `to`. */
export function factsToCsv(facts: readonly Fact[], declared: ast.Atom | undefined): string {
  const [first] = facts;
  const names = (first?.args ?? []).map((_, at) => {
    const arg = declared?.args[at];
    return arg?.kind === 'variable' ? arg.name : `column_${at + 1}`;
  });
  const isTemporal = first?.interval !== undefined;
  const lines = facts.map(({ args, interval }) => [
    ...args.map(csvCell),
    ...(interval === undefined ? [] : [instantText(interval.start) ?? '', instantText(interval.end) ?? '']),
  ]);
  return csvLines([[...names, ...(isTemporal ? ['from', 'to'] : [])], ...lines]);
}

/** Strings without their quotes; lists and other structured values as JSON. */
function csvCell(value: Value): string {
  const json = toJson(value);
  return typeof json === 'object' ? JSON.stringify(json) : String(json);
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
