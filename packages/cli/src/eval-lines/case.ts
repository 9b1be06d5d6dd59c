import { rawMembers } from './raw-members.js';

/** One line of `mangle eval`, with the directives of its program not yet read. */
export interface Case {
  /** JSON text, copied to the answer. */
  readonly id: string;
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

/** Reads one line; throws `CaseError`. Members that are absent or null have their default. */
export function readCase(line: string): Case {
  const members = parseObject(line);
  const raw = rawMembers(line);
  const now = readNow(members['now'], raw.get('now'));
  const limit = readInteger(members, 'limit');
  const why = readString(members, 'why');
  const bounds = readString(members, 'bounds');
  return {
    id: raw.get('id') ?? 'null',
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
