import type { SchemaError } from '@manglecp/protocol';
import { Compile, ErrorContext, ErrorSchema, Stack } from 'typebox/schema';
import { cleanSchemaErrors } from './clean-schema-errors.js';
import { type Data, isDataObject, isList } from './data.js';

/**
 * In which ways data does not fit a JSON Schema 2020-12; none if it does. This is the only file that knows the
 * validator. Schemas are the pack's and trusted, data is not. Throws if the schema itself is broken.
 */
export function findSchemaErrors(schema: object, data: Data): readonly SchemaError[] {
  const bare = withoutPrototypes(data);
  if (validatorOf(schema).Check(bare)) return [];
  const context = new ManyErrors();
  ErrorSchema(Stack({}, schema), context, '#', '', schema, bare);
  const errors = cleanSchemaErrors(context.GetErrors());
  // INVARIANT: data that does not fit has an error, whatever is taken for noise.
  return errors.length > 0 ? errors : [{ path: '', keyword: 'schema', message: 'does not fit the schema' }];
}

/** More than are told, because most may be noise; not so many that cleaning them takes long. */
const maxRawErrors = 300;

/** Gathers more than the eight errors that are the validator's default for the whole process. */
class ManyErrors extends ErrorContext {
  override AtCapacity(): boolean {
    return this.GetErrors().length >= maxRawErrors;
  }
}

type Validator = ReturnType<typeof Compile>;

const maxValidators = 500;
/** For schemas that stay, such as those of actions. */
const bySchema = new WeakMap<object, Validator>();
/** For plans, whose schemas are made anew by each evaluation and often say the same. The least used last comes first. */
const byText = new Map<string, Validator>();

function validatorOf(schema: object): Validator {
  const known = bySchema.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema);
  const validator = byText.get(text) ?? Compile(schema);
  byText.delete(text);
  byText.set(text, validator);
  for (const oldest of byText.keys()) {
    if (byText.size <= maxValidators) break;
    byText.delete(oldest);
  }
  bySchema.set(schema, validator);
  return validator;
}

/** The validator asks with `in`, which also finds what objects inherit, such as `toString`. */
function withoutPrototypes(data: Data): unknown {
  if (isList(data)) return data.map(withoutPrototypes);
  if (!isDataObject(data)) return data;
  const bare = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of Object.entries(data)) bare[name] = withoutPrototypes(member);
  return bare;
}
