import { Time } from '@manglecp/mangle';
import type { Cell } from './cell.js';
import { allows, type Column, type ColumnKind, isOnly } from './column.js';
import { SourceFailure } from './source.js';

/** How values of a type of PostgreSQL are asked for and read. All of them travel as text, whatever the settings of the server are. */
export interface PostgresType {
  /** What it can be read as. */
  readonly kinds: readonly ColumnKind[];
  /** What it can be looked up by; the same if absent. */
  readonly givenKinds?: readonly ColumnKind[];
  /** The text of a value, in SQL. */
  readonly select: (place: string) => string;
  readonly read: (text: string) => Cell;
  /** The type of parameters. */
  readonly parameter: (column: Column) => string;
  /** A parameter; undefined if no value of the type is equal to the cell. */
  readonly give: (cell: Exclude<Cell, null>, column: Column) => string | undefined;
  readonly equals: (place: string, parameter: string, column: Column) => string;
}

/** The type with a name of the catalogue (`enum` for all enumerations); undefined if values of it cannot be used. */
export function postgresType(name: string): PostgresType | undefined {
  return types.get(name);
}

const asText = (place: string): string => `${place}::text`;
const same = (place: string, parameter: string): string => `${place} = ${parameter}`;
const textOnly = (cell: Exclude<Cell, null>): string | undefined =>
  // PostgreSQL has no text with a zero character.
  typeof cell === 'string' && !cell.includes('\0') ? cell : undefined;

/** Compared as text: what is looked for may be no value of the type at all, and that is no failure. */
const text: PostgresType = {
  kinds: ['string', 'name', 'time'],
  givenKinds: ['string', 'name'],
  select: asText,
  read: (value) => value,
  parameter: () => 'text',
  give: textOnly,
  equals: (place, parameter) => `${place}::text = ${parameter}`,
};

const words: PostgresType = { ...text, kinds: ['string'], givenKinds: ['string'] };

const uuid: PostgresType = {
  ...words,
  parameter: () => 'uuid',
  give: (cell) =>
    typeof cell === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cell) ? cell : undefined,
  equals: same,
};

const whole: PostgresType = {
  kinds: ['number', 'float64'],
  select: asText,
  read: (value) => BigInt(value),
  parameter: () => 'int8',
  give: (cell, column) => {
    if (typeof cell === 'bigint') return String(cell);
    const isRead = typeof cell === 'number' && Number.isSafeInteger(cell) && !allows(column, 'number');
    return isRead ? String(BigInt(cell)) : undefined;
  },
  equals: same,
};

const float: PostgresType = {
  kinds: ['float64'],
  select: (place) => `${place}::float8::text`,
  // `NaN` and `Infinity` are no values of a column.
  read: Number,
  parameter: () => 'float8',
  give: (cell) => (typeof cell === 'number' ? String(cell) : undefined),
  equals: same,
};

/** Decimal fractions are the nearest float, as in JSON. */
const numeric: PostgresType = {
  kinds: ['number', 'float64'],
  select: asText,
  read: (value) => (/^-?\d+$/.test(value) ? BigInt(value) : Number(value)),
  parameter: (column) => (isOnly(column, 'float64') ? 'float8' : 'numeric'),
  give: (cell) => (typeof cell === 'bigint' || typeof cell === 'number' ? String(cell) : undefined),
  equals: (place, parameter, column) =>
    isOnly(column, 'float64') ? `${place}::float8 = ${parameter}` : same(place, parameter),
};

const bool: PostgresType = {
  kinds: ['bool'],
  select: asText,
  read: (value) => value === 'true',
  parameter: () => 'bool',
  give: (cell) => (typeof cell === 'boolean' ? String(cell) : undefined),
  equals: same,
};

const bytes: PostgresType = {
  kinds: ['bytes'],
  select: (place) => `encode(${place}, 'hex')`,
  read: (value) => Buffer.from(value, 'hex'),
  parameter: () => 'text',
  give: (cell) => (cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : undefined),
  equals: (place, parameter) => `${place} = decode(${parameter}, 'hex')`,
};

/** In microseconds since 1970, as numbers: texts depend on settings, and those before Christ do not tell that they are. */
const zoned: PostgresType = {
  kinds: ['time'],
  select: (place) => `round(extract(epoch FROM ${place})::numeric * 1000000)::text`,
  read: (value) => timeOf(value),
  parameter: () => 'timestamptz',
  give: (cell) => {
    if (!(cell instanceof Time) || cell.nanos % 1000n !== 0n) return undefined;
    return cell.toString();
  },
  equals: same,
};

/** A time without a zone is one in UTC. */
const unzoned: PostgresType = {
  ...zoned,
  equals: (place, parameter) => `${place} = (${parameter} AT TIME ZONE 'UTC')`,
};

function timeOf(micros: string): Time {
  const nanos = /^-?\d{1,18}$/.test(micros) ? BigInt(micros) * 1000n : undefined;
  if (nanos !== undefined && BigInt.asIntN(64, nanos) === nanos) return new Time(nanos);
  throw new SourceFailure('it holds a time outside the years 1677 to 2262');
}

const types: ReadonlyMap<string, PostgresType> = new Map([
  ['text', text],
  ['varchar', text],
  ['bpchar', text],
  ['name', text],
  ['citext', text],
  ['enum', words],
  ['date', words],
  ['uuid', uuid],
  ['int2', whole],
  ['int4', whole],
  ['int8', whole],
  ['numeric', numeric],
  ['float4', float],
  ['float8', float],
  ['bool', bool],
  ['bytea', bytes],
  ['timestamptz', zoned],
  ['timestamp', unzoned],
]);
