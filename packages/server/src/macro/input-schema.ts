import { compareText, type Value } from '@manglecp/mangle';
import { booleanOf, type Rows, textOf } from '../facts/relation.js';
import type { Action } from '../pack/pack.js';
import { argumentSchemas } from './argument-schemas.js';
import type { PlanStep } from './plan.js';
import { unusable } from './unusable.js';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

const jsonTypes: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'any']);

/** What is known of the arguments of a macro-tool. */
export interface ParamSources {
  /** Rows of `macro_param/4`. */
  readonly params: Rows;
  /** Rows of `macro_param_doc/3`. */
  readonly docs: Rows;
  readonly steps: readonly PlanStep[];
  readonly actions: ReadonlyMap<string, Action>;
}

/**
 * The schema of a macro-tool's arguments: the parameters that rules expose, and nothing else (Spec 06 §2.2). What the
 * action says about the argument that a parameter becomes is said of the parameter: limits, defaults, and what it means
 * where the rules do not tell. Sorted by name, so that equal parameters give equal texts.
 */
export function inputSchema(macro: string, { params, docs, steps, actions }: ParamSources): object {
  const found = new Map<string, Param>();
  for (const row of params) addParam(macro, found, row);
  const texts = new Map(docs.flatMap(([, name, text]) => [[textOf(name), textOf(text)] as const]));
  const known = found.size === 0 ? undefined : argumentSchemas(steps, actions);
  const sorted = [...found].sort(([a], [b]) => compareText(a, b));
  const required = sorted.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return {
    $schema: dialect,
    type: 'object',
    properties: Object.fromEntries(
      sorted.map(([name, { type }]) => [name, propertyOf(type, texts.get(name), known?.get(name))]),
    ),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

interface Param {
  readonly type: string;
  readonly isRequired: boolean;
}

/** Rules may expose a parameter for several reasons; it is required if one of them says so. */
function addParam(macro: string, found: Map<string, Param>, [, ...row]: readonly Value[]): void {
  const [name, type, isRequired] = [textOf(row[0]), textOf(row[1]), booleanOf(row[2])];
  if (name === undefined || type === undefined || isRequired === undefined || !jsonTypes.has(type)) {
    throw unusable(macro, `the parameter \`${name ?? ''}\` has no JSON type, or is neither required nor optional`);
  }
  const known = found.get(name);
  if (known !== undefined && known.type !== type) throw unusable(macro, `the parameter \`${name}\` has two types`);
  found.set(name, { type, isRequired: isRequired || known?.isRequired === true });
}

/** Where the action means another type than the rules, nothing else of it can be relied on. */
function propertyOf(type: string, text: string | undefined, known: Readonly<Record<string, unknown>> = {}): object {
  const { type: knownType, description: knownText, ...rest } = known;
  const isSame = type === 'any' || knownType === type;
  const description = text ?? knownText;
  return {
    ...(type === 'any' ? (knownType === undefined ? {} : { type: knownType }) : { type }),
    ...(isSame ? rest : {}),
    ...(description === undefined ? {} : { description }),
  };
}
