import { decodeUtf8 } from '../input/decode-utf8.js';
import { rawMembers } from './raw-members.js';

/** The object that one line of `mangle eval` holds. */
export interface CaseLine {
  /** JSON text, copied to the answer. */
  readonly id: string;
  readonly members: Members;
  /** The members as they are written. */
  readonly raw: ReadonlyMap<string, string>;
}

/** What a line asks for, with the directives of its program not yet read. */
export interface Case {
  readonly program: string;
  readonly facts: string;
  readonly settings: Settings;
}

/** What a case asks for, by its fields and then by the directives in its program. */
export interface Settings {
  readonly queries: readonly string[];
  /** RFC 3339 text or digits. */
  readonly now?: string;
  readonly limit?: number;
  readonly why?: string;
  /** `error` or `off`. */
  readonly bounds?: string;
  readonly hide: readonly string[];
  readonly unordered: readonly string[];
  readonly coalesce: boolean;
}

/** The case itself is wrong; nothing of the program was looked at. */
export class CaseError extends Error {
  override readonly name = 'CaseError';
}

/** Reads one line as an object; throws `CaseError`. */
export function readCaseLine(bytes: Uint8Array): CaseLine {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) throw new CaseError(decoded.reason.replace('it is', 'the line is'));
  const members = parseObject(decoded.text);
  const raw = rawMembers(decoded.text);
  return { id: raw.get('id') ?? 'null', members, raw };
}

/**
 * Reads the members of a line; throws `CaseError`. Those that are absent or null have their default, also `program`, and
 * those that nobody knows are left alone, as the oracle has it.
 */
export function readCase({ members, raw }: CaseLine): Case {
  const now = readNow(members['now'], raw.get('now'));
  const limit = readInteger(members, 'limit');
  const why = readString(members, 'why');
  const bounds = readString(members, 'bounds');
  return {
    program: readString(members, 'program') ?? '',
    facts: readString(members, 'facts') ?? '',
    settings: {
      queries: readStrings(members, 'queries'),
      hide: readStrings(members, 'hide'),
      unordered: readStrings(members, 'unordered'),
      coalesce: readBoolean(members, 'coalesce'),
      ...(now === undefined ? {} : { now }),
      ...(limit === undefined || limit <= 0 ? {} : { limit }),
      ...(why === undefined || why === '' ? {} : { why }),
      ...(bounds === undefined || bounds === '' ? {} : { bounds }),
    },
  };
}

type Members = Readonly<Record<string, unknown>>;

function parseObject(line: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new CaseError(`the line is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CaseError('expected a JSON object');
  }
  return value as Members;
}

function readString(members: Members, name: string): string | undefined {
  return read(members, name, 'a string', (value) => typeof value === 'string');
}

function readStrings(members: Members, name: string): readonly string[] {
  const isStrings = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((each) => typeof each === 'string');
  return read(members, name, 'a list of strings', isStrings) ?? [];
}

function readInteger(members: Members, name: string): number | undefined {
  return read(members, name, 'a whole number', (value): value is number => Number.isSafeInteger(value));
}

function readBoolean(members: Members, name: string): boolean {
  return read(members, name, 'true or false', (value) => typeof value === 'boolean') ?? false;
}

function read<T>(members: Members, name: string, expected: string, is: (value: unknown) => value is T): T | undefined {
  const value = members[name];
  if (value === undefined || value === null) return undefined;
  if (is(value)) return value;
  throw new CaseError(`\`${name}\` must be ${expected}`);
}

/** A number counts by its digits, since a double cannot hold every nanosecond. */
function readNow(value: unknown, raw: string | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : raw;
}
