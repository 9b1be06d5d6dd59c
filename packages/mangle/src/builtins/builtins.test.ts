import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../value/duration-text.js';
import { oracleText } from '../value/format.js';
import {
  bytesValue,
  durationValue,
  floatValue,
  listValue,
  mapValue,
  nameValue,
  numberValue,
  pairValue,
  stringValue,
  structValue,
  timeValue,
} from '../value/make.js';
import { parseTime } from '../value/time-text.js';
import type { Entry, Value } from '../value/value.js';
import { BuiltinError } from './define.js';
import { standardBuiltins, standardRegistry } from './registry.js';

/** The notation of values that testdata/builtins.json explains. */
type Json = string | number | readonly Json[] | { readonly [kind: string]: unknown };

interface Row {
  readonly name: string;
  readonly args?: readonly Json[];
  readonly rows?: readonly (readonly Json[])[];
  readonly result?: string;
  readonly solutions?: readonly string[];
  readonly error?: string;
  readonly program: string;
}

const file = new URL('../../testdata/builtins.json', import.meta.url);
const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { readonly rows: readonly Row[] };

const floats: Readonly<Record<string, number>> = { NaN, '+Inf': Infinity, '-Inf': -Infinity, '-0': -0 };

const readers: Readonly<Record<string, (content: never) => Value>> = {
  name: nameValue,
  number: (digits: string) => numberValue(BigInt(digits)),
  float: (content: string | number) => floatValue(typeof content === 'number' ? content : (floats[content] ?? NaN)),
  bytes: (hex: string) => bytesValue(Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16))),
  time: (text: string) => timeValue(readTime(text)),
  duration: (text: string) => durationValue(readDuration(text)),
  pair: ([first, second]: readonly [Json, Json]) => pairValue(readValue(first), readValue(second)),
  map: (entries: readonly (readonly [Json, Json])[]) => mapValue(entries.map(readEntry)),
  struct: (entries: readonly (readonly [Json, Json])[]) => structValue(entries.map(readEntry)),
};

function readValue(json: Json): Value {
  if (typeof json === 'string') return stringValue(json);
  if (typeof json === 'number') return numberValue(json);
  if (Array.isArray(json)) return listValue((json as readonly Json[]).map(readValue));
  const [kind = '', content] = Object.entries(json)[0] ?? [];
  const reader = readers[kind] as ((content: unknown) => Value) | undefined;
  if (reader === undefined) throw new Error(`unknown kind of value: ${kind}`);
  return reader(content);
}

function readEntry([key, value]: readonly [Json, Json]): Entry {
  return [readValue(key), readValue(value)];
}

function readTime(text: string): bigint {
  const result = parseTime(text);
  if (!result.ok) throw new Error(result.reason);
  return result.value;
}

function readDuration(text: string): bigint {
  const result = parseDuration(text);
  if (!result.ok) throw new Error(result.reason);
  return result.nanos;
}

const context = { now: readTime('2024-06-01T00:00:00Z') };

/** The result or the solutions as text. */
function answer(row: Row): string | readonly string[] {
  const args = (row.args ?? []).map(readValue);
  const predicate = standardRegistry.predicates.get(row.name);
  if (predicate !== undefined) {
    const solutions = predicate.solve(args).map((solution) => solution.map(oracleText).join(','));
    return [...new Set(solutions)].sort();
  }
  if (row.rows !== undefined) {
    const reducer = standardRegistry.reducers.get(row.name);
    return reducer === undefined
      ? 'no such reducer'
      : oracleText(reducer.reduce(row.rows.map((r) => r.map(readValue))));
  }
  const func = standardRegistry.functions.get(row.name);
  return func === undefined ? 'no such function' : oracleText(func.apply(args, context));
}

function messageOf(row: Row): string {
  try {
    return `no error but ${String(answer(row))}`;
  } catch (error) {
    if (error instanceof BuiltinError) return error.message;
    throw error;
  }
}

describe('the recorded answers', () => {
  for (const name of new Set(rows.map((row) => row.name))) {
    it(`${name} answers as recorded`, () => {
      for (const row of rows.filter((candidate) => candidate.name === name)) {
        if (row.error === undefined) expect(answer(row), row.program).toEqual(row.result ?? row.solutions);
        else expect(messageOf(row), row.program).toContain(row.error);
      }
    });
  }

  it('cover every builtin, as a function and as a reducer where it is both', () => {
    const covered = new Set(rows.map((row) => `${row.name} ${row.rows === undefined ? 'called' : 'reduced'}`));
    const wanted = standardBuiltins.map((row) => `${row.name} ${row.kind === 'reducer' ? 'reduced' : 'called'}`);
    expect(wanted.filter((key) => !covered.has(key))).toEqual([]);
  });

  it('stay on one line when they are errors', () => {
    const messages = rows.filter((row) => row.error !== undefined).map(messageOf);
    expect(messages.filter((message) => /[\n\r]/.test(message))).toEqual([]);
  });
});

describe('errors', () => {
  it('cut long values', () => {
    const long = listValue(Array.from({ length: 1000 }, () => stringValue('😀')));
    const plus = standardRegistry.functions.get('fn:plus');
    expect(() => plus?.apply([numberValue(1), long], context)).toThrow(
      /^fn:plus: argument 2 must be a number, got a list: \["😀", .{1,90}…$/su,
    );
  });
});
