import type { IntentResponse } from '@manglecp/protocol';
import { expect } from 'vitest';
import { intentRequest } from '../harness/messages.js';
import type { Peer, TransportName } from '../harness/peer.js';
import { startSubject } from '../harness/subject.js';
import { sha256 } from '../security/people.js';
import type { ClientFact, Query, Wishes } from './graph.js';
import { privilegeSets } from './graph-arbitrary.js';

export type Tool = IntentResponse['macro_tools'][number];

/** A server of the pack `graphs` and a client for each set of privileges. */
export interface Arena {
  /** Asks about the tools that these facts describe. */
  ask(facts: readonly ClientFact[], query: Query, wishes?: Wishes): Promise<IntentResponse>;
  close(): Promise<void>;
}

export interface ArenaOptions {
  /** A changed copy of the pack. */
  readonly pack?: string;
  readonly config?: object;
  readonly transport?: TransportName;
}

/** The same instant for all, so that answers can be compared. */
export const evalTime = '2026-03-01T09:15:00Z';

const secretOf = (privileges: readonly string[]): string => `secret of ${privileges.join(' and ')}`;

export const credentials = {
  tokens: privilegeSets
    .filter((each) => each.length > 0)
    .map((privileges) => {
      return { sha256: sha256(secretOf(privileges)), identity: `holder of ${privileges.join('')}`, privileges };
    }),
};

export async function openArena({
  pack = 'graphs',
  config = {},
  transport = 'memory',
}: ArenaOptions = {}): Promise<Arena> {
  const subject = await startSubject(transport, {
    pack,
    config: { auth: credentials, observe: { log_level: 'warn' }, ...config },
  });
  const peers = new Map<string, Peer>();
  for (const privileges of privilegeSets)
    peers.set(privileges.join(), await logIn(await subject.connect(), privileges));
  return {
    ask: async (facts, query, wishes = {}) => {
      const peer = peers.get(query.privileges.join());
      if (peer === undefined) throw new Error(`nobody has the privileges ${query.privileges.join()}`);
      const { message } = await peer.ask(requestOf(facts, query, wishes));
      expect(message).toMatchObject({ type: 'intent_response' });
      return message.payload as IntentResponse;
    },
    close: () => subject.stop(),
  };
}

export async function logIn(peer: Peer, privileges: readonly string[]): Promise<Peer> {
  if (privileges.length > 0) await peer.login(secretOf(privileges));
  return peer;
}

export function requestOf(
  facts: readonly ClientFact[],
  { intent, params }: Query,
  { preference, maxTools, maxTokens, upgrades = [], hints = false }: Wishes = {},
): Record<string, unknown> & { id: string } {
  return intentRequest({
    intent: { name: intent, params },
    facts: [...facts, ...upgrades.map((id) => ({ pred: 'disclosure_upgrade', args: [id] }))],
    eval_time: evalTime,
    constraints: {
      ...(maxTools === undefined ? {} : { max_tools_returned: maxTools }),
      ...(maxTokens === undefined ? {} : { max_tokens_budget: maxTokens }),
    },
    options: {
      ...(preference === undefined ? {} : { disclosure_preference: preference }),
      ...(hints ? { include_proof_hints: true } : {}),
    },
  });
}
