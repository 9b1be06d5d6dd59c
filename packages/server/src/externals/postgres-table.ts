import { suggestName } from '@manglecp/protocol';
import type { PostgresTableConfig } from '../config/config.js';
import { toCell } from './cell.js';
import type { Column } from './column.js';
import { describeTable, type PostgresColumn, postgresQuery, tableName } from './postgres-query.js';
import type { PostgresServer, TextRow } from './postgres-server.js';
import { postgresType } from './postgres-types.js';
import { readRow, tooManyRows } from './read-row.js';
import { type Answer, type Question, type Source, SourceFailure } from './source.js';

const batchSize = 256;

interface Described {
  readonly given: readonly PostgresColumn[];
  readonly asked: readonly PostgresColumn[];
  readonly sql: string;
}

/** A table or view of PostgreSQL, looked up by the given columns. It is looked at when it is first asked. */
export function createPostgresTable(
  server: PostgresServer,
  config: PostgresTableConfig,
  { columns, maxRows }: { readonly columns: readonly Column[]; readonly maxRows: number },
): Source {
  let described: Described | undefined;
  const ask = async (questions: readonly Question[], signal: AbortSignal): Promise<readonly Answer[]> => {
    described ??= await describe(server, config, columns, maxRows, signal);
    const { given, asked, sql } = described;
    const answers: Answer[number][][] = questions.map(() => []);
    const { lists, numbers } = parameters(questions, given);
    if (numbers.length === 0) return answers;
    for (const [place, ...cells] of await server.query(sql, lists, signal)) {
      const answer = answers[numbers[Number(place) - 1] ?? 0] ?? [];
      if (answer.length === maxRows) throw tooManyRows(maxRows);
      answer.push(
        readRow(
          asked.map(({ type }, at) => {
            const text = cells[at];
            return typeof text === 'string' ? type.read(text) : null;
          }),
          asked,
        ),
      );
    }
    return answers;
  };
  return {
    batchSize,
    answer: async (questions, signal) => {
      try {
        return await ask(questions, signal);
      } catch (error) {
        // The table may have changed.
        described = undefined;
        throw error;
      }
    },
  };
}

/** One list for each given column, and of each row of them the question it belongs to. */
function parameters(
  questions: readonly Question[],
  given: readonly PostgresColumn[],
): { readonly lists: readonly (readonly string[])[]; readonly numbers: readonly number[] } {
  const lists: string[][] = given.map(() => []);
  const numbers: number[] = [];
  for (const [number, question] of questions.entries()) {
    const texts = given.map((column, at) => {
      const value = question[at];
      const cell = value === undefined ? undefined : toCell(value, column);
      return cell === undefined ? undefined : column.type.give(cell, column);
    });
    const known = texts.filter((text) => text !== undefined);
    // No row can have a value that the type of its column does not have.
    if (known.length < given.length) continue;
    numbers.push(number);
    for (const [at, text] of known.entries()) lists[at]?.push(text);
  }
  return { lists, numbers };
}

async function describe(
  server: PostgresServer,
  { table, columns: labels }: PostgresTableConfig,
  columns: readonly Column[],
  maxRows: number,
  signal: AbortSignal,
): Promise<Described> {
  const found = await server.query(describeTable, [tableName(table)], signal);
  if (found.length === 0) throw new SourceFailure(`there is no table or view \`${table}\``);
  const known = columns.map((column, at): PostgresColumn => typed(column, labels[at] ?? '', table, found));
  return {
    given: known.filter(({ isGiven }) => isGiven),
    asked: known.filter(({ isGiven }) => !isGiven),
    sql: postgresQuery(table, known, maxRows),
  };
}

function typed(column: Column, label: string, table: string, found: readonly TextRow[]): PostgresColumn {
  const name = found.find(([each]) => each === label)?.[1] ?? undefined;
  if (name === undefined) {
    const near = suggestName(
      label,
      found.map(([each]) => each ?? ''),
    );
    const help = near === undefined ? '' : `; did you mean \`${near}\`?`;
    throw new SourceFailure(`\`${table}\` has no column \`${label}\`${help}`);
  }
  const type = postgresType(name);
  const kinds = column.isGiven ? (type?.givenKinds ?? type?.kinds) : type?.kinds;
  if (type === undefined || (column.kinds !== undefined && !kinds?.some((kind) => column.kinds?.has(kind)))) {
    const message = `\`${label}\` of \`${table}\` is ${name}, and its argument is declared ${column.typeText}`;
    throw new SourceFailure(`${message}; change the declaration, or make a view that casts the column`);
  }
  return { ...column, label, type };
}
