import { closest } from '../diagnostics/suggest.js';
import type { Apply, Term } from '../syntax/ast.js';
import { type Span, textOf } from '../text/source.js';
import {
  anyType,
  basicTypes,
  boolType,
  botType,
  type Field,
  fieldOf,
  isBasicKind,
  listType,
  mapType,
  pairType,
  prefixType,
  singletonType,
  structType,
  type StructType,
  tupleType,
  type Type,
  typeVariable,
  unionOf,
} from './type.js';

/** Why a term is no type; one line in the style of diagnostics, and the part that is wrong. */
export interface TypeProblem {
  readonly problem: string;
  readonly span: Span;
}

export type ReadType = { readonly type: Type } | TypeProblem;

/**
 * Reads a type expression of a `bound` row. `.List<T>` and `fn:List(T)` mean the same, `_` is any type, and an unknown
 * name such as `/person` stands for the names below it.
 */
export function readType(term: Term): ReadType {
  switch (term.kind) {
    case 'wildcard':
      return { type: anyType };
    case 'variable':
      return { type: typeVariable(term.name) };
    case 'constant':
      if (term.value.kind === 'name') return { type: namedType(term.value.text) };
      return problem(
        term,
        `${quote(term)} is not a type; types are names such as \`/string\`, or are built like \`.List</string>\``,
      );
    case 'apply':
      return readApply(term);
  }
}

/** The type a name stands for: a basic type, `/any`, `/bot`, `/bool` (that is `/true` and `/false`), or the names below it. */
function namedType(text: string): Type {
  const word = text.slice(1);
  if (word === 'any') return anyType;
  if (word === 'bot') return botType;
  if (word === 'bool') return boolType;
  return isBasicKind(word) ? basicTypes[word] : prefixType(text);
}

function readApply(term: Apply): ReadType {
  const reader = Object.hasOwn(readers, term.name) ? readers[term.name] : undefined;
  if (reader !== undefined) return reader(term);
  const guess = closest(term.name, Object.keys(readers));
  const hint = guess === undefined ? constructorList : `did you mean \`${guess.replace('fn:', '.')}\`?`;
  return problem(
    term,
    `${quote(term)} is not a type: there is no constructor \`${term.name.replace('fn:', '')}\`; ${hint}`,
  );
}

const readers: Readonly<Record<string, (term: Apply) => ReadType>> = {
  'fn:List': (term) => fixed(term, ['the type of the elements'], ([item = anyType]) => listType(item)),
  'fn:Map': (term) =>
    fixed(term, ['the type of the keys', 'the type of the values'], ([k = anyType, v = anyType]) => mapType(k, v)),
  'fn:Pair': (term) =>
    fixed(term, ['the first type', 'the second type'], ([a = anyType, b = anyType]) => pairType(a, b)),
  'fn:Option': (term) => fixed(term, ['the type of the content'], ([content = anyType]) => content),
  'fn:Tuple': (term) => atLeast(term, 3, 'write `Pair` for two', tupleType),
  'fn:Union': (term) => atLeast(term, 1, 'a union without alternatives has no values', unionOf),
  'fn:Singleton': readSingleton,
  'fn:Struct': readStruct,
  'fn:TaggedUnion': readTaggedUnion,
};

const constructorList = `the constructors are ${Object.keys(readers)
  .map((name) => name.replace('fn:', ''))
  .join(', ')}`;

function fixed(term: Apply, meanings: readonly string[], make: (types: readonly Type[]) => Type): ReadType {
  const { args } = term;
  if (args.length !== meanings.length) {
    return problem(
      term,
      `expected ${count(meanings.length)} in ${quote(term)} (${meanings.join(', ')}), got ${args.length}`,
    );
  }
  return readAll(args, make);
}

function atLeast(term: Apply, min: number, reason: string, make: (types: readonly Type[]) => Type): ReadType {
  if (term.args.length >= min) return readAll(term.args, make);
  return problem(term, `expected at least ${count(min)} in ${quote(term)}, got ${term.args.length}; ${reason}`);
}

function readAll(terms: readonly Term[], make: (types: readonly Type[]) => Type): ReadType {
  const types: Type[] = [];
  for (const term of terms) {
    const read = readType(term);
    if ('problem' in read) return read;
    types.push(read.type);
  }
  return { type: make(types) };
}

