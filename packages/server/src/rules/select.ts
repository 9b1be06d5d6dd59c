import {
  type Evaluation,
  EvaluationError,
  fact,
  type Limits,
  type PredicateKey,
  type Prepared,
  prepare,
  type Profile,
} from '@manglecp/mangle';
import { encodeJson, ProtocolError } from '@manglecp/protocol';
import type { Plan } from '../macro/plan.js';
import { type PlanOrigin, readMacroId, readPlan } from '../macro/read-plan.js';
import { isNever, type Lapse, type Validity, validityOf } from '../macro/validity.js';
import type { Pack } from '../pack/pack.js';
import { standingOf } from '../security/principal.js';
import { createChangePoints } from './change-points.js';
import { createFactCounter } from './fact-counter.js';
import { findLapses, findLapsesByHalves, type LookAt, sameTools, type ToolIds } from './find-lapses.js';
import { questionFacts } from './host-facts.js';
import type { Kept } from './invoke-gate.js';
import { externalsOf } from './kernel-externals.js';
import { readGroups, readSelection } from './read-selection.js';
import { rememberAnswers } from './remember-answers.js';
import type { Question, QuestionLimits, SelectedTool, Selection } from './rule-set.js';
import { givenFacts, sliceProgram } from './slice-program.js';
import { isTimeDecreasing } from './time-decreasing.js';

/** Evaluates a question at some time; a profile counts what the rules do. */
type Request = (
  now: bigint,
  given: { readonly closed: ReadonlySet<string>; readonly profile?: Profile | undefined },
) => Promise<Evaluation>;

export interface SelectOptions extends Pick<QuestionLimits, 'maxIntervals'> {
  readonly keeps: Kept;
  readonly check: (evaluation: Evaluation) => void;
}

/** All rules of a pack over its base. What the base itself derives counts against no limit of a question. */
export async function createSelect(
  pack: Pack,
  { maxIntervals, keeps, check }: SelectOptions,
): Promise<(question: Question) => Promise<Selection>> {
  const { program, baseFacts, config, policyDigest, actions } = pack;
  const externals = externalsOf(program, pack.externals);
  const prepared = await prepare(program, baseFacts, { externals, limits: { maxIntervals } });
  const base = await givenFacts(program, baseFacts);
  const countFacts = createFactCounter(program, base);
  const findExpiries = createExpiries(pack, base);
  return async (question) => {
    const request = createRequest(prepared, pack, question);
    const origin: PlanOrigin = { ...question, policyDigest, actions, ...askerOf(question, keeps) };
    const closed = new Set<string>();
    const answer = async (profile?: Profile): Promise<Answer> => {
      const evaluation = await request(question.evalTime, { closed, profile });
      check(evaluation);
      const selected = readSelection(evaluation);
      const plans = new Map(selected.map(({ name }) => [name, readPlan(evaluation, name, origin)]));
      const lapses = await findExpiries(evaluation, question, {
        tools: new Map(Array.from(plans, ([name, { macroId }]) => [name, macroId])),
        look: (now) => lookAt((then) => request(then, { closed }), now, actions),
      });
      const validities = new Map(
        selected.map(({ name }) => {
          const times = { evalTime: question.evalTime, lifetimeS: config.tools.lifetime_s, lapse: lapses.get(name) };
          return [name, validityOf(evaluation, name, times)];
        }),
      );
      return { evaluation, selected, plans, validities };
    };
    let found = await answer(question.profile);
    // Rules decide what becomes of tools that nobody could use at any time, and of those that need them.
    for (let known = -1; known < closed.size && program.predicates.has(closedKey);) {
      known = closed.size;
      for (const [name, validity] of found.validities) if (isNever(validity, question.evalTime)) closed.add(name);
      if (known < closed.size) found = await answer();
    }
    const { evaluation, selected, plans, validities } = found;
    const tools = selected.flatMap(({ name, ...rest }): SelectedTool[] => {
      const plan = plans.get(name);
      if (plan === undefined) return [];
      const { notBefore, lapse } = validities.get(name) ?? {};
      const lasting = { ...plan, ...(notBefore === undefined ? {} : { notBefore }) };
      return lapse === undefined
        ? [{ ...rest, plan: lasting }]
        : [{ ...rest, plan: { ...lasting, expiresAt: lapse.at }, expiresAt: lapse.told }];
    });
    return {
      tools,
      groups: readGroups(evaluation, selected),
      evaluation,
      factsEvaluated: countFacts(evaluation, question.facts),
      factsDerived: evaluation.derivedCount,
    };
  };
}

