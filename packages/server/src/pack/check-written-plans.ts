import type { ast } from '@manglecp/mangle';
import { suggestName } from '@manglecp/protocol';
import { argumentTypeProblems } from './check-argument-types.js';
import type { Action } from './pack.js';
import { placedProblem, type Problem, warning } from './problem.js';
import { constantText } from './written-heads.js';
import { integerOf, type WrittenPart, type WrittenPlans, type WrittenStep } from './written-plans.js';

/**
 * Slips in plans, as far as the text of the pack shows them: arguments that an action does not take, lacks or wants to be of
 * another type, parameters
 * that nobody uses or nobody declares, steps that are not there or come later, tools without steps. Where a rule or a table
 * may say more than can be seen, nothing is said.
 */
export function checkWrittenPlans(plans: WrittenPlans, actions: ReadonlyMap<string, Action>): readonly Problem[] {
  return [
    ...plans.steps.flatMap((step) => argumentProblems(step, actions)),
    ...plans.steps.flatMap((step) => argumentTypeProblems(step, plans, actions)),
    ...plans.steps.flatMap((step) => referenceProblems(step, plans)),
    ...plans.optionalSteps.flatMap((part) => optionalProblem(part, plans)),
    ...plans.params.flatMap((part) => unusedProblem(part, plans)),
    ...plans.paramDocs.flatMap((part) => docProblem(part, plans)),
    ...offerProblems(plans),
    ...plans.reversible.flatMap((part) => reversibleProblem(part, plans, actions)),
  ];
}

function doubt(code: string, { span }: ast.Atom | ast.Term, message: string, help: string): Problem {
  return warning(placedProblem(code, span, message, help));
}

function didYouMean(name: string, names: readonly string[], otherwise: string): string {
  const near = suggestName(name, names);
  return near === undefined ? otherwise : `Did you mean \`${near}\`?`;
}

type Schema = Readonly<Record<string, unknown>>;

/** The arguments that an action takes; undefined if its schema does not list them all. */
function argumentsOf({ input }: Action): readonly string[] | undefined {
  const { properties, patternProperties, additionalProperties = false } = input as Schema;
  if (typeof properties !== 'object' || properties === null) return undefined;
  if (patternProperties !== undefined || additionalProperties !== false) return undefined;
  const combines = ['allOf', 'anyOf', 'oneOf', '$ref', 'if', 'dependentSchemas', 'unevaluatedProperties'];
  return combines.some((word) => word in input) ? undefined : Object.keys(properties);
}

function argumentProblems(
  { action = '', members, head }: WrittenStep,
  actions: ReadonlyMap<string, Action>,
): readonly Problem[] {
  const known = actions.get(action);
  if (known === undefined || members === undefined) return [];
  const names = argumentsOf(known);
  const { required } = known.input as Schema;
  const given = members.map(({ name }) => name);
  const missing = (Array.isArray(required) ? required : []).filter((name) => !given.includes(String(name))).map(String);
  return [
    ...members
      .filter(({ name }) => names !== undefined && !names.includes(name))
      .map(({ name, key }) => {
        const help = didYouMean(name, names ?? [], `It takes ${list(names ?? [])}.`);
        return doubt('unknown-argument', key, `the action \`${action}\` takes no argument \`${name}\``, help);
      }),
    ...missing.map((name) => {
      const help = `Without it every use of the tool fails. Write \`/${name}: …\` into the template.`;
      return doubt('missing-argument', head, `the action \`${action}\` needs the argument \`${name}\``, help);
    }),
  ];
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.map((name) => `\`${name}\``).join(', ');
}

function isOf(tool: string): (part: { readonly tool?: string }) => boolean {
  return (part) => part.tool === tool;
}

/** The names of a tool's parameters; undefined if there may be others. */
function paramsOf(tool: string, { params, isInTables }: WrittenPlans): readonly string[] | undefined {
  const isOpen = params.some((part) => part.tool === undefined || (part.tool === tool && part.name === undefined));
  if (isOpen || isInTables('macro_param/4')) return undefined;
  return params.filter(isOf(tool)).flatMap(({ name }) => name ?? []);
}

/** The steps of a tool; undefined if there may be others. */
function stepsOf(tool: string, { steps, isInTables }: WrittenPlans): readonly WrittenStep[] | undefined {
  const isOpen = steps.some((step) => step.tool === undefined || (step.tool === tool && step.position === undefined));
  return isOpen || isInTables('macro_step/4') ? undefined : steps.filter(isOf(tool));
}

