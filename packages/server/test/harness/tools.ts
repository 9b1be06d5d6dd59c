import { intentRequest, invokeRequest } from './messages.js';
import type { Answer, Peer } from './peer.js';

/** The ids of the tools that a request is answered with, by name. */
export async function toolsOf(peer: Peer, request: object): Promise<ReadonlyMap<string, string>> {
  const { message, text } = await peer.ask(request);
  if (message.type !== 'intent_response') throw new Error(`the intent was refused: ${text}`);
  const tools = message.payload.macro_tools as readonly { readonly name: string; readonly macro_id: string }[];
  return new Map(tools.map(({ name, macro_id: id }) => [name, id]));
}

/** A request that the pack `workshop` answers with its tools. */
export function workRequest(payload: object = {}, envelope: object = {}): Record<string, unknown> & { id: string } {
  return intentRequest({ intent: { name: 'work' }, facts: [], ...payload }, envelope);
}

/** The invocation of a tool of the pack `workshop`, ready to be sent. */
export async function workInvocation(
  peer: Peer,
  tool: string,
  args: object = {},
  facts: readonly object[] = [],
): Promise<Record<string, unknown> & { id: string }> {
  const tools = await toolsOf(peer, workRequest({ facts }));
  const id = tools.get(tool);
  if (id === undefined) throw new Error(`\`${tool}\` is not among ${[...tools.keys()].join(', ')}`);
  return invokeRequest(id, args);
}

/** Invokes a tool of the pack `workshop`. */
export async function work(
  peer: Peer,
  tool: string,
  args: object = {},
  facts: readonly object[] = [],
): Promise<Answer> {
  return peer.ask(await workInvocation(peer, tool, args, facts));
}
