import { suggestName } from '@manglecp/protocol';
import { isOwnWord } from './side-effects.js';

/** What `config-schema.ts` uses of JSON Schema. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** Something that does not fit, at a JSON pointer. */
export interface Misfit {
  readonly path: string;
  readonly message: string;
  readonly help?: string;
}

/**
 * The value with the defaults of the shape filled in and without the members that are nobody's business here: those
 * that begin with `x-`, and `$schema` at the top. Everything that does not fit is reported.
 */
export function fitConfig(schema: object, value: unknown, report: (misfit: Misfit) => void): unknown {
  if (!isMembers(value)) return fit(schema, value, '', report);
  const { $schema: _, ...members } = value;
  return fit(schema, members, '', report);
}

type Report = (misfit: Misfit) => void;

function fit(shape: Shape, value: unknown, path: string, report: Report): unknown {
  const misfit = misfitOf(shape, value);
  if (misfit !== undefined) {
    report({ path, message: misfit });
    return value;
  }
  if (isOpen(shape)) return value;
  if (Array.isArray(value)) {
    const { items = {} } = shape;
    return value.map((item, at) => fit(items, item, `${path}/${at}`, report));
  }
  return isMembers(value) ? fitMembers(shape, value, path, report) : value;
}

/** Whether nothing is said about what is inside; then it is left as it is. */
function isOpen({ properties, additionalProperties, items }: Shape): boolean {
  return properties === undefined && additionalProperties === undefined && items === undefined;
}

function fitMembers(shape: Shape, value: Members, path: string, report: Report): Members {
  const { properties = {}, required = [], additionalProperties = true } = shape;
  const fitted: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (Object.hasOwn(properties, key)) continue;
    const at = `${path}/${escapeKey(key)}`;
    if (typeof additionalProperties === 'object') setMember(fitted, key, fit(additionalProperties, member, at, report));
    else if (!isOwnWord(key)) report({ path: at, ...unknownKey(key, Object.keys(properties)) });
  }
  for (const [key, inner] of Object.entries(properties)) {
    const at = `${path}/${escapeKey(key)}`;
    const member = Object.hasOwn(value, key) ? value[key] : structuredClone(inner.default);
    if (member !== undefined) fitted[key] = fit(inner, member, at, report);
    else if (required.includes(key)) report({ path: at, message: 'it is missing', help: 'It has no default.' });
  }
  return fitted;
}

/** A member named `__proto__` is one like the others. */
function setMember(members: object, key: string, value: unknown): void {
  Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true });
}

function unknownKey(key: string, known: readonly string[]): Omit<Misfit, 'path'> {
  const near = suggestName(key, known);
  const message = `\`${key}\` is not a key of this file`;
  const own = 'Keys of your own begin with `x-`.';
  return {
    message,
    help: near === undefined ? `Here it may have ${listText(known)}. ${own}` : `Did you mean \`${near}\`? ${own}`,
  };
}

/** Says what is wrong with the value itself, whatever its members are. */
function misfitOf(shape: Shape, value: unknown): string | undefined {
  const { type, enum: choices, minLength = 0, minimum = -Infinity, maximum = Infinity } = shape;
  const types = type === undefined ? [] : [type].flat();
  if (types.length > 0 && !types.some((each) => hasType(each, value))) {
    return `expected ${types.map((each) => typeNames[each] ?? each).join(' or ')}, got ${describe(value)}`;
  }
  if (choices !== undefined && !choices.includes(value)) return `expected ${listText(choices)}, got ${describe(value)}`;
  if (typeof value === 'string' && value.length < minLength) return 'it may not be empty';
  if (typeof value !== 'number') return undefined;
  if (value < minimum) return `it may not be less than ${minimum}`;
  return value > maximum ? `it may not be more than ${maximum}` : undefined;
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  object: 'an object',
  string: 'a text',
};

function hasType(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'object') return isMembers(value);
  return typeof value === type;
}

function describe(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? `\`${value.slice(0, 60)}\`` : 'an object';
}

function listText(words: readonly unknown[]): string {
  return words.map((word) => `\`${String(word)}\``).join(', ');
}

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key as a step of a JSON pointer (RFC 6901). */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
