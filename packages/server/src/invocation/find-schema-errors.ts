import type { SchemaError } from '@manglecp/protocol';
import { Compile, ErrorContext, ErrorSchema, Stack } from 'typebox/schema';
import { TextCache } from '../bounds/text-cache.js';
import { type PreparedSchema, prepareSchema } from '../schemas/schema-patterns.js';
import { TookTooLong, withinTime } from '../schemas/within-time.js';
import { cleanSchemaErrors } from './clean-schema-errors.js';
import { type Data, isDataObject, isList } from './data.js';

/**
 * In which ways data does not fit a JSON Schema 2020-12; none if it does. This is the only file that knows the
 * validator. Schemas are the pack's and trusted, data is not: patterns are checked in linear time where they can be, and
 * for a limited time where that is not enough. Throws if the schema itself is broken.
 */
export function findSchemaErrors(schema: object, data: Data): readonly SchemaError[] {
  const validator = validatorOf(schema);
  const { cost } = validator;
  if (cost === 0 || cost * textLength(data) <= maxSteps) return errorsOf(validator, data);
  try {
    return withinTime(cost === Infinity ? maxMsBackAndForth : maxMs, () => errorsOf(validator, data));
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    return [{ path: '', keyword: 'pattern', message: 'a pattern took too long on it' }];
  }
}

function errorsOf({ schema, check, asksInherited }: Validator, data: Data): readonly SchemaError[] {
  const bare = asksInherited ? withoutPrototypes(data) : data;
  if (check(bare)) return [];
  const context = new ManyErrors();
  ErrorSchema(Stack({}, schema), context, '#', '', schema, bare);
  const errors = cleanSchemaErrors(context.GetErrors());
  // INVARIANT: data that does not fit has an error, whatever is taken for noise.
  return errors.length > 0 ? errors : [{ path: '', keyword: 'schema', message: 'does not fit the schema' }];
}

/** How long it may take to check long texts by patterns. */
const maxMs = 2_000;
/** How long it may take if the host has to go back and forth in texts. */
const maxMsBackAndForth = 100;
/** So many steps of patterns take some milliseconds, and need no watch. */
const maxSteps = 1_000_000;

/** More than are told, because most may be noise; not so many that cleaning them takes long. */
const maxRawErrors = 300;

/** Gathers more than the eight errors that are the validator's default for the whole process. */
class ManyErrors extends ErrorContext {
  override AtCapacity(): boolean {
    return this.GetErrors().length >= maxRawErrors;
  }
}

interface Validator extends PreparedSchema {
  readonly check: (data: unknown) => boolean;
  /** Whether it names something that every object inherits. */
  readonly asksInherited: boolean;
}

/** Such as `toString`, as they stand in the text of a schema. */
const inherited = Object.getOwnPropertyNames(Object.prototype).map((name) => JSON.stringify(name));

function makeValidator(schema: object): Validator {
  const prepared = prepareSchema(schema);
  const compiled = Compile(prepared.schema);
  const text = JSON.stringify(schema);
  const asksInherited = inherited.some((name) => text.includes(name));
  return { ...prepared, asksInherited, check: (data) => compiled.Check(data) };
}

/** For schemas that stay, such as those of actions. */
const bySchema = new WeakMap<object, Validator>();
/** For plans, whose schemas are made anew by each evaluation and often say the same. */
const byText = new TextCache<Validator>({ maxEntries: 500, maxChars: 4_000_000 });

function validatorOf(schema: object): Validator {
  const known = bySchema.get(schema);
  if (known !== undefined) return known;
  const validator = byText.get(JSON.stringify(schema), () => makeValidator(schema));
  bySchema.set(schema, validator);
  return validator;
}

/** The validator asks with `in` for what a schema names, which also finds what objects inherit, such as `toString`. */
function withoutPrototypes(data: Data): unknown {
  if (isList(data)) return data.map(withoutPrototypes);
  if (!isDataObject(data)) return data;
  const bare = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(data)) bare[name] = withoutPrototypes(member);
  return bare;
}

/** The number of characters in all texts and names of some data. */
function textLength(data: Data): number {
  if (typeof data === 'string') return data.length;
  if (isList(data)) return data.reduce<number>((sum, item) => sum + textLength(item), 0);
  if (!isDataObject(data)) return 0;
  return Object.entries(data).reduce((sum, [name, member]) => sum + name.length + textLength(member), 0);
}
