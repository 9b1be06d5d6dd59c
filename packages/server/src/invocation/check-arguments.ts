import { type JsonObject, ProtocolError, type SchemaError } from '@manglecp/protocol';
import type { Plan } from '../macro/plan.js';
import { applyDefaults } from './apply-defaults.js';
import { copyData } from './copy-data.js';
import type { DataObject } from './data.js';
import { dataLimits } from './data-limits.js';
import { findSchemaErrors } from './find-schema-errors.js';

/**
 * The arguments with the defaults of the input schema, which is what was validated and what the plan runs with
 * (INV-046). Throws `schema_validation_failed` with all faults (Spec 07 §2.3). A member named `__proto__` is refused
 * whatever the schema says, because actions could not copy it safely.
 */
export function checkArguments({ inputSchema }: Pick<Plan, 'inputSchema'>, sent: JsonObject): DataObject {
  const { data, faults } = copyData(sent, dataLimits.arguments);
  if (faults.length > 0) throw refusal(faults);
  const args = applyDefaults(inputSchema, data);
  const errors = findSchemaErrors(inputSchema, args);
  if (errors.length > 0) throw refusal(errors);
  return args as DataObject;
}

function refusal(errors: readonly SchemaError[]): ProtocolError {
  const message = `the arguments do not fit the input schema: ${errors.length} ${errors.length === 1 ? 'fault' : 'faults'}`;
  return new ProtocolError('schema_validation_failed', message, { details: { schema_errors: errors } });
}
