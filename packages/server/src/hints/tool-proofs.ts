import { type ast, type Evaluation, explainAll, type Fact, type Proof, type Value } from '@manglecp/mangle';
import { integerOf, openGoal, textOf } from '../facts/relation.js';
import type { Plan } from '../macro/plan.js';
import type { SelectedTool } from '../rules/rule-set.js';
import { offerKey, type PredicateRoles } from './predicate-roles.js';

/** A tool of the answer, as far as hints speak of it. */
export type AnswerTool = Pick<SelectedTool, 'score' | 'phase'> & { readonly plan: Pick<Plan, 'name' | 'macroId'> };

/** Why a tool is in the answer, and why it comes with its skills and resources. */
export interface ToolProofs {
  /** Of its offer; for a prerequisite that it is needed, then the offer of the tool that needs it. */
  readonly selection: readonly Proof[];
  readonly context: readonly Proof[];
}

/** By the name of the tool. */
export type AnswerProofs = ReadonlyMap<string, ToolProofs>;

/** Skills and resources of one tool whose proofs are looked for. */
const maxContext = 20;

/**
 * Steps are some tens of nanoseconds each; what the search does not come to is told as cut off. The same model has the
 * same hints, however often it was derived and in whatever order facts came.
 */
const limits = { maxDepth: 48, maxFacts: 5000, maxSteps: 400_000, canonical: true };

const needs = openGoal('tool_needs', 2);
const offers = openGoal('offered', 3);
const contexts = [openGoal('needs_resource', 4), openGoal('needs_skill', 2)];

/** Proves some of the tools of an answer in one search: they have most of it in common. */
export function proveTools(
  evaluation: Evaluation,
  {
    some,
    answer,
    roles,
  }: { readonly some: readonly AnswerTool[]; readonly answer: readonly AnswerTool[]; readonly roles: PredicateRoles },
): AnswerProofs {
  const roots = some.map((tool) => ({
    name: tool.plan.name,
    selection: selectionFacts(evaluation, tool, answer),
    context: contexts.flatMap((goal) => factsWith(evaluation, goal, 0, tool.plan.name).slice(0, maxContext)),
  }));
  const facts = roots.flatMap(({ selection, context }) => [...selection, ...context]);
  const found = explainAll(evaluation, facts, { ...limits, isOpaque: roles.isOpaque });
  const proofs = new Map(facts.map((fact, at) => [fact, found[at]]));
  const proofsOf = (of: readonly Fact[]): readonly Proof[] => of.flatMap((fact) => proofs.get(fact) ?? []);
  return new Map(
    roots.map(({ name, selection, context }) => [name, { selection: proofsOf(selection), context: proofsOf(context) }]),
  );
}

/** Why a tool is offered that is not in the answer. */
export function proveOffer(evaluation: Evaluation, tool: string, roles: PredicateRoles): readonly Proof[] {
  const options = { ...limits, isOpaque: roles.isOpaque };
  return explainAll(evaluation, bestOffer(evaluation, tool), options).flatMap((proof) => proof ?? []);
}

/** The facts that got the tool into the answer, as its score and its phase say it did. */
function selectionFacts(evaluation: Evaluation, tool: AnswerTool, answer: readonly AnswerTool[]): readonly Fact[] {
  if (tool.phase !== 'dependency') return [offerOf(tool)];
  const dependents = new Map(
    factsWith(evaluation, needs, 1, tool.plan.name).map((need) => [textOf(need.args[0]), need]),
  );
  for (const { phase, ...other } of answer) {
    const need = dependents.get(other.plan.name);
    if (need === undefined) continue;
    // One that others need as well, or even itself, may have an offer of its own that is worth less.
    const offer = phase === 'dependency' ? bestOffer(evaluation, other.plan.name) : [offerOf({ phase, ...other })];
    if (offer.length > 0) return [need, ...offer];
  }
  // Those that needed it lost a conflict; it is there in its own right.
  return bestOffer(evaluation, tool.plan.name);
}

function bestOffer(evaluation: Evaluation, tool: string): readonly Fact[] {
  const rows = factsWith(evaluation, offers, 0, tool);
  return rows.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, 1);
}

function offerOf(tool: AnswerTool): Fact {
  return { predicate: offerKey, name: 'offered', args: selectionArgs(tool) };
}

/** The arguments of the facts that say that a tool is offered, and that it is selected. */
export function selectionArgs({ plan: { name }, score, phase }: AnswerTool): readonly Value[] {
  return [
    { kind: 'string', text: name },
    { kind: 'number', value: BigInt(score) },
    { kind: 'string', text: phase },
  ];
}

function factsWith(evaluation: Evaluation, goal: ast.Atom, column: number, text: string): readonly Fact[] {
  if (evaluation.count(`${goal.predicate}/${goal.args.length}`) === 0) return [];
  const constant: ast.Term = { kind: 'constant', value: { kind: 'string', text }, span: goal.span };
  return evaluation.query({ ...goal, args: goal.args.with(column, constant) });
}

function scoreOf({ args }: Fact): number {
  return integerOf(args[1]) ?? 0;
}