function referenceProblems({ tool, position, references }: WrittenStep, plans: WrittenPlans): readonly Problem[] {
  return references.flatMap(({ label, value }) => {
    if (label === '/arg') return argProblem(tool, value, plans);
    const at = integerOf(value);
    if (at === undefined) return [];
    if (position !== undefined && at >= position) {
      const help = 'Only results of steps with a smaller position are there by then.';
      return [doubt('later-step', value, `step ${position} uses the result of step ${at}, which comes later`, help)];
    }
    return tool === undefined ? [] : stepProblem(tool, at, value, plans);
  });
}

function argProblem(tool: string | undefined, value: ast.Term, plans: WrittenPlans): readonly Problem[] {
  const [name, params] = [constantText(value), tool === undefined ? undefined : paramsOf(tool, plans)];
  if (name === undefined || params === undefined || params.includes(name)) return [];
  const help = didYouMean(name, params, `Write \`macro_param("${tool}", "${name}", "string", /true).\``);
  return [doubt('unknown-param', value, `the tool \`${tool}\` has no parameter \`${name}\``, help)];
}

function stepProblem(tool: string, at: number, place: ast.Term | ast.Atom, plans: WrittenPlans): readonly Problem[] {
  const steps = stepsOf(tool, plans);
  if (steps === undefined || steps.some(({ position }) => position === at)) return [];
  const help = `It has ${steps.length === 0 ? 'none' : steps.map(({ position }) => position).join(', ')}.`;
  return [doubt('unknown-step', place, `the tool \`${tool}\` has no step ${at}`, help)];
}

function optionalProblem({ tool, position, head }: WrittenPart, plans: WrittenPlans): readonly Problem[] {
  return tool === undefined || position === undefined ? [] : stepProblem(tool, position, head, plans);
}

function unusedProblem({ tool, name, head }: WrittenPart, plans: WrittenPlans): readonly Problem[] {
  const steps = tool === undefined ? undefined : stepsOf(tool, plans);
  if (name === undefined || steps === undefined || steps.length === 0 || steps.some(({ isOpen }) => isOpen)) return [];
  const isUsed = steps.some(({ references }) =>
    references.some(({ label, value }) => label === '/arg' && constantText(value) === name),
  );
  if (isUsed) return [];
  const help = `Write \`{/arg: "${name}"}\` into a step, or remove the parameter.`;
  return [doubt('unused-param', head, `no step of \`${tool}\` uses the parameter \`${name}\``, help)];
}

function docProblem({ tool, name, head }: WrittenPart, plans: WrittenPlans): readonly Problem[] {
  const params = tool === undefined ? undefined : paramsOf(tool, plans);
  if (name === undefined || params === undefined || params.includes(name)) return [];
  const help = didYouMean(name, params, `It has ${list(params)}.`);
  return [doubt('unknown-param', head, `the tool \`${tool}\` has no parameter \`${name}\``, help)];
}

/** A pack that has no steps at all makes no plans yet, or never. Each tool is told once. */
function offerProblems(plans: WrittenPlans): readonly Problem[] {
  if (plans.steps.length === 0) return [];
  const told = new Set<string>();
  return plans.offers.flatMap(({ tool, head }) => {
    if (tool === undefined || told.has(tool) || stepsOf(tool, plans)?.length !== 0) return [];
    told.add(tool);
    const help = `Write \`macro_step("${tool}", 1, …).\`, or it is offered and does nothing.`;
    return [doubt('no-steps', head, `the tool \`${tool}\` has no steps`, help)];
  });
}

function reversibleProblem(
  { tool, head }: WrittenPart,
  { steps }: WrittenPlans,
  actions: ReadonlyMap<string, Action>,
): readonly Problem[] {
  const final = steps
    .filter((step) => tool !== undefined && step.tool === tool)
    .flatMap(({ action = '' }) => actions.get(action) ?? [])
    .find(({ effects, reversible }) => effects.includes('destructive') && !reversible);
  if (final === undefined) return [];
  const message = `the tool \`${tool}\` is called reversible, and its action \`${final.name}\` is destructive`;
  return [
    doubt('doubtful-reversible', head, message, 'Clients rely on it. Remove it unless the tool undoes that itself.'),
  ];
}
