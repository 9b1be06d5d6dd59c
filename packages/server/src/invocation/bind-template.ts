import type { Template } from '../macro/plan.js';
import { type Data, type DataObject, isDataObject, isList } from './data.js';
import { StepFailure } from './step-failure.js';

/** What the open places of a template are filled from. */
export interface Bindings {
  /** Of the invocation, with their defaults. */
  readonly args: DataObject;
  /** Of the steps that succeeded, by position. */
  readonly results: ReadonlyMap<number, Data>;
}

/**
 * The value that a template stands for. It shares data with the bindings. A member for an argument that was not given
 * is left out, so that optional parameters reach actions as they reached the plan; every other value that is missing
 * throws a `StepFailure`. Only own members are found, and texts that are bound are never read as templates.
 */
export function bindTemplate(template: Template, bindings: Bindings): unknown {
  switch (template.kind) {
    case 'constant':
      return template.value;
    case 'arg':
      if (isAbsent(template, bindings)) throw missing(`argument \`${template.name}\``);
      return bindings.args[template.name];
    case 'step':
      return follow(template.path, bindings.results.get(template.position), template.position);
    case 'list':
      return template.items.map((item) => bindTemplate(item, bindings));
    case 'object':
      return Object.fromEntries(
        template.members
          .filter(([, member]) => !isAbsent(member, bindings))
          .map(([name, member]) => [name, bindTemplate(member, bindings)]),
      );
  }
}

function isAbsent(template: Template, { args }: Bindings): boolean {
  return template.kind === 'arg' && !Object.hasOwn(args, template.name);
}

function follow(path: readonly string[], result: Data | undefined, position: number): Data {
  let value = result;
  for (const name of path) value = value === undefined ? undefined : memberOf(value, name);
  if (value === undefined) throw missing(`\`${path.join('.')}\` of step ${position}`);
  return value;
}

function memberOf(data: Data, name: string): Data | undefined {
  if (isList(data)) return /^(?:0|[1-9]\d*)$/.test(name) ? data[Number(name)] : undefined;
  return isDataObject(data) && Object.hasOwn(data, name) ? data[name] : undefined;
}

function missing(what: string): StepFailure {
  return new StepFailure('a value that it needs is missing', new Error(`there is no ${what}`));
}
