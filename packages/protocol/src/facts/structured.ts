import { type Json, JsonNumber, type JsonObject } from '../json/json.js';
import { isList, isObject } from '../json/kinds.js';
import type { Descriptor, StructuredFact, WireFact } from '../messages/wire-fact.js';
import { isWrapper } from './int64.js';

/** Why something has no structured form, or is none. */
export class StructureError extends Error {
  override readonly name = 'StructureError';
  /** The argument it is about, from 0. */
  readonly argumentIndex: number | undefined;

  constructor(message: string, argumentIndex?: number) {
    super(message);
    this.argumentIndex = argumentIndex;
  }
}

/** Whether a fact is written in the structured form. */
export function isStructured(fact: JsonObject): boolean {
  return fact['head'] !== undefined;
}

/**
 * The structured form of a fact or pattern with positional arguments (Spec 03 §7, C-56). Booleans, for which the
 * specification has no descriptor, get one of their own. Throws a `StructureError` for arguments by name.
 */
export function toStructured({ pred, args, t, source, category }: WireFact): StructuredFact {
  if (args === undefined) throw new StructureError('the structured form needs arguments by position');
  return {
    head: { predicate: pred, args: args.map(descriptorOf) },
    ...(t === undefined ? {} : { t }),
    ...(source === undefined ? {} : { source }),
    ...(category === undefined ? {} : { category }),
  };
}

function descriptorOf(value: Json): Descriptor {
  if (value === null) return { type: 'wildcard' };
  if (typeof value === 'string') return { type: 'string', value };
  if (typeof value === 'boolean') return { type: 'boolean', value };
  if (isList(value)) return { type: 'list', elements: value.map(descriptorOf) };
  if (!isObject(value) || isWrapper(value)) return { type: 'number', value };
  if (typeof value['_var'] === 'string') return { type: 'variable', name: value['_var'] };
  return { type: 'map', entries: mapMembers(value, descriptorOf) };
}

/**
 * The ordinary form of a structured fact: a wildcard becomes `null`, a variable `{"_var": …}`. Throws a
 * `StructureError`, also for a rule. `t`, `source` and `category` are taken over as they are.
 */
export function fromStructured(fact: JsonObject): JsonObject {
  const { head, body = [], ...others } = fact;
  if (!isList(body)) throw new StructureError('`body` must be a list');
  if (body.length > 0) throw new StructureError('only facts can be sent, no rules: `body` must be empty or absent');
  if (!isObject(head)) throw new StructureError('`head` must be an object');
  const twice = ['pred', 'args', 'named_args'].find((key) => others[key] !== undefined);
  if (twice !== undefined) throw new StructureError(`\`head\` says what \`${twice}\` would say`);
  const { predicate, args } = head;
  if (typeof predicate !== 'string') throw new StructureError('`head.predicate` must be a string');
  if (args === undefined || !isList(args)) throw new StructureError('`head.args` must be a list');
  checkKeys(head, ['predicate', 'args'], '`head`');
  return { ...others, pred: predicate, args: args.map(readDescriptor) };
}

function readDescriptor(descriptor: Json, index: number): Json {
  if (!isObject(descriptor)) throw new StructureError('an argument must be an object with a `type`', index);
  const type = typeof descriptor['type'] === 'string' ? descriptor['type'] : '';
  const kind = kinds.get(type);
  if (kind === undefined) {
    throw new StructureError(`the \`type\` of an argument must be one of ${[...kinds.keys()].join(', ')}`, index);
  }
  checkKeys(descriptor, ['type', ...kind.keys], `an argument of type \`${type}\``, index);
  const value = kind.read(descriptor, index);
  if (value !== undefined) return value;
  throw new StructureError(`an argument of type \`${type}\` needs ${kind.needs}`, index);
}

interface Kind {
  /** Its members beside `type`. */
  readonly keys: readonly string[];
  readonly needs: string;
  /** Undefined if it lacks what it needs. */
  readonly read: (descriptor: JsonObject, index: number) => Json | undefined;
}

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  [
    'string',
    {
      keys: ['value'],
      needs: 'a string as `value`',
      read: ({ value }) => (typeof value === 'string' ? value : undefined),
    },
  ],
  [
    'number',
    {
      keys: ['value'],
      needs: 'a number as `value`',
      read: ({ value }) => (value !== undefined && isNumber(value) ? value : undefined),
    },
  ],
  [
    'boolean',
    {
      keys: ['value'],
      needs: 'true or false as `value`',
      read: ({ value }) => (typeof value === 'boolean' ? value : undefined),
    },
  ],
  [
    'variable',
    {
      keys: ['name'],
      needs: 'a `name` that begins with an upper-case letter',
      read: ({ name }) => (typeof name === 'string' && /^[A-Z]/.test(name) ? { _var: name } : undefined),
    },
  ],
  ['wildcard', { keys: [], needs: 'nothing', read: () => null }],
  [
    'list',
    {
      keys: ['elements'],
      needs: 'a list as `elements`',
      read: ({ elements = null }, index) =>
        isList(elements) ? elements.map((element) => readDescriptor(element, index)) : undefined,
    },
  ],
  [
    'map',
    {
      keys: ['entries'],
      needs: 'an object as `entries`',
      read: ({ entries }, index) =>
        isObject(entries) ? mapMembers(entries, (entry) => readDescriptor(entry, index)) : undefined,
    },
  ],
]);

function isNumber(value: Json): boolean {
  return typeof value === 'number' || value instanceof JsonNumber || (isObject(value) && isWrapper(value));
}

/** Facts are strict about their members (C-117). */
function checkKeys(value: JsonObject, known: readonly string[], what: string, index?: number): void {
  const isKnown = Object.keys(value).every((key) => known.includes(key) || key.startsWith('x-'));
  if (!isKnown) throw new StructureError(`${what} has no other members than ${known.join(', ')}`, index);
}

/** Without a prototype, so that every key is one like the others. */
function mapMembers<Value>(value: JsonObject, change: (member: Json) => Value): Readonly<Record<string, Value>> {
  const members = Object.create(null) as Record<string, Value>;
  for (const [key, member] of Object.entries(value)) members[key] = change(member);
  return members;
}
