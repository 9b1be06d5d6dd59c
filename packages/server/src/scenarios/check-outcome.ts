import {
  encodeJson,
  type ErrorPayload,
  formatTime,
  type InvokeResponse,
  type Json,
  type JsonObject,
  readTime,
  TimeError,
  type WireFact,
} from '@manglecp/protocol';
import { checkNames, listOr } from './check-answer.js';
import { matches, pairUp } from './match-json.js';
import type { PreparedRound } from './prepare-scenario.js';
import type { ExpectedOutcome } from './scenario-schema.js';

/** What differs from what was expected of an invocation, a line each. */
export function checkOutcome(
  expected: ExpectedOutcome,
  { assert, retract }: Pick<PreparedRound, 'assert' | 'retract'>,
  response: InvokeResponse,
): readonly string[] {
  const { state_delta: delta, observability, next } = response;
  const suggested = (next?.suggested_intents ?? []).map(({ name }) => name);
  return [
    ...checkResult(expected.result, response.result as JsonObject),
    ...checkFacts('assertion', assert, delta?.assert ?? []),
    ...checkFacts('retraction', retract, delta?.retract ?? []),
    ...checkEvents(expected.events, observability?.events ?? []),
    ...checkNames('suggested intent', expected.suggested, suggested, true),
  ];
}

/** The same for an invocation that was expected to fail, and did. */
export function checkFailure({ events }: ExpectedOutcome, { details }: ErrorPayload): readonly string[] {
  return [...checkEvents(events, (details?.['events'] ?? []) as readonly { readonly action: string }[])];
}

function* checkResult(expected: JsonObject | undefined, result: JsonObject): Generator<string> {
  if (expected === undefined || matches(expected, result)) return;
  yield `expected result ${clip(encodeJson(expected))}, got ${clip(encodeJson(result))}`;
}

function* checkEvents(
  expected: readonly string[] | undefined,
  events: readonly { readonly action: string }[],
): Generator<string> {
  if (expected === undefined) return;
  const actual = events.map(({ action }) => action);
  const isSame = actual.length === expected.length && actual.every((action, at) => action === expected[at]);
  if (!isSame) yield `expected events ${expected.join(' → ') || 'none'}, got ${actual.join(' → ') || 'none'}`;
}

/** As sets: each expected fact is another one of the delta, and the delta has no further ones. */
function* checkFacts(
  kind: string,
  expected: readonly WireFact[] | undefined,
  actual: readonly WireFact[],
): Generator<string> {
  if (expected === undefined) return;
  const { missing, further } = pairUp(expected, actual, (wanted, fact) =>
    matches(comparable(wanted), comparable(fact)),
  );
  const texts = further.map(factText);
  for (const fact of missing) yield `expected ${kind} of ${factText(fact)}, got ${listOr(actual.map(factText))}`;
  if (missing.length === 0 && texts.length > 0) {
    yield `expected no ${expected.length === 0 ? '' : 'further '}${kind}, got ${texts.join(', ')}`;
  }
}

/** With times in one spelling. */
function comparable(fact: WireFact): Json {
  const { t, ...rest } = fact as unknown as JsonObject;
  if (t === undefined || t === null) return rest;
  const bounds = Object.entries(t as JsonObject).map(([key, time]) => [key, sameSpelling(time)] as const);
  return { ...rest, t: Object.fromEntries(bounds) };
}

function sameSpelling(time: Json): Json {
  try {
    return time === 'now' ? time : formatTime(readTime(time, { now: 0n, formats: ['rfc3339', 'epoch_ms'] }));
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    return time;
  }
}

function factText({ pred, args, named_args: named, t }: WireFact): string {
  const inner = args === undefined ? encodeJson(named ?? {}) : args.map((value) => encodeJson(value)).join(', ');
  return clip(`${pred}(${inner})${t === undefined || t === null ? '' : `@${encodeJson(t)}`}`);
}

const maxText = 500;

function clip(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}
