import { type ast, compareText } from '@manglecp/mangle';
import { suggestName } from '@manglecp/protocol';
import type { Action } from './pack.js';
import { placedProblem, type Problem, warning } from './problem.js';
import { areReferenceLabels, referenceLabels } from './template-constants.js';
import { constantText } from './written-heads.js';
import type { Member, WrittenPlans, WrittenStep } from './written-plans.js';

/** The labels of references, each by itself. */
const knownLabels = [...new Set(referenceLabels.flatMap((labels) => labels.split(' ')))];

/** Arguments of another type than the schema of their action says. Every use of such a tool fails. */
export function argumentTypeProblems(
  { action = '', tool, members = [] }: WrittenStep,
  { params }: WrittenPlans,
  actions: ReadonlyMap<string, Action>,
): readonly Problem[] {
  const paramType = (name: string): string | undefined => {
    const types = params.filter((part) => part.tool === tool && part.name === name).map(({ head }) => head.args[2]);
    return types.length === 1 ? constantText(types[0]) : undefined;
  };
  return members.flatMap((member) => {
    const wanted = typesOf(actions.get(action)?.input, member.name);
    const given = typeOf(member.value, paramType);
    if (given === undefined || wanted === undefined || fits(given, wanted)) return [];
    const message = `the argument \`${member.name}\` of the action \`${action}\` is ${wanted.join(' or ')}, and this is ${given}`;
    return [warning(placedProblem('argument-type', member.value.span, message, helpFor(member)))];
  });
}

/** What a property must be, if its schema says so in the plainest way. */
function typesOf(input: unknown, name: string): readonly string[] | undefined {
  const { properties } = (input ?? {}) as { readonly properties?: Readonly<Record<string, unknown>> };
  const schema = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const { type } = (schema ?? {}) as { readonly type?: unknown };
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.map(String) : undefined;
}

/** The type that a written value has in JSON; undefined if that shows only later. */
function typeOf(value: ast.Term, paramType: (name: string) => string | undefined): string | undefined {
  if (value.kind === 'constant') return constantTypes[value.value.kind] ?? nameType(value.value);
  if (value.kind !== 'apply') return undefined;
  if (value.name === 'fn:list') return 'array';
  if (value.name !== 'fn:struct') return undefined;
  const labels = labelsOf(value);
  if (labels.join() === '/arg') return paramType(constantText(value.args[1]) ?? '');
  return areReferenceLabels(labels.toSorted(compareText).join(' ')) ? undefined : 'object';
}

const constantTypes: Readonly<Record<string, string>> = { string: 'string', number: 'integer', float: 'number' };

function nameType(value: ast.Constant['value']): string | undefined {
  return value.kind === 'name' && ['/true', '/false'].includes(value.text) ? 'boolean' : undefined;
}

function labelsOf({ args }: ast.Apply): readonly string[] {
  return args.flatMap((key, at) =>
    at % 2 === 0 && key.kind === 'constant' && key.value.kind === 'name' ? [key.value.text] : [],
  );
}

/** A parameter that is any number may still be a whole one when it comes. */
function fits(given: string, wanted: readonly string[]): boolean {
  const isNumber = given === 'integer' || given === 'number';
  return wanted.includes(given) || (isNumber && wanted.some((each) => each === 'integer' || each === 'number'));
}

function helpFor({ value }: Member): string {
  const labels = value.kind === 'apply' && value.name === 'fn:struct' ? labelsOf(value) : [];
  const slip = labels.filter((label) => !knownLabels.includes(label)).map((label) => suggestName(label, knownLabels));
  const near = slip.find((each) => each !== undefined);
  return near === undefined ? 'Every use of the tool fails. Change one of the two.' : `Did you mean \`${near}\`?`;
}
