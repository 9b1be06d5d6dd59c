import { Compile, Meta } from 'typebox/schema';
import { referenceFault } from '../schemas/schema-references.js';

/** Why a value is no JSON Schema that arguments can be checked by; undefined if it is one. */
export function schemaFault(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return 'it is no object';
  if (!isJson(schema)) return 'it holds what JSON cannot';
  metaSchema ??= Compile(Meta['https://json-schema.org/draft/2020-12/schema']);
  const [, errors] = metaSchema.Errors(schema);
  const [first] = errors;
  if (first !== undefined) return `\`${first.instancePath || '/'}\` ${first.message}`;
  try {
    const fault = referenceFault(schema);
    if (fault === undefined) Compile(schema);
    return fault;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Made when it is first needed: compiling it takes longer than all else about a small pack. */
let metaSchema: ReturnType<typeof Compile> | undefined;

const maxDepth = 100;

/** Schemas that are more than data, such as those with functions or circles, cannot be sent. */
function isJson(value: unknown, depth = 0): boolean {
  if (depth > maxDepth) return false;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  return typeof value === 'object' && Object.values(value).every((member) => isJson(member, depth + 1));
}
