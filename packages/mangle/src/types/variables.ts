import { join, mapParts, meet, meetAll } from './subtype.js';
import { alternativesOf, anyType, fieldOf, partsOf, type Row, type Type } from './type.js';

/** What each type variable stands for. */
export type Bindings = ReadonlyMap<string, Type>;

/** What the occurrences of each type variable are matched with. */
type Occurrences = Map<string, Type[]>;

/**
 * Bindings for a signature: a variable is whatever contains all it is matched with, so that appending a string to a
 * list of numbers gives a list of both.
 */
export function bindByJoin(params: readonly Type[], args: readonly Type[]): Bindings {
  return new Map([...occurrencesOf(params, args)].map(([name, types]) => [name, join(types)]));
}

/**
 * Bindings for a row of bounds, in which a variable links columns: `[.List<T>, T]` wants an element of the list's type.
 * `undefined` if the occurrences exclude each other.
 */
export function bindByMeet(row: Row, types: readonly Type[]): Bindings | undefined {
  const bindings = new Map<string, Type>();
  for (const [name, occurrences] of occurrencesOf(row, types)) {
    const present = occurrences.filter(({ kind }) => kind !== 'bot');
    const type = meetAll(present);
    if (type.kind === 'bot' && present.length > 0) return undefined;
    bindings.set(name, type);
  }
  return bindings;
}

/** The type with its variables replaced; unbound ones become `/any`. */
export function substitute(type: Type, bindings: Bindings): Type {
  if (type.kind === 'variable') return bindings.get(type.name) ?? anyType;
  return mapParts(type, (part) => substitute(part, bindings));
}

const noBindings: Bindings = new Map();

/** The type with every variable replaced by `/any`. */
export function withoutVariables(type: Type): Type {
  return hasVariables(type) ? substitute(type, noBindings) : type;
}

const known = new WeakMap<Type, boolean>();

export function hasVariables(type: Type): boolean {
  let answer = known.get(type);
  if (answer === undefined) {
    answer = type.kind === 'variable' || partsOf(type).some(hasVariables);
    known.set(type, answer);
  }
  return answer;
}

function occurrencesOf(params: readonly Type[], args: readonly Type[]): Occurrences {
  const found: Occurrences = new Map();
  params.forEach((param, at) => {
    const arg = args[at];
    if (arg !== undefined && hasVariables(param)) collect(param, arg, found);
  });
  return found;
}

function collect(param: Type, arg: Type, found: Occurrences): void {
  if (param.kind === 'variable') {
    const types = found.get(param.name);
    if (types === undefined) found.set(param.name, [arg]);
    else types.push(arg);
  } else if (param.kind === 'union') {
    for (const alternative of param.alternatives) collect(alternative, arg, found);
  } else {
    collectParts(param, arg, found);
  }
}

function collectParts(param: Type, arg: Type, found: Occurrences): void {
  const pairs: [Type, Type][] = [];
  switch (param.kind) {
    case 'list':
      pairs.push([param.item, partOf(arg, (type) => (type.kind === 'list' ? type.item : undefined))]);
      break;
    case 'map':
      pairs.push([param.key, partOf(arg, (type) => (type.kind === 'map' ? type.key : undefined))]);
      pairs.push([param.value, partOf(arg, (type) => (type.kind === 'map' ? type.value : undefined))]);
      break;
    case 'pair':
      pairs.push([param.first, partOf(arg, (type) => (type.kind === 'pair' ? type.first : undefined))]);
      pairs.push([param.second, partOf(arg, (type) => (type.kind === 'pair' ? type.second : undefined))]);
      break;
    case 'struct':
      for (const { label, type } of param.fields) {
        pairs.push([type, partOf(arg, (each) => (each.kind === 'struct' ? fieldOf(each, label)?.type : undefined))]);
      }
      break;
    default:
  }
  for (const [part, of] of pairs) if (hasVariables(part)) collect(part, of, found);
}

/** The joined part of the alternatives that have it; `/any` if nothing is known about the whole. */
function partOf(type: Type, select: (type: Type) => Type | undefined): Type {
  if (type.kind === 'any' || type.kind === 'variable') return anyType;
  return join(
    alternativesOf(type)
      .map((alternative) => select(alternative))
      .filter((part) => part !== undefined),
  );
}

/** Whether two types exclude each other although each has values. */
export function excludes(a: Type, b: Type): boolean {
  return a.kind !== 'bot' && b.kind !== 'bot' && meet(a, b).kind === 'bot';
}
