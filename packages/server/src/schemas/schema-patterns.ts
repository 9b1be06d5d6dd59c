import { linearPattern } from './linear-pattern.js';
import { parsePattern, type PatternNode } from './parse-pattern.js';

/** A schema that a validator can check data by without going back and forth in texts, as far as possible. */
export interface PreparedSchema {
  readonly schema: object;
  /** What a character of the data may cost, in steps: 0 without patterns, infinite if a pattern cannot be checked in linear time. */
  readonly cost: number;
}

/** The schema with linear patterns in place of texts. Throws a SyntaxError if one of them is no pattern. */
export function prepareSchema(schema: object): PreparedSchema {
  let cost = 0;
  const prepared = mapPatterns(schema, {
    pattern: (text) => {
      const linear = linearPattern(text);
      cost += linear?.size ?? Infinity;
      return linear ?? text;
    },
    nameOf: (text) => {
      cost += isQuick(text) ? 1 : Infinity;
    },
  });
  return { schema: prepared, cost };
}

/** The patterns of a schema that cannot be checked in linear time, in its order. */
export function slowPatterns(schema: object): readonly string[] {
  const slow = new Set<string>();
  mapPatterns(schema, {
    pattern: (text) => {
      if (linearPattern(text) === undefined) slow.add(text);
      return text;
    },
    nameOf: (text) => {
      if (!isQuick(text)) slow.add(text);
    },
  });
  return [...slow];
}

interface PatternVisitor {
  /** A `pattern`; gives what stands in its place. */
  readonly pattern: (text: string) => unknown;
  /** A pattern that names members, in `patternProperties`. The validator leaves it to the host. */
  readonly nameOf: (text: string) => void;
}

/** Keywords whose members are schemas by names. */
const named: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);
/** Keywords whose values are data. */
const data: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

function mapPatterns(schema: object, visitor: PatternVisitor): object {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]: [string, unknown]) => {
      if (keyword === 'pattern' && typeof value === 'string') return [keyword, visitor.pattern(value)];
      if (data.has(keyword) || typeof value !== 'object' || value === null) return [keyword, value];
      if (keyword === 'patternProperties') for (const text of Object.keys(value)) visitor.nameOf(text);
      if (!named.has(keyword) && !Array.isArray(value)) return [keyword, mapPatterns(value, visitor)];
      return [keyword, mapMembers(value, visitor)];
    }),
  );
}

/** The schemas of a list, or of an object by names. */
function mapMembers(members: object, visitor: PatternVisitor): object {
  const map = (member: unknown): unknown =>
    typeof member === 'object' && member !== null && !Array.isArray(member) ? mapPatterns(member, visitor) : member;
  if (Array.isArray(members)) return members.map(map);
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]));
}

/** A host that goes back is quick, too, if it can do so at one place only and knows where to begin. */
function isQuick(text: string): boolean {
  const tree = parsePattern(text);
  if (tree?.kind !== 'sequence') return false;
  const [first, ...others] = tree.parts;
  if (first?.kind !== 'assertion' || first.sign !== '^') return false;
  const repeats = others.filter((part) => part.kind === 'repeat');
  return (
    others.every(isPlain) &&
    repeats.every(({ part }) => part.kind === 'character') &&
    repeats.filter(({ min, max }) => min !== max).length <= 1
  );
}

function isPlain({ kind }: PatternNode): boolean {
  return kind === 'character' || kind === 'assertion' || kind === 'repeat';
}
