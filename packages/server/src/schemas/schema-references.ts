type Schema = Readonly<Record<string, unknown>>;

/**
 * What is wrong with the references of a schema, as the end of a sentence; undefined if nothing is. A schema that refers to
 * itself without going into the data never ends, such as `{ "allOf": [{ "$ref": "#" }] }`.
 */
export function referenceFault(root: object): string | undefined {
  const all = new Map<string, Schema>();
  collect(root, all);
  const states = new Map<Schema, 'open' | 'done'>();
  const visit = (schema: Schema): string | undefined => {
    if (states.get(schema) === 'done') return undefined;
    if (states.get(schema) === 'open') return 'it refers to itself at the same place of the data, without an end';
    states.set(schema, 'open');
    for (const each of appliedAtOnce(schema)) {
      const fault = visit(each);
      if (fault !== undefined) return fault;
    }
    for (const text of referencesOf(schema)) {
      const target = resolve(text, root as Schema, all);
      const fault = target === undefined ? `its reference \`${text}\` leads nowhere` : visit(target);
      if (fault !== undefined) return fault;
    }
    states.set(schema, 'done');
    return undefined;
  };
  for (const schema of all.values()) {
    const fault = visit(schema);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Keywords whose values are data. */
const data: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/** All objects of a schema that may be schemas, by their pointers, and those with a name by that, too. */
function collect(value: unknown, all: Map<string, Schema>, pointer = '#'): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) {
    const schema = value as Schema;
    all.set(pointer, schema);
    for (const name of [schema['$anchor'], schema['$dynamicAnchor']]) {
      if (typeof name === 'string') all.set(`#${name}`, schema);
    }
    if (typeof schema['$id'] === 'string') all.set(schema['$id'], schema);
  }
  for (const [key, member] of Object.entries(value)) {
    if (!data.has(key)) collect(member, all, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

/** The schemas that are applied to the same place of the data. */
function appliedAtOnce(schema: Schema): readonly Schema[] {
  const { allOf, anyOf, oneOf, not, if: condition, then, else: otherwise, dependentSchemas } = schema;
  const lists = [allOf, anyOf, oneOf].flatMap((each): readonly unknown[] => (Array.isArray(each) ? each : []));
  return [...lists, not, condition, then, otherwise, ...membersOf(dependentSchemas)].filter(isSchema);
}

function membersOf(value: unknown): readonly unknown[] {
  return isSchema(value) ? Object.values(value) : [];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function referencesOf(schema: Schema): readonly string[] {
  return [schema['$ref'], schema['$dynamicRef']].filter((text) => typeof text === 'string');
}

/** What a reference leads to: `#`, a pointer, an anchor or an id. A boolean is a schema that refers to nothing. */
function resolve(text: string, root: Schema, all: ReadonlyMap<string, Schema>): Schema | undefined {
  const id = typeof root['$id'] === 'string' ? root['$id'] : undefined;
  const local = id !== undefined && text.startsWith(`${id}#`) ? text.slice(id.length) : text;
  const found = all.get(local === '#' ? '#' : decoded(local));
  if (found !== undefined || !local.startsWith('#/')) return found;
  let value: unknown = root;
  for (const step of decoded(local).slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Schema)[key];
  }
  return typeof value === 'boolean' ? {} : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
