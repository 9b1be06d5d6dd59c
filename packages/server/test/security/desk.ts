import { expect } from 'vitest';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';
import type { SubjectOptions } from '../harness/subject.js';
import type { Context } from '../harness/verifies.js';
import { people, type Person, secrets } from './people.js';

/** The guarded desk, where clients may log in and need not. */
export const desk: SubjectOptions = { pack: 'guarded', config: { auth: people } };
/** The same desk, where they have to. */
export const closedDesk: SubjectOptions = { pack: 'guarded', config: { auth: { ...people, required: true } } };

/**
 * A client of the desk who has logged in, or nobody in particular. A process on stdio has one client for its whole life,
 * so each person gets one of its own.
 */
export async function connectAs(
  { connect, transport }: Context,
  who: Person | 'anonymous',
  options: SubjectOptions = desk,
): Promise<Peer> {
  const seat = transport === 'stdio' ? { environment: { ...options.environment, SEAT: who } } : {};
  const peer = await connect({ ...options, ...seat });
  if (who !== 'anonymous') await logIn(peer, who);
  return peer;
}

export async function logIn(peer: Peer, who: Person): Promise<void> {
  const answer = await peer.login(secrets[who], who === 'courier' ? 'api_key' : 'bearer');
  if (answer !== undefined) expect(answer.message).toMatchObject({ payload: { identity: who } });
}

/** An intent of the desk. */
export function intent(
  name: string,
  facts: readonly object[] = [],
  payload: object = {},
): Record<string, unknown> & { id: string } {
  return intentRequest({ intent: { name }, facts, ...payload });
}

/** The names of the tools in an answer. */
export function toolsOf({ message }: Answer): readonly string[] {
  expect(message, JSON.stringify(message)).toMatchObject({ type: 'intent_response' });
  return (message.payload as { macro_tools: { name: string }[] }).macro_tools.map(({ name }) => name);
}

/** The id under which a tool is issued to this client. */
export async function issue(peer: Peer, tool: string, message: object = intent('modify')): Promise<string> {
  const answer = await peer.ask(message);
  expect(toolsOf(answer)).toContain(tool);
  const tools = (answer.message.payload as { macro_tools: { name: string; macro_id: string }[] }).macro_tools;
  return tools.find(({ name }) => name === tool)?.macro_id ?? '';
}

/** Invokes and returns the result; fails if there is none. */
export async function invoke(peer: Peer, macroId: string, args: object = {}, payload: object = {}): Promise<unknown> {
  const { message } = await peer.ask(invokeRequest(macroId, args, payload));
  expect(message, JSON.stringify(message)).toMatchObject({ type: 'invoke_response' });
  return (message.payload as { result: unknown }).result;
}

/** What the register of codes says of some codes; never read from the sources. */
const statuses: Readonly<Record<string, number>> = {
  auth_required: 401,
  auth_invalid: 401,
  auth_insufficient: 403,
  confirmation_required: 403,
  confirmation_invalid: 403,
  macro_not_found: 404,
  macro_expired: 410,
  rate_limited: 429,
  message_too_large: 413,
  too_many_facts: 413,
};

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly recoverable: boolean;
  readonly retry_after_ms: number | null;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into whatever was sent
  readonly details: any;
}

/** The error in an answer, which must have this code, and on HTTP its status. */
export function refusal({ message, status }: Answer, code: string): Refusal {
  expect(message, JSON.stringify(message)).toMatchObject({ type: 'error', payload: { code } });
  if (status !== undefined) expect(status).toBe(statuses[code] ?? 400);
  return message.payload as Refusal;
}
