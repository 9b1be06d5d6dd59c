import { shortText } from '../builtins/native.js';
import { theKind } from '../value/kind-words.js';
import type { Value } from '../value/value.js';
import { fieldValue, valueHasType } from './has-type.js';
import { basicTypes, type Type, typeText } from './type.js';
import { describeType } from './words.js';

/** The innermost part of a value that keeps it out of a type. */
export interface Misfit {
  /** From the outside in, such as `['element 2', 'field \`/x\`']`. */
  readonly path: readonly string[];
  readonly wanted: Type;
  /** Absent if a field is missing. */
  readonly found?: Value;
}

/** Why a value is not a member of a type; `undefined` if it is. */
export function findMisfit(value: Value, type: Type): Misfit | undefined {
  if (valueHasType(value, type)) return undefined;
  return misfitInside(value, type) ?? { path: [], wanted: type, found: value };
}

function misfitInside(value: Value, type: Type): Misfit | undefined {
  if (type.kind === 'list' && value.kind === 'list') {
    return firstOf(value.items.map((item, at) => [`element ${at + 1}`, item, type.item] as const));
  }
  if (type.kind === 'pair' && value.kind === 'pair') {
    return firstOf([
      ['the first part', value.first, type.first],
      ['the second part', value.second, type.second],
    ]);
  }
  if (type.kind === 'map' && value.kind === 'map') {
    return firstOf(
      value.entries.flatMap(([key, entry]) => [
        ['a key', key, type.key] as const,
        [`the value of key \`${shortText(key)}\``, entry, type.value] as const,
      ]),
    );
  }
  if (type.kind !== 'struct' || value.kind !== 'struct') return undefined;
  for (const { label, type: wanted, isOptional } of type.fields) {
    const found = fieldValue(value, label);
    if (found === undefined && !isOptional) return { path: [`field \`${label}\``], wanted };
    const misfit = found === undefined ? undefined : firstOf([[`field \`${label}\``, found, wanted]]);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function firstOf(parts: readonly (readonly [step: string, part: Value, wanted: Type])[]): Misfit | undefined {
  for (const [step, part, wanted] of parts) {
    const misfit = findMisfit(part, wanted);
    if (misfit !== undefined) return { ...misfit, path: [step, ...misfit.path] };
  }
  return undefined;
}

/** The way into something deep would hide what is said about it. */
const maxSteps = 6;

/** `element 2 of argument 1 must be a number, got the string \`"x"\``. */
export function misfitText({ path, wanted, found }: Misfit, whole: string): string {
  const inner = path.toReversed();
  const steps = inner.length > maxSteps ? [...inner.slice(0, maxSteps - 1), '…'] : inner;
  const place = [...steps, whole].join(' of ');
  if (found === undefined) return `${place} is missing; it must be ${describeType(wanted)}`;
  return `${place} must be ${describeType(wanted)}, got ${valueWords(found)}`;
}

function valueWords(value: Value): string {
  return `${theKind(value.kind)} \`${shortText(value)}\``;
}

/** What to do about a misfit. */
export function misfitHelp({ wanted, found }: Misfit): string {
  if (found === undefined) return 'Add the field, or mark it `opt` in the declared type.';
  if (wanted.kind === 'prefix' && found.kind === 'name') return prefixHelp(wanted.prefix, found.text);
  if (found.kind === 'string' && isNameLike(wanted))
    return 'A string is not a name: names are written without quotes, such as `/active`.';
  if (found.kind === 'name' && wanted === basicTypes.string)
    return 'A name is not a string: strings are written in quotes, such as `"active"`.';
  if (found.kind === 'number' && wanted === basicTypes.float64)
    return 'Write the number with a decimal point to make it a float.';
  return 'Correct the value, or add a `bound` row to the declaration that allows it.';
}

function isNameLike(type: Type): boolean {
  if (type.kind === 'singleton') return type.value.kind === 'name';
  return (
    type === basicTypes.name || type.kind === 'prefix' || (type.kind === 'union' && type.alternatives.every(isNameLike))
  );
}

function prefixHelp(prefix: string, name: string): string {
  if (name === prefix)
    return `The prefix is not a member of its own type; names below it are, such as \`${prefix}/x\`.`;
  return `The type \`${typeText({ kind: 'prefix', prefix })}\` has the names that begin with \`${prefix}/\`. For any name declare \`/name\`.`;
}
