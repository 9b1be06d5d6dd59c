import { expect } from 'vitest';
import { toolsOf } from '../harness/answers.js';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import type { Peer } from '../harness/peer.js';
import type { SubjectOptions } from '../harness/subject.js';
import type { Context } from '../harness/verifies.js';
import { people, type Person, secrets } from './people.js';

/** The guarded desk, where clients may log in and need not. */
export const desk: SubjectOptions = { pack: 'guarded', config: { auth: people } };
/** The same desk, where they have to. */
export const closedDesk: SubjectOptions = { pack: 'guarded', config: { auth: { ...people, required: true } } };

/** A client of the desk who has logged in, or nobody in particular. */
export async function connectAs(
  { connect }: Context,
  who: Person | 'anonymous',
  options: SubjectOptions = desk,
): Promise<Peer> {
  const peer = await connect(options);
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

/** The id under which a tool is issued to this client. */
export async function issue(peer: Peer, tool: string, message: object = intent('modify')): Promise<string> {
  const macroId = toolsOf(await peer.ask(message)).get(tool);
  if (macroId === undefined) throw new Error(`${tool} was not offered`);
  return macroId;
}

/** Invokes and returns the result; fails if there is none. */
export async function invoke(peer: Peer, macroId: string, args: object = {}, payload: object = {}): Promise<unknown> {
  const { message } = await peer.ask(invokeRequest(macroId, args, payload));
  expect(message, JSON.stringify(message)).toMatchObject({ type: 'invoke_response' });
  return (message.payload as { result: unknown }).result;
}
