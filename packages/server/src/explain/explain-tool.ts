import { type Evaluation, parseGoal, sourceText } from '@manglecp/mangle';
import { checkFacts, ProtocolError, violationError } from '@manglecp/protocol';
import type { Misfit } from '../config/fit-config.js';
import { toFactInputs } from '../facts/to-engine.js';
import { wirePredicates } from '../facts/wire-predicates.js';
import { loadPack } from '../pack/load-pack.js';
import type { Pack } from '../pack/pack.js';
import { renderProblems } from '../pack/render-problems.js';
import { createRuleSet } from '../rules/create-rule-set.js';
import type { Question, Selection } from '../rules/rule-set.js';
import { prepareScenario, type PreparedRound } from '../scenarios/prepare-scenario.js';
import { problemsOf, readScenario, type ScenarioText } from '../scenarios/read-scenario.js';
import type { Round } from '../scenarios/scenario-schema.js';
import { anonymous } from '../security/principal.js';
import { profileOf } from '../session/domain.js';
import { obstaclesOf, type Obstacle } from './obstacles.js';
import { reasonsOf, type Step } from './reasons-of-fact.js';

export interface ExplainQuestion {
  readonly intent: string;
  readonly tool: string;
  /** A scenario whose first round with this intent is asked. */
  readonly scenario?: ScenarioText;
  /** Further facts, as a rule file writes them. */
  readonly facts?: readonly string[];
  /** Whose credential of the configuration is presented; nobody's if absent. */
  readonly as?: string;
  readonly evalTime?: string;
  /** A file that is laid over `manglecp.json`. */
  readonly configFile?: string;
}

/** Why a tool is in the answer to a question, or why it is not, as the operator of the pack may know it. */
export interface ToolExplanation {
  readonly tool: string;
  readonly selected: boolean;
  /** What put it into the answer: `skeleton`, `flesh` or `dependency`. */
  readonly phase: string | null;
  readonly score: number | null;
  /** The facts behind a tool that is selected or excluded, down to what was given. */
  readonly why: readonly Step[];
  /** The rules that could offer a tool that nothing offers, and where each of them stops. */
  readonly why_not: readonly Obstacle[];
  /** The phase that left it out. */
  readonly excluded_by: string | null;
  readonly reason: string | null;
  readonly view: 'operator';
}

/** What cannot be asked, in words. */
export interface ExplainProblem {
  readonly problem: string;
}

/** Asks a pack a question without serving it, and finds out why a tool is in the answer or not. */
export async function explainTool(
  folder: string,
  question: ExplainQuestion,
): Promise<ToolExplanation | ExplainProblem> {
  const { configFile } = question;
  const loaded = await loadPack(folder, configFile === undefined ? {} : { configFile });
  if ('problems' in loaded) return { problem: renderProblems(loaded.problems) };
  const { pack } = loaded;
  const made = await createRuleSet(pack);
  if ('problems' in made) return { problem: renderProblems(made.problems) };
  try {
    const round = roundOf(question, pack);
    if ('problem' in round) return round;
    const asked = questionOf(round, pack);
    const refusal = await refusalOf(made.rules.authorize(asked));
    if (refusal !== undefined) return { ...absent(question.tool), excluded_by: 'policy', reason: refusal };
    return explain(pack, question.tool, await made.rules.select(asked));
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { problem: `${error.code}: ${error.message}\n` };
  } finally {
    await made.rules.close();
  }
}

function absent(tool: string): ToolExplanation {
  return {
    tool,
    selected: false,
    phase: null,
    score: null,
    why: [],
    why_not: [],
    excluded_by: null,
    reason: null,
    view: 'operator',
  };
}

async function refusalOf(authorized: Promise<void>): Promise<string | undefined> {
  try {
    await authorized;
    return undefined;
  } catch (error) {
    if (error instanceof ProtocolError) return error.message;
    throw error;
  }
}

