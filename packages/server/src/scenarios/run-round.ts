import {
  applyDelta,
  type ErrorPayload,
  type IntentResponse,
  type JsonObject,
  type MacroTool,
  type SchemaError,
  type WireFact,
} from '@manglecp/protocol';
import { checkAnswer, missingTools, wantsDetails } from './check-answer.js';
import { checkFailure, checkOutcome } from './check-outcome.js';
import type { PreparedRound } from './prepare-scenario.js';
import type { Answer, ScenarioClient } from './scenario-client.js';
import type { Invocation, Round } from './scenario-schema.js';

/** What came of a round. */
export interface Played {
  /** What differs from what was expected, a line each. */
  readonly diff: readonly string[];
  /** The client's facts afterwards, with the delta of the invocation. */
  readonly facts: readonly WireFact[];
}

/** Asks, uses a tool if the round says so, and compares. `carried` are facts that the client has from before. */
export async function runRound(
  client: ScenarioClient,
  prepared: PreparedRound,
  carried: readonly WireFact[],
): Promise<Played> {
  const { round } = prepared;
  const facts = [...carried, ...prepared.facts];
  const answer = await client.evaluate(request(round, facts));
  const refusal = checkError(round.expect.error, answer, 'the intent');
  if (!('response' in answer)) return { diff: refusal, facts };
  const { response } = answer;
  const details = wantsDetails(round.expect, response.macro_tools) ? await askDetails(client, round, facts) : [];
  const diff = [
    ...refusal,
    ...checkAnswer(round.expect, response, new Map(details.map((tool) => [tool.name, tool]))),
    ...(await askReasons(client, round, facts, missingTools(round.expect, response))),
  ];
  if (round.invoke === undefined) return { diff, facts };
  const invoked = await runInvocation(client, prepared, round.invoke, response);
  return {
    diff: [...diff, ...invoked.diff],
    facts: invoked.delta === undefined ? facts : applyDelta(facts, invoked.delta),
  };
}

function request(round: Round, facts: readonly WireFact[]): JsonObject {
  const { intent, eval_time: evalTime, constraints, options, expect } = round;
  const wantsHints = expect.excluded !== undefined;
  return {
    intent,
    facts,
    ...(evalTime === undefined ? {} : { eval_time: evalTime }),
    ...(constraints === undefined ? {} : { constraints }),
    ...(options === undefined && !wantsHints
      ? {}
      : { options: { ...options, ...(wantsHints ? { include_proof_hints: true } : {}) } }),
  };
}

/** The tools of the same question in full: what a level hides is checked there. */
async function askDetails(
  client: ScenarioClient,
  round: Round,
  facts: readonly WireFact[],
): Promise<readonly MacroTool[]> {
  const { max_tokens_budget: _, ...constraints } = round.constraints ?? {};
  const options = { ...round.options, disclosure_preference: 'full' };
  const answer = await client.evaluate(request({ ...round, constraints, options }, facts));
  return 'response' in answer ? answer.response.macro_tools : [];
}

/** Why tools that were expected are not there, as far as the client may know. */
async function askReasons(
  client: ScenarioClient,
  round: Round,
  facts: readonly WireFact[],
  missing: readonly string[],
): Promise<readonly string[]> {
  if (missing.length === 0) return [];
  const options = { ...round.options, include_proof_hints: true };
  const answer = await client.evaluate(request({ ...round, options }, facts));
  const excluded = 'response' in answer ? (answer.response.proof_hints?.excluded ?? []) : [];
  return excluded
    .filter(({ candidate }) => missing.includes(candidate))
    .map(({ candidate, excluded_by: phase, reason }) => `${candidate} was left out (${phase}): ${reason}`);
}

interface Invoked {
  readonly diff: readonly string[];
  readonly delta?: Parameters<typeof applyDelta>[1];
}

async function runInvocation(
  client: ScenarioClient,
  prepared: PreparedRound,
  { tool: name, args, confirm, expect }: Invocation,
  { macro_tools: tools }: IntentResponse,
): Promise<Invoked> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) return { diff: [`cannot invoke ${name}: it is not among the tools of the answer`] };
  const key = prepared.principal?.confirmationKey;
  const answer = await client.invoke(tool.macro_id, args, { confirm, key, nowMs: prepared.nowMs });
  const refusal = checkError(expect.error, answer, name);
  if ('error' in answer) return { diff: refusal.length > 0 ? refusal : checkFailure(expect, answer.error) };
  const delta = answer.response.state_delta;
  return {
    diff: [...refusal, ...checkOutcome(expect, prepared, answer.response)],
    ...(delta === undefined ? {} : { delta }),
  };
}

/** An error that nobody expected is a difference, also where nothing is said about errors. */
function checkError(expected: string | null | undefined, answer: Answer<unknown>, what: string): readonly string[] {
  const error = 'error' in answer ? answer.error : undefined;
  if ((error?.code ?? null) === (expected ?? null)) return [];
  const wanted = typeof expected === 'string' ? `the error ${expected}` : 'no error';
  return [`expected ${wanted} for ${what}, got ${error === undefined ? 'an answer' : errorText(error)}`];
}

/** The message, and the first fault of arguments, which the message only counts. */
function errorText({ code, message, details }: ErrorPayload): string {
  const [fault] = (details?.['schema_errors'] ?? []) as readonly SchemaError[];
  return `${code}: ${message}${fault === undefined ? '' : ` (${fault.path}: ${fault.message})`}`;
}
