import { expect } from 'vitest';
import { readCorpus, type WireCase } from '../../../protocol/test/wire-corpus.js';
import { toolNames } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import { type Answer, idOf, type Peer, type TransportName, typeOf } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';

/** What a server makes of a message. */
type Outcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'silence' }
  | { readonly kind: 'refused'; readonly code: string; readonly id: string | null; readonly details?: object };

/** What the warehouse makes of a case, on one transport. */
function outcomeOf({ kind, group, name, bytes, expect: expected }: WireCase, transport: TransportName): Outcome {
  const id = idOf(bytes);
  // HTTP has an endpoint for each of two types; a login is a header there, and a cancellation is hanging up.
  const isElsewhere = transport === 'http' && ['authenticate', 'cancel'].includes(String(typeOf(bytes)));
  if (kind === 'reject') {
    if (isElsewhere && name.includes('/payload-')) return { kind: 'refused', code: 'invalid_type', id };
    return { kind: 'refused', code: group, id: null, ...expected };
  }
  if (isElsewhere) return { kind: 'refused', code: 'invalid_type', id };
  const answers: Readonly<Record<string, Outcome>> = {
    intent_request: { kind: 'answered' },
    invoke_request: { kind: 'refused', code: 'macro_not_found', id },
    authenticate: { kind: 'refused', code: 'auth_invalid', id },
    cancel: { kind: 'silence' },
  };
  // The others are messages of servers.
  return answers[group] ?? { kind: 'refused', code: 'invalid_type', id };
}

/** On stdio a line is a message, and blank lines are none (C-70). */
function isMessageOn(transport: TransportName, { bytes }: WireCase): boolean {
  if (transport !== 'stdio') return true;
  return !bytes.includes(0x0a) && bytes.some((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0d);
}

async function expectOutcome(peer: Peer, wireCase: WireCase): Promise<void> {
  const outcome = outcomeOf(wireCase, peer.transport);
  if (outcome.kind === 'silence') return peer.send(wireCase.bytes);
  const { message } = await peer.ask(wireCase.bytes);
  if (outcome.kind === 'answered') {
    expect(message).toMatchObject({ type: 'intent_response', id: idOf(wireCase.bytes) });
    return;
  }
  const { code, id, details } = outcome;
  expect({ type: message.type, id: message.id, code: message.payload.code as string }).toEqual({
    type: 'error',
    id,
    code,
  });
  if (details !== undefined) expect(message.payload.details).toMatchObject(details);
}

async function expectAlive(peer: Peer): Promise<void> {
  const answer: Answer = await peer.ask(intentRequest());
  expect(toolNames(answer)).toEqual(['compare_carrier_delay']);
  // Nothing was sent that nobody waited for.
  expect(peer.rest()).toEqual([]);
}

const corpus = readCorpus();
const groups = new Set(corpus.map(({ kind, group }) => `${kind}/${group}`));

overTransports('the wire corpus', (verifies) => {
  for (const group of groups) {
    const cases = corpus.filter(({ name }) => name.startsWith(`${group}/`));
    const ids = [...new Set(cases.flatMap(({ requirements }) => requirements))].sort();
    verifies(ids, `${group}, and the connection stays in order`, async ({ connect, transport }) => {
      const peer = await connect();
      const sent = cases.filter((wireCase) => isMessageOn(transport, wireCase));
      expect(sent.length).toBeGreaterThan(0);
      for (const wireCase of sent) {
        try {
          await expectOutcome(peer, wireCase);
          await expectAlive(peer);
        } catch (error) {
          throw new Error(wireCase.name, { cause: error });
        }
      }
    });
  }
});