/** The round of a scenario with this intent, or one with nothing but what the question says itself. */
function roundOf(question: ExplainQuestion, pack: Pack): PreparedRound | ExplainProblem {
  const { intent, scenario, facts = [], as, evalTime } = question;
  const read =
    scenario === undefined ? { scenario: { name: intent, rounds: [emptyRound(intent)] } } : readScenario(scenario);
  if ('problems' in read) return { problem: renderProblems(read.problems) };
  const found = read.scenario.rounds.find((round) => round.intent.name === intent);
  if (found === undefined) {
    const names = [...new Set(read.scenario.rounds.map((round) => `\`${round.intent.name}\``))].join(', ');
    return {
      problem: `no round of ${scenario?.file ?? 'the scenario'} asks for \`${intent}\`; they ask for ${names}\n`,
    };
  }
  const round: Round = {
    ...found,
    facts: [...found.facts, ...facts],
    as: as ?? found.as,
    ...(evalTime === undefined ? {} : { eval_time: evalTime }),
  };
  const prepared = prepareScenario({ name: intent, rounds: [round] }, pack);
  if ('misfits' in prepared) return { problem: misfitsText(prepared.misfits, round, scenario) };
  const [first] = prepared.rounds;
  if (first === undefined) throw new Error('a round was prepared and is not there');
  return first;
}

/** What is wrong with a scenario has a place there; what somebody typed is shown as it was typed. */
function misfitsText(misfits: readonly Misfit[], round: Round, scenario: ScenarioText | undefined): string {
  if (scenario !== undefined) return renderProblems(problemsOf(misfits, scenario));
  return misfits
    .map(({ path, message, help }) => {
      const fact = round.facts[Number(/^\/rounds\/0\/facts\/(\d+)$/.exec(path)?.[1])];
      const place = typeof fact === 'string' ? `\`${fact}\`: ` : '';
      return `${place}${message}${help === undefined ? '' : `\nhelp: ${help}`}\n`;
    })
    .join('');
}

function emptyRound(intent: string): Round {
  return { intent: { name: intent }, facts: [], as: null, expect: { only: true }, apply_delta: false };
}

function questionOf({ round, nowMs, principal, facts }: PreparedRound, pack: Pack): Question {
  const { limits } = pack.config;
  const evalTime = BigInt(nowMs) * 1_000_000n;
  const checked = checkFacts(facts, profileOf(pack), { now: evalTime });
  const converted = toFactInputs(checked.facts, wirePredicates(pack));
  const violations = [...checked.violations, ...converted.violations];
  if (violations.length > 0) throw violationError(violations);
  return {
    principal: principal ?? anonymous,
    canLogIn: false,
    intent: round.intent.name,
    params: round.intent.params ?? {},
    facts: converted.facts,
    evalTime,
    preference: 'adaptive',
    limits: {
      maxFacts: limits.max_derived_facts,
      maxIntervals: limits.max_intervals_per_atom,
      timeoutMs: limits.max_compute_ms,
    },
    issuedAtMs: nowMs,
    signal: new AbortController().signal,
  };
}

function explain(pack: Pack, tool: string, { tools, evaluation }: Selection): ToolExplanation {
  const isKernel = (source: Parameters<Pack['originOf']>[0]): boolean => pack.originOf(source).isKernel;
  const selected = tools.find(({ plan }) => plan.name === tool);
  const name = sourceText({ kind: 'string', text: tool });
  if (selected !== undefined) {
    const why = reasonsOf(evaluation, parseGoal(`final_selected(${name}, _, _)`), isKernel);
    return { ...absent(tool), selected: true, phase: selected.phase, score: selected.score, why };
  }
  const [exclusion] = evaluation.query(parseGoal(`exclusion(${name}, _, _)`));
  const [phase, reason] = (exclusion?.args.slice(1) ?? []).map((value) =>
    value.kind === 'string' ? value.text : null,
  );
  return {
    ...absent(tool),
    why: reasonsOf(evaluation, parseGoal(`excluded(${name})`), isKernel),
    why_not: exclusion === undefined ? obstaclesOf(evaluation, parseGoal(`relevance(${name}, _, _)`), isKernel) : [],
    excluded_by: phase ?? null,
    reason: reason ?? absenceOf(evaluation, name),
  };
}

/** What a rule of the pack says about why the tool is not there. */
function absenceOf(evaluation: Evaluation, name: string): string | null {
  const [fact] = evaluation.query(parseGoal(`explain_absent(${name}, _)`));
  const [, reason] = fact?.args ?? [];
  return reason?.kind === 'string' ? reason.text : null;
}
