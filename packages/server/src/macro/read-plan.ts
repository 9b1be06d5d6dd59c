import { compareText, type Evaluation, type Value } from '@manglecp/mangle';
import { plainJson, parseJson } from '@manglecp/protocol';
import { TextCache } from '../bounds/text-cache.js';
import { integerOf, relation, textOf } from '../facts/relation.js';
import { isSideEffect } from '../config/side-effects.js';
import { schemaFault } from '../pack/json-schema.js';
import type { Action } from '../pack/pack.js';
import { macroIdOf } from './identity.js';
import { inputSchema } from './input-schema.js';
import type { Plan, PlanStep, PolicySubject } from './plan.js';
import { readTemplate } from './read-template.js';
import { unusable } from './unusable.js';

/** What all plans of an evaluation have in common. */
export interface PlanOrigin {
  readonly intent: string;
  readonly evalTime: bigint;
  readonly issuedAtMs: number;
  readonly policyDigest: string;
  readonly standing: string;
  /** Of the intent, as JSON; absent: plans need not keep them. */
  readonly keptParams?: string;
  readonly keepsTemplates: boolean;
  readonly actions: ReadonlyMap<string, Action>;
}

const steps = relation('macro_step', 4);
const optionalSteps = relation('macro_step_optional', 2);
const offers = relation('macro_tool', 2);
const included = relation('macro_includes_action', 2);
const params = relation('macro_param', 4);
const paramDocs = relation('macro_param_doc', 3);
const outputs = relation('macro_output', 2);
const effects = relation('macro_effect_label', 2);
const confirmations = relation('requires_confirmation', 1);

/**
 * The plan of a macro-tool as the rules of an evaluation made it, without end. One without steps has an empty plan.
 * Throws `evaluation_failed` for a plan that nobody could carry out.
 */
export function readPlan(evaluation: Evaluation, name: string, origin: PlanOrigin): Plan {
  const composition = readComposition(evaluation, name, origin);
  const outputSchema = readOutput(evaluation, name);
  return {
    macroId: macroIdOf(composition),
    ...composition,
    intent: origin.intent,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    effects: readEffects(evaluation, name),
    needsConfirmation: confirmations.of(evaluation, name).length > 0,
    evalTime: origin.evalTime,
    issuedAtMs: origin.issuedAtMs,
    asked: readSubject(evaluation, name, origin),
    standing: origin.standing,
    policyDigest: origin.policyDigest,
  };
}

/** INVARIANT: templates stand in the order of steps. */
function readSubject(evaluation: Evaluation, name: string, origin: PlanOrigin): PolicySubject {
  const templates = origin.keepsTemplates
    ? steps.of(evaluation, name).flatMap(([, , , value]) => value ?? [])
    : undefined;
  return {
    levels: offers.of(evaluation, name).flatMap(([, level]) => textOf(level) ?? []),
    actions: included.of(evaluation, name).flatMap(([, action]) => textOf(action) ?? []),
    ...(templates === undefined ? {} : { templates }),
    ...(origin.keptParams === undefined ? {} : { params: origin.keptParams }),
  };
}

/** The id that a macro-tool has in an evaluation. */
export function readMacroId(evaluation: Evaluation, name: string, origin: Pick<PlanOrigin, 'actions'>): string {
  return macroIdOf(readComposition(evaluation, name, origin));
}

function readComposition(
  evaluation: Evaluation,
  name: string,
  { actions }: Pick<PlanOrigin, 'actions'>,
): Pick<Plan, 'name' | 'steps' | 'inputSchema'> {
  const found = readSteps(evaluation, name);
  const sources = { params: params.of(evaluation, name), docs: paramDocs.of(evaluation, name), steps: found, actions };
  return { name, steps: found, inputSchema: inputSchema(name, sources) };
}

/** Rows come sorted, so positions do. */
function readSteps(evaluation: Evaluation, macro: string): readonly PlanStep[] {
  const optional = new Set(optionalSteps.of(evaluation, macro).map(([, position]) => integerOf(position)));
  const earlier = new Set<number>();
  return steps.of(evaluation, macro).map(([, at, name, value]) => {
    const [position, action] = [integerOf(at), textOf(name)];
    if (position === undefined || action === undefined || value === undefined) {
      throw unusable(macro, 'a step has no position or no action');
    }
    if (earlier.has(position)) throw unusable(macro, `there are two steps at position ${position}`);
    const template = readTemplate(value, { evaluation, macro, position, earlier });
    earlier.add(position);
    return { position, action, template, isOptional: optional.has(position) };
  });
}

function readOutput(evaluation: Evaluation, macro: string): object | undefined {
  const [row, another] = outputs.of(evaluation, macro);
  if (row === undefined) return undefined;
  if (another !== undefined) throw unusable(macro, 'there are two output schemas');
  return parseSchema(macro, row[1]);
}

function parseSchema(macro: string, value: Value | undefined): object {
  const text = textOf(value) ?? '';
  let schema: unknown;
  try {
    schema = plainJson(parseJson(text));
  } catch {
    throw unusable(macro, 'its output schema is no JSON');
  }
  const fault = faults.get(text, () => schemaFault(schema) ?? '');
  if (fault !== '') throw unusable(macro, `its output schema is no JSON Schema: ${fault}`);
  return schema as object;
}

/** Empty for what is a schema. Rules often say the same in each evaluation. */
const faults = new TextCache<string>({ maxEntries: 500, maxChars: 2_000_000 });

/** `none` stands for itself only (C-26). */
function readEffects(evaluation: Evaluation, macro: string): readonly string[] {
  const labels = effects.of(evaluation, macro).flatMap(([, label]) => textOf(label) ?? []);
  // Rules may take them from data. A class that nobody knows would look harmless.
  const unknown = labels.find((label) => !isSideEffect(label));
  if (unknown !== undefined) throw unusable(macro, `\`${unknown}\` is no category of side effects`);
  const real = labels.filter((label) => label !== 'none').sort(compareText);
  return real.length === 0 ? ['none'] : real;
}
