/** What the `#!` comment lines of a program ask for (oracle/README.md). */
export interface Directives {
  /** The text of each source unit; line numbers are those of the whole file. */
  readonly units: readonly string[];
  /** RFC 3339 text or digits: nanoseconds since 1970. */
  readonly now: string;
  readonly queries: readonly string[];
  readonly hide: ReadonlySet<string>;
  readonly unordered: ReadonlySet<string>;
  readonly bounds: 'error' | 'off';
  readonly limit: number | undefined;
  readonly coalesce: boolean;
}

interface Draft {
  readonly units: string[];
  now: string;
  readonly queries: string[];
  readonly hide: Set<string>;
  readonly unordered: Set<string>;
  bounds: 'error' | 'off';
  limit: number | undefined;
  coalesce: boolean;
}

const readers: Readonly<Record<string, (draft: Draft, value: string) => void>> = {
  now: (draft, value) => void (draft.now = value),
  query: (draft, value) => void draft.queries.push(value),
  limit: (draft, value) => void (draft.limit = Number(value)),
  hide: (draft, value) => value.split(/\s+/).forEach((key) => draft.hide.add(key)),
  unordered: (draft, value) => value.split(/\s+/).forEach((key) => draft.unordered.add(key)),
  bounds: (draft, value) => void (draft.bounds = value === 'off' ? 'off' : 'error'),
  coalesce: (draft) => void (draft.coalesce = true),
  why: () => undefined,
};

export function readDirectives(text: string): Directives {
  const draft: Draft = {
    units: [''],
    now: '2024-06-01T00:00:00Z',
    queries: [],
    hide: new Set(),
    unordered: new Set(),
    bounds: 'error',
    limit: undefined,
    coalesce: false,
  };
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const [, key = '', value = ''] = /^\s*#!\s*(\S+?):?(?:\s+(.*?))?\s*$/.exec(line) ?? [];
    if (key === 'unit') {
      draft.units.push('\n'.repeat(at + 1));
      continue;
    }
    if (key !== '') readerOf(key)(draft, value);
    draft.units[draft.units.length - 1] += at === lines.length - 1 ? line : `${line}\n`;
  }
  return draft;
}

function readerOf(key: string): (draft: Draft, value: string) => void {
  const reader = readers[key];
  if (reader === undefined) throw new Error(`unknown directive ${key}`);
  return reader;
}
