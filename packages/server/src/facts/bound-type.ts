import { type ast, equalValues, type PredicateInfo, toValue, type Value } from '@manglecp/mangle';

/** The set of values that a `bound` allows in one place of a fact. */
export type BoundType =
  | { readonly kind: 'any' }
  | { readonly kind: 'basic'; readonly basic: BasicKind }
  /** Names strictly below the prefix. */
  | { readonly kind: 'prefix'; readonly prefix: string }
  | { readonly kind: 'singleton'; readonly value: Value }
  | { readonly kind: 'list'; readonly item: BoundType }
  | { readonly kind: 'map'; readonly key: BoundType; readonly value: BoundType }
  | { readonly kind: 'pair'; readonly first: BoundType; readonly second: BoundType }
  | { readonly kind: 'struct'; readonly fields: ReadonlyMap<string, BoundField> }
  | { readonly kind: 'union'; readonly alternatives: readonly BoundType[] };

export type BasicKind = 'name' | 'string' | 'bytes' | 'number' | 'float64' | 'time' | 'duration';

export interface BoundField {
  readonly type: BoundType;
  readonly isOptional: boolean;
}

export const anyBound: BoundType = { kind: 'any' };

/** Nothing fits: `/bot`, and what only a broken declaration could say. */
const noBound: BoundType = { kind: 'union', alternatives: [] };

const boolBound: BoundType = {
  kind: 'union',
  alternatives: [true, false].map((value) => ({ kind: 'singleton', value: toValue(value) })),
};

const known = new WeakMap<ast.Decl, readonly (readonly BoundType[])[]>();

/** The rows of bounds of a predicate; a fact fits if it fits one of them. Everything fits where nothing is declared. */
export function boundRows({ decl, arity }: PredicateInfo): readonly (readonly BoundType[])[] {
  if (decl === undefined || decl.bounds.length === 0) return [Array.from({ length: arity }, () => anyBound)];
  let rows = known.get(decl);
  if (rows === undefined) {
    rows = decl.bounds.map(({ types }) => types.map(readBound));
    known.set(decl, rows);
  }
  return rows;
}

/** What the column may hold in any of the rows. */
export function columnBound(info: PredicateInfo, column: number): BoundType {
  return unionBound(boundRows(info).map((row) => row[column] ?? anyBound));
}

/** Reads a type expression. INVARIANT: analysis has accepted it. */
export function readBound(term: ast.Term): BoundType {
  if (term.kind === 'apply')
    return (Object.hasOwn(readers, term.name) ? readers[term.name] : undefined)?.(term) ?? noBound;
  // A variable stands for one type within its row. What several columns have in common is left to the engine.
  if (term.kind !== 'constant') return anyBound;
  return term.value.kind === 'name' ? namedBound(term.value.text) : noBound;
}

const basicKinds: ReadonlySet<string> = new Set<BasicKind>([
  'name',
  'string',
  'bytes',
  'number',
  'float64',
  'time',
  'duration',
]);

function isBasicKind(word: string): word is BasicKind {
  return basicKinds.has(word);
}

function namedBound(text: string): BoundType {
  const word = text.slice(1);
  if (word === 'any') return anyBound;
  if (word === 'bot') return noBound;
  if (word === 'bool') return boolBound;
  return isBasicKind(word) ? { kind: 'basic', basic: word } : { kind: 'prefix', prefix: text };
}

const readers: Readonly<Record<string, (term: ast.Apply) => BoundType>> = {
  'fn:List': ({ args }) => ({ kind: 'list', item: partOf(args, 0) }),
  'fn:Map': ({ args }) => ({ kind: 'map', key: partOf(args, 0), value: partOf(args, 1) }),
  'fn:Pair': ({ args }) => ({ kind: 'pair', first: partOf(args, 0), second: partOf(args, 1) }),
  'fn:Option': ({ args }) => partOf(args, 0),
  'fn:Tuple': ({ args }) => tupleBound(args.map(readBound)),
  'fn:Union': ({ args }) => unionBound(args.map(readBound)),
  'fn:Singleton': ({ args: [only] }) =>
    only?.kind === 'constant' ? { kind: 'singleton', value: only.value } : noBound,
  'fn:Struct': ({ args }) => ({ kind: 'struct', fields: readFields(args) }),
  'fn:TaggedUnion': readTagged,
};

function partOf(args: readonly ast.Term[], at: number): BoundType {
  const term = args[at];
  return term === undefined ? anyBound : readBound(term);
}

/** Tuples are pairs nested to the right, as the values are. */
function tupleBound(types: readonly BoundType[]): BoundType {
  const last = types.at(-1) ?? noBound;
  return types.slice(0, -1).reduceRight((second, first): BoundType => ({ kind: 'pair', first, second }), last);
}

/** Labels and types in turn; `fn:opt(label, type)` takes one place. */
function readFields(args: readonly ast.Term[]): ReadonlyMap<string, BoundField> {
  const fields = new Map<string, BoundField>();
  for (let at = 0; at < args.length;) {
    const first = args[at];
    const isOptional = first?.kind === 'apply' && first.name === 'fn:opt';
    const [label, type] = isOptional ? first.args : [first, args[at + 1]];
    if (label?.kind === 'constant' && label.value.kind === 'name' && type !== undefined) {
      fields.set(label.value.text, { type: readBound(type), isOptional });
    }
    at += isOptional ? 1 : 2;
  }
  return fields;
}

/** A union of structs, each with the tag among its fields. */
function readTagged({ args: [tag, ...variants] }: ast.Apply): BoundType {
  if (tag?.kind !== 'constant' || tag.value.kind !== 'name') return noBound;
  const types: BoundType[] = [];
  for (let at = 0; at < variants.length; at += 2) {
    const [name, struct] = [variants[at], partOf(variants, at + 1)];
    if (name?.kind !== 'constant' || struct.kind !== 'struct') continue;
    const field: BoundField = { type: { kind: 'singleton', value: name.value }, isOptional: false };
    types.push({ kind: 'struct', fields: new Map([...struct.fields, [tag.value.text, field]]) });
  }
  return unionBound(types);
}

/**
 * The union, flattened. Text is a string wherever that is allowed, and a whole number is no float where it may be a
 * number, so these come first: whoever reads takes the first alternative that fits.
 */
export function unionBound(types: readonly BoundType[]): BoundType {
  const flat = types.flatMap((type) => (type.kind === 'union' ? type.alternatives : [type]));
  const alternatives = flat.filter((type, at) => flat.findIndex((other) => isSame(type, other)) === at);
  const [only, ...rest] = alternatives;
  if (alternatives.some(({ kind }) => kind === 'any')) return anyBound;
  if (only !== undefined && rest.length === 0) return only;
  return { kind: 'union', alternatives: alternatives.toSorted((a, b) => rankOf(a) - rankOf(b)) };
}

/** Finds the repetitions that rows of bounds usually have; to miss one does no harm. */
function isSame(a: BoundType, b: BoundType): boolean {
  if (a === b) return true;
  if (a.kind === 'basic') return b.kind === 'basic' && a.basic === b.basic;
  if (a.kind === 'prefix') return b.kind === 'prefix' && a.prefix === b.prefix;
  if (a.kind === 'singleton') return b.kind === 'singleton' && equalValues(a.value, b.value);
  return a.kind === 'any' && b.kind === 'any';
}

function rankOf(type: BoundType): number {
  if (type.kind !== 'basic') return 1;
  return type.basic === 'string' ? 0 : type.basic === 'float64' ? 2 : 1;
}
