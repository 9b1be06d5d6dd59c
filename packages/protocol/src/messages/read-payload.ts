import { Compile, type Validator } from 'typebox/schema';
import { ProtocolError } from '../errors/protocol-error.js';
import type { Json, JsonObject } from '../json/json.js';
import { type MessageType, messageTypes, type Payload } from './message-types.js';
import { type SchemaError, schemaErrors } from './schema-errors.js';
import { type NumberSchema, settleNumbers } from './settle-numbers.js';

/**
 * The payload, if it fits the schema of its type. Throws `malformed_message` with all faults if not. Members that the
 * schema does not name stay where they are; facts of a request are not looked at.
 */
export function readPayload<Type extends MessageType>(type: Type, payload: JsonObject): Payload<Type> {
  const { schema } = messageTypes[type];
  const value: Json = settleNumbers(schema as NumberSchema, payload);
  if (validatorOf(type).Check(value)) return value as Payload<Type>;
  const errors = schemaErrors(schema, value);
  throw new ProtocolError('malformed_message', faultText(type, errors), { details: { schema_errors: errors } });
}

const validators = new Map<MessageType, Validator>();

/** Made on first use. Where code may not be generated, the validator walks the schema instead, with the same answers. */
function validatorOf(type: MessageType): Validator {
  const known = validators.get(type);
  if (known !== undefined) return known;
  const validator: Validator = Compile(messageTypes[type].schema as object);
  validators.set(type, validator);
  return validator;
}

function faultText(type: MessageType, errors: readonly SchemaError[]): string {
  const [first] = errors;
  if (first === undefined) return `the payload of \`${type}\` is broken`;
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return `the payload of \`${type}\` is broken at \`${first.path}\`: ${first.message}${rest}`;
}
