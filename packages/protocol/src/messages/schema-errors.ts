import type { TLocalizedValidationError } from 'typebox/error';
import type { Validator } from 'typebox/schema';
import { Settings } from 'typebox/system';

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
export function allErrors(validator: Validator, value: unknown): readonly SchemaError[] {
  const found = new Map<string, SchemaError>();
  for (const error of rawErrors(validator, value).flatMap(readError)) {
    if (found.size === maxSchemaErrors) break;
    const key = `${error.path} ${error.keyword}`;
    if (!found.has(key)) found.set(key, error);
  }
  return [...found.values()];
}

/** The library stops after a few errors, by a setting that all its users share; it is changed for this call only. */
function rawErrors(validator: Validator, value: unknown): readonly TLocalizedValidationError[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: maxSchemaErrors });
  try {
    const [, errors] = validator.Errors(value);
    return errors;
  } finally {
    Settings.Set({ maxErrors });
  }
}

function readError(error: TLocalizedValidationError): readonly SchemaError[] {
  const { keyword, instancePath: path } = error;
  if (error.keyword === 'required') {
    // One error for each member tells a program where to add something.
    return error.params.requiredProperties.map((name) => ({
      path: `${path}/${escapePointer(name)}`,
      keyword,
      message: 'required, but missing',
    }));
  }
  return [{ path, keyword, message: messageOf(error) }];
}

function messageOf(error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case 'type':
      return `expected ${[error.params.type].flat().map(typeName).join(' or ')}`;
    case 'enum':
      return `expected one of ${error.params.allowedValues.map((value) => `\`${String(value)}\``).join(', ')}`;
    case 'minLength':
      return error.params.limit === 1 ? 'may not be empty' : error.message;
    case 'minimum':
      return `may not be less than ${error.params.limit}`;
    case 'maximum':
      return `may not be more than ${error.params.limit}`;
    default:
      return error.message;
  }
}

function typeName(type: string): string {
  if (type === 'integer') return 'a whole number, written without point and exponent';
  if (type === 'null') return 'null';
  return type === 'object' || type === 'array' ? `an ${type}` : `a ${type}`;
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
