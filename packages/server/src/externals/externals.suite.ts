import { rmSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileOrThrow, type MangleInput, type MangleOutput, sourceText, Time, toValue } from '@manglecp/mangle';
import Database from 'libsql';
import { onTestFinished } from 'vitest';
import { type Column, columnsOf } from './column.js';
import type { Answer, Question, Source } from './source.js';

/** The columns of a predicate with these types; those with a plus are given: `+/string, /number`. */
export function columnsFor(text: string): readonly Column[] {
  const parts = text.split(', ');
  const names = parts.map((_, at) => `A${at}`).join(', ');
  const mode = parts.map((part) => (part.startsWith('+') ? '"+"' : '"-"')).join(', ');
  const bounds = parts.map((part) => part.replace('+', '')).join(', ');
  const decl = `Decl p(${names}) descr [external(), mode(${mode})] bound [${bounds}].`;
  const info = compileOrThrow(decl, { lints: false }).predicates.get(`p/${parts.length}`);
  const columns = info === undefined ? 'no such predicate' : columnsOf(info, undefined);
  if (typeof columns === 'string') throw new Error(columns);
  return columns;
}

export const never = new AbortController().signal;

/** The answer to one question, in the text of facts. */
export async function ask(source: Source, ...question: MangleOutput[]): Promise<readonly string[]> {
  return textOf((await source.answer([question], never))[0]);
}

/** The answers to several questions. */
export async function askAll(source: Source, questions: readonly Question[]): Promise<readonly (readonly string[])[]> {
  return (await source.answer(questions, never)).map(textOf);
}

function textOf(answer: Answer = []): readonly string[] {
  return answer.map((row) => row.map(valueText).join(' '));
}

function valueText(value: MangleInput): string {
  return value instanceof Time ? value.toString() : sourceText(toValue(value));
}

/** A folder that is gone when the test is over. */
export async function scratchFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'externals-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs statements on a file of SQLite, which is made if there is none. */
export function writeSqlite(file: string, sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}