function readSingleton(term: Apply): ReadType {
  const [only, ...rest] = term.args;
  if (only === undefined || rest.length > 0) {
    return problem(term, `expected 1 argument in ${quote(term)} (the value), got ${term.args.length}`);
  }
  if (only.kind === 'constant') return { type: singletonType(only.value) };
  return problem(
    only,
    `${quote(only)} is not a constant; a singleton is one name, string, number, float or byte string`,
  );
}

function readStruct(term: Apply): ReadType {
  const fields = new Map<string, Field>();
  for (let at = 0; at < term.args.length;) {
    const member = memberAt(term, at);
    const field = readField(member);
    if ('problem' in field) return field;
    if (fields.has(field.label)) return problem(member.label ?? term, `field \`${field.label}\` is listed twice`);
    fields.set(field.label, field);
    at += member.width;
  }
  return { type: structType([...fields.values()]) };
}

interface Member {
  readonly owner: Apply;
  readonly label: Term | undefined;
  readonly type: Term | undefined;
  readonly isOptional: boolean;
  /** How many arguments of the struct the member takes. */
  readonly width: number;
}

function memberAt(owner: Apply, at: number): Member {
  const first = owner.args[at];
  if (first?.kind !== 'apply' || first.name !== 'fn:opt') {
    return { owner, label: first, type: owner.args[at + 1], isOptional: false, width: 2 };
  }
  const isComplete = first.args.length === 2;
  return {
    owner: first,
    label: first.args[0],
    type: isComplete ? first.args[1] : undefined,
    isOptional: true,
    width: 1,
  };
}

function readField({ owner, label, type, isOptional }: Member): Field | TypeProblem {
  if (label?.kind !== 'constant' || label.value.kind !== 'name') {
    return problem(label ?? owner, `${quote(label ?? owner)} is not a field label; labels are names such as \`/x\``);
  }
  if (type === undefined) return problem(label, `field \`${label.value.text}\` has no type`);
  const read = readType(type);
  return 'problem' in read ? read : { label: label.value.text, type: read.type, isOptional };
}

/** A union of structs, each with the tag field added: the tag of a value says which of them it is. */
function readTaggedUnion(term: Apply): ReadType {
  const [tag, ...variants] = term.args;
  if (tag?.kind !== 'constant' || tag.value.kind !== 'name') {
    return problem(tag ?? term, `the first argument of ${quote(term)} must be the tag field, a name such as \`/kind\``);
  }
  if (variants.length === 0 || variants.length % 2 !== 0) {
    return problem(term, `expected a tag and a struct type for each variant of ${quote(term)}`);
  }
  const seen = new Set<string>();
  const types: Type[] = [];
  for (let at = 0; at < variants.length; at += 2) {
    const read = readVariant(tag.value.text, variants[at], variants[at + 1], seen);
    if ('problem' in read) return read;
    types.push(read.type);
  }
  return { type: unionOf(types) };
}

function readVariant(tag: string, name: Term | undefined, term: Term | undefined, seen: Set<string>): ReadType {
  // The caller takes variants in twos, so both are there.
  if (name === undefined || term === undefined) return { type: botType };
  if (name.kind !== 'constant' || name.value.kind !== 'name') {
    return problem(name, `${quote(name)} is not a variant tag; tags are names such as \`/circle\``);
  }
  if (seen.has(name.value.text)) return problem(name, `variant \`${name.value.text}\` is listed twice`);
  seen.add(name.value.text);
  const read = readType(term);
  if ('problem' in read) return read;
  if (read.type.kind !== 'struct') return problem(term, `variant \`${name.value.text}\` must be a struct type`);
  if (fieldOf(read.type, tag) !== undefined) {
    return problem(term, `variant \`${name.value.text}\` must not list the tag field \`${tag}\` itself`);
  }
  return { type: withField(read.type, { label: tag, type: singletonType(name.value), isOptional: false }) };
}

function withField(type: StructType, field: Field): StructType {
  return structType([...type.fields, field]);
}

function problem(term: Term, text: string): TypeProblem {
  return { problem: text, span: term.span };
}

function quote(term: Term): string {
  return `\`${textOf(term.span)}\``;
}

function count(n: number): string {
  return n === 1 ? '1 argument' : `${n} arguments`;
}
