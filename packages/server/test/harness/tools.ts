import { toolsOf } from './answers.js';
import { intentRequest, invokeRequest } from './messages.js';
import type { Answer, Peer } from './peer.js';

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
  const tools = toolsOf(await peer.ask(workRequest({ facts })));
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