/** An evaluation, and what it says of the tools that it selects. */
interface Answer {
  readonly evaluation: Evaluation;
  readonly selected: ReturnType<typeof readSelection>;
  readonly plans: ReadonlyMap<string, Plan>;
  readonly validities: ReadonlyMap<string, Validity>;
}

/** Where the host states which tools have no time at which they could be used. */
const closedKey: PredicateKey = 'window_closed/1';

/** What decides whether a tool is in the answer, and which tool it is. */
const identityKeys: readonly PredicateKey[] = [
  'final_selected/3',
  'macro_step/4',
  'macro_step_optional/2',
  'macro_param/4',
  'macro_param_doc/3',
];

type Expiries = (
  evaluation: Evaluation,
  question: Question,
  asked: { readonly tools: ToolIds; readonly look: LookAt },
) => Promise<ReadonlyMap<string, Lapse>>;

/** Finds out when tools lapse; what only their texts depend on does not matter. */
function createExpiries({ program, originOf }: Pack, base: Evaluation): Expiries {
  const deciding = sliceProgram(program, identityKeys);
  const changesOf = createChangePoints(deciding, base);
  const canHalve = isTimeDecreasing(deciding, ({ clause }) => originOf(clause.span.source).isKernel);
  return async (evaluation, { facts }, { tools, look }) => {
    const points = tools.size === 0 ? [] : changesOf(evaluation, facts);
    const isFalling = canHalve && points.every(({ isEnd }) => isEnd) && !isHeldBack(evaluation);
    return (isFalling ? findLapsesByHalves : findLapses)(
      tools,
      points,
      await sameTools(tools, points, { now: evaluation.now, look }),
    );
  };
}

/** Whether tools are out because of others: when those are gone, they come back. */
function isHeldBack(evaluation: Evaluation): boolean {
  return evaluation.count('invalid/1') > 0 || evaluation.count('yields_to_skeleton/1') > 0;
}

/**
 * Evaluates a question at its own time, and at later ones. All of it together may take the time of the question, and
 * nothing outside is asked twice.
 */
function createRequest(prepared: Prepared, { config, program, externals }: Pack, question: Question): Request {
  const { limits, signal, turn, deadline = performance.now() + limits.timeoutMs } = question;
  const maxParams = config.limits.max_facts_per_request;
  const own =
    Object.keys(externals).length === 0 ? {} : { externals: rememberAnswers(externalsOf(program, externals)) };
  return (now, { closed, profile }) => {
    const timeoutMs = Math.max(1, deadline - performance.now());
    const never = Array.from(closed, (name) => fact('window_closed', name));
    const given = [...questionFacts({ ...question, evalTime: now }, program, maxParams), ...never];
    const options = {
      now,
      limits: engineLimits(limits, timeoutMs),
      signal,
      ...(turn === undefined ? {} : { turn }),
      ...own,
    };
    return prepared.request(given, profile === undefined ? options : { ...options, profile });
  };
}

function engineLimits({ maxFacts, hardFacts = maxFacts, ...others }: QuestionLimits, timeoutMs: number): Limits {
  return { ...others, maxFacts: hardFacts, timeoutMs };
}

/** The tools at another time. Where rules fail then, nothing is promised for it; past the time of the question they may. */
async function lookAt(
  request: (now: bigint) => Promise<Evaluation>,
  now: bigint,
  actions: Pack['actions'],
): Promise<ToolIds | undefined> {
  try {
    const evaluation = await request(now);
    return new Map(readSelection(evaluation).map(({ name }) => [name, readMacroId(evaluation, name, { actions })]));
  } catch (error) {
    if (error instanceof ProtocolError || (error instanceof EvaluationError && !isOver(error))) return undefined;
    throw error;
  }
}

function isOver({ code }: EvaluationError): boolean {
  return code === 'time-limit' || code === 'cancelled';
}

/** What plans remember of who asked for them, and of what policy reads of the question. */
function askerOf(
  { principal, params }: Question,
  keeps: Kept,
): Pick<PlanOrigin, 'standing' | 'keptParams' | 'keepsTemplates'> {
  return {
    standing: standingOf(principal),
    keepsTemplates: keeps.templates,
    ...(keeps.params ? { keptParams: encodeJson(params) } : {}),
  };
}
