import { copyData } from './copy-data.js';
import { type Data, type DataObject, isDataObject, isList } from './data.js';
import { dataLimits } from './data-limits.js';

/**
 * The data with the defaults of the schema for members that are absent, in `properties`, `items`, `prefixItems`,
 * `allOf` and behind references inside the schema. Not where a schema offers a choice: there a default would decide it.
 * What is there is never changed.
 */
export function applyDefaults(schema: object, data: Data): Data {
  return new Filler(schema).fill(schema, data, { refs: 0, isDefault: false });
}

/** Where the filler is. */
interface Place {
  /** References followed for the value at hand, which bounds schemas that refer to themselves. */
  readonly refs: number;
  /** Whether the value is itself a default. References are not followed there, because they might never end. */
  readonly isDefault: boolean;
}

const maxRefs = 16;

class Filler {
  readonly #root: object;

  constructor(root: object) {
    this.#root = root;
  }

  fill(schema: unknown, data: Data, place: Place): Data {
    if (!isSchema(schema)) return data;
    let filled = data;
    const target = place.isDefault || place.refs >= maxRefs ? undefined : this.#resolve(schema['$ref']);
    if (target !== undefined) filled = this.fill(target, filled, { ...place, refs: place.refs + 1 });
    if (Array.isArray(schema['allOf'])) {
      for (const part of schema['allOf']) filled = this.fill(part, filled, place);
    }
    if (isDataObject(filled)) return this.#fillMembers(schema['properties'], filled, place);
    return isList(filled) ? this.#fillItems(schema, filled, place) : filled;
  }

  #fillMembers(properties: unknown, data: DataObject, { isDefault }: Place): DataObject {
    if (!isSchema(properties)) return data;
    const members: Record<string, Data> = { ...data };
    for (const [name, schema] of Object.entries(properties)) {
      const isThere = Object.hasOwn(members, name);
      const value = isThere ? members[name] : this.#defaultOf(schema, 0);
      if (value === undefined || name === '__proto__') continue;
      members[name] = this.fill(schema, value, { refs: 0, isDefault: isDefault || !isThere });
    }
    return members;
  }

  #fillItems(schema: Schema, data: readonly Data[], { isDefault }: Place): readonly Data[] {
    const first: readonly unknown[] = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : [];
    return data.map((item, index) => this.fill(first[index] ?? schema['items'], item, { refs: 0, isDefault }));
  }

  /** A fresh copy of the default, which may stand behind a reference. */
  #defaultOf(schema: unknown, refs: number): Data | undefined {
    if (!isSchema(schema) || refs > maxRefs) return undefined;
    if (Object.hasOwn(schema, 'default')) return copyData(schema['default'], dataLimits.result).data;
    return this.#defaultOf(this.#resolve(schema['$ref']), refs + 1);
  }

  /** What a pointer into this schema refers to. */
  #resolve(ref: unknown): unknown {
    if (typeof ref !== 'string' || !/^#(\/|$)/.test(ref)) return undefined;
    let target: unknown = this.#root;
    for (const part of ref.split('/').slice(1)) {
      const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
      target = isSchema(target) && Object.hasOwn(target, name) ? target[name] : undefined;
    }
    return target;
  }
}

type Schema = Readonly<Record<string, unknown>>;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}
