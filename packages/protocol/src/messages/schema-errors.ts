import { ErrorContext, ErrorSchema, Stack } from 'typebox/schema';

/** One way in which a value does not fit a schema (Spec 09 §4.2). */
export interface SchemaError {
  /** A JSON pointer into the value; empty for the value itself. */
  readonly path: string;
  /** The keyword of the schema that failed. */
  readonly keyword: string;
  readonly message: string;
}

/** No message has so many faults that a reader would want to see more. */
export const maxSchemaErrors = 100;

/** The faults of a value, in the order of the schema, each once, at most `maxSchemaErrors`. */
export function schemaErrors(schema: object, value: unknown): readonly SchemaError[] {
  const context = new ManyErrors();
  ErrorSchema(Stack({}, schema), context, '#', '', schema, value);
  const found = new Map<string, SchemaError>();
  for (const error of context.GetErrors().flatMap(readError)) {
    if (found.size === maxSchemaErrors) break;
    const key = `${error.path} ${error.keyword}`;
    if (!found.has(key)) found.set(key, error);
  }
  return [...found.values()];
}

type RawError = ReturnType<ErrorContext['GetErrors']>[number];

/** The library's own limit is lower, and is one for the whole process. */
class ManyErrors extends ErrorContext {
  override AtCapacity(): boolean {
    return this.GetErrors().length >= maxSchemaErrors;
  }
}

function readError(error: RawError): readonly SchemaError[] {
  const { keyword, instancePath: path } = error;
  // One error for each member tells a program where to add something.
  if (error.keyword === 'required') {
    const message = 'required, but missing';
    return error.params.requiredProperties.map((name) => ({ path: `${path}/${name}`, keyword, message }));
  }
  // Each of the members has an error of its own.
  if (error.keyword === 'additionalProperties') return [];
  return [{ path, keyword, message: messageOf(error) }];
}

function messageOf(error: RawError): string {
  switch (error.keyword) {
    case 'type':
      return `expected ${listText([error.params.type].flat().map((type) => typeNames[type] ?? `a ${type}`))}`;
    case 'enum':
      return `expected one of ${error.params.allowedValues.map((value) => `\`${String(value)}\``).join(', ')}`;
    case 'minLength':
      return 'may not be empty';
    case 'minimum':
      return `may not be less than ${error.params.limit}`;
    case 'maximum':
      return `may not be more than ${error.params.limit}`;
    default:
      return `does not meet \`${error.keyword}\``;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  integer: 'a whole number without point and exponent',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

/** `a string or null`; with a comma where a part has an `and` of its own. */
function listText(parts: readonly string[]): string {
  return parts.join(parts.some((part) => part.includes(' and ')) ? ', or ' : ' or ');
}
