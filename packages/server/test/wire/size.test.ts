import { expect } from 'vitest';
import type { Answer, Peer } from '../harness/peer.js';
import { openRawHttp } from '../harness/raw-http.js';
import { workRequest } from '../harness/tools.js';
import { overTransports } from '../harness/verifies.js';

const workshop = { pack: 'workshop' };
const mebibytes16 = 16_777_216;

/** A request of so many bytes. Its facts are large, not its wrapping; characters of two bytes show what is counted. */
function requestOfSize(bytes: number): { readonly id: string; readonly text: Buffer } {
  const facts = (padding: string): object[] => [
    { pred: 'note', args: ['ü'.repeat(1000)] },
    { pred: 'note', args: [padding] },
  ];
  const { id, ...rest } = workRequest({ intent: { name: 'unlisted' }, facts: facts('') });
  const empty = JSON.stringify({ id, ...rest });
  const text = JSON.stringify({
    id,
    ...rest,
    payload: { intent: { name: 'unlisted' }, facts: facts('p'.repeat(bytes - Buffer.byteLength(empty))) },
  });
  const sized = Buffer.from(text);
  if (sized.length !== bytes) throw new Error(`it has ${sized.length} bytes`);
  return { id, text: sized };
}

function askOfSize(peer: Peer, bytes: number): Promise<Answer> {
  return peer.ask(requestOfSize(bytes).text);
}

overTransports('the size of messages', (verifies) => {
  verifies(
    ['WIRE-018', 'WIRE-019', 'WIRE-020', 'MAN-026'],
    'is what the manifest allows, and not a byte more',
    async ({ connect, transport }) => {
      const peer = await connect(workshop);
      expect(peer.manifest.payload.limits.max_message_bytes).toBe(mebibytes16);
      const accepted = await askOfSize(peer, mebibytes16);
      expect(accepted.message.type).toBe('intent_response');
      if (transport === 'http') expect(accepted.status).toBe(200);
      const refused = await askOfSize(peer, mebibytes16 + 1);
      expect(refused.message).toMatchObject({
        type: 'error',
        id: null,
        payload: { code: 'message_too_large', details: { limit: mebibytes16 } },
      });
      const next = workRequest();
      expect((await peer.ask(next)).message).toMatchObject({ type: 'intent_response', id: next.id });
    },
  );

  verifies(['WIRE-020', 'MAN-026'], 'is what the operator allows', async ({ connect }) => {
    const limit = mebibytes16 + 1000;
    const peer = await connect({ pack: 'workshop', config: { limits: { max_message_bytes: limit } } });
    expect(peer.manifest.payload.limits.max_message_bytes).toBe(limit);
    expect((await askOfSize(peer, limit)).message.type).toBe('intent_response');
    expect((await askOfSize(peer, limit + 1)).message.payload.code).toBe('message_too_large');
  });

  verifies(
    ['WIRE-019', 'WIRE-045'],
    'leaves the connection as it was',
    async ({ subject }) => {
      const { url = '' } = await subject(workshop);
      const http = await openRawHttp(url);
      const headers = { 'Content-Type': 'application/json' };
      const post = (body: Uint8Array | string) => http.ask('POST', '/manglecp/evaluate', { headers, body });
      const refused = await post(requestOfSize(mebibytes16 + 1).text);
      expect(refused.status).toBe(413);
      expect(refused.headers.get('connection')).not.toBe('close');
      expect((await post(JSON.stringify(workRequest()))).status).toBe(200);
      http.destroy();
    },
    { on: ['http'] },
  );
});
