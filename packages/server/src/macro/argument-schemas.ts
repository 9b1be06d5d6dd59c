import type { Action } from '../pack/pack.js';
import type { PlanStep, Template } from './plan.js';

/** A JSON Schema that is an object. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/**
 * What the actions of a plan say about the arguments of the macro-tool: of each argument the schema of the first place
 * where it is used. A schema that refers to others makes no sense elsewhere and is left out.
 */
export function argumentSchemas(
  steps: readonly PlanStep[],
  actions: ReadonlyMap<string, Action>,
): ReadonlyMap<string, SchemaObject> {
  const found = new Map<string, SchemaObject>();
  for (const { action, template } of steps) collect(template, actions.get(action)?.input, found);
  return found;
}

function collect(template: Template, schema: unknown, found: Map<string, SchemaObject>): void {
  if (!isSchema(schema)) return;
  switch (template.kind) {
    case 'arg':
      if (!found.has(template.name) && !hasReference(schema)) found.set(template.name, schema);
      return;
    case 'object':
      for (const [key, member] of template.members) collect(member, memberOf(schema['properties'], key), found);
      return;
    case 'list':
      for (const item of template.items) collect(item, schema['items'], found);
      return;
    case 'constant':
    case 'step':
  }
}

function memberOf(properties: unknown, key: string): unknown {
  return isSchema(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

function isSchema(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether some part of it is defined by another one. */
function hasReference(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasReference);
  if (!isSchema(schema)) return false;
  return Object.entries(schema).some(
    ([key, value]) => /^\$(ref|dynamicRef|id|anchor|defs)$/.test(key) || hasReference(value),
  );
}
