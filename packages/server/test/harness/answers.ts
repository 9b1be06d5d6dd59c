import { expect } from 'vitest';
import { invokeRequest } from './messages.js';
import type { Answer, Peer } from './peer.js';

/** Why a fact was refused. */
export type Violation = Readonly<Record<string, unknown>> & { readonly fact_index: number; readonly issue: string };

/** The payload of an error. Fails unless the answer is one with this code. */
export interface ErrorPayload {
  readonly code: string;
  readonly message: string;
  readonly recoverable: boolean;
  readonly retry_after_ms?: number | null;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into whatever was sent
  readonly details?: any;
}

export function errorOf({ message }: Answer, code: string): ErrorPayload {
  const { type, payload } = message as { readonly type: string; readonly payload: ErrorPayload };
  expect({ type, code: payload.code, message: payload.message }).toMatchObject({ type: 'error', code });
  return payload;
}

/** All violations of an answer that refuses facts with this code. */
export function violationsOf(answer: Answer, code = 'invalid_facts'): readonly Violation[] {
  return (errorOf(answer, code).details as { readonly violations: readonly Violation[] }).violations;
}

interface OfferedTool {
  readonly macro_id: string;
  readonly name: string;
}

/** The macro-tools of an answer, by name. Fails unless it is the answer to an intent request. */
export function toolsOf({ message }: Answer): ReadonlyMap<string, string> {
  expect(message).toMatchObject({ type: 'intent_response' });
  const { macro_tools: tools } = message.payload as { readonly macro_tools: readonly OfferedTool[] };
  return new Map(tools.map(({ name, macro_id: id }) => [name, id]));
}

/** The names of the macro-tools, sorted. */
export function toolNames(answer: Answer): readonly string[] {
  return [...toolsOf(answer).keys()].sort();
}

/** Invokes a macro-tool of an earlier answer. */
export function invokeTool(
  peer: Peer,
  offered: Answer,
  { name, args = {}, payload = {} }: { readonly name: string; readonly args?: object; readonly payload?: object },
): Promise<Answer> {
  const macroId = toolsOf(offered).get(name);
  if (macroId === undefined) throw new Error(`${name} was not offered, only ${toolNames(offered).join(', ')}`);
  return peer.ask(invokeRequest(macroId, args, payload));
}

/** What an intent answer says apart from how long it took. */
export function outcomeOf(answer: Answer): unknown {
  toolsOf(answer);
  return { ...(answer.message.payload as object), eval_duration_ms: 0 };
}
