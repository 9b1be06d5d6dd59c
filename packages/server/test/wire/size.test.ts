import { expect } from 'vitest';
import type { Answer, Peer } from '../harness/peer.js';
import { openRawHttp } from '../harness/raw-http.js';
import { workRequest } from '../harness/tools.js';
import { overTransports } from '../harness/verifies.js';

const workshop = { pack: 'workshop' };
const limit = 16_777_216;

/** A request of so many bytes. Its facts are large, not its wrapping; characters of two bytes show what is counted. */
function requestOfSize(bytes: number): Buffer {
  const { id, ...rest } = workRequest();
  const withPadding = (padding: string): Buffer => {
    const facts = [
      { pred: 'note', args: ['ü'.repeat(1000)] },
      { pred: 'note', args: [padding] },
    ];
    return Buffer.from(JSON.stringify({ ...rest, id, payload: { intent: { name: 'unlisted' }, facts } }));
  };
  return withPadding('p'.repeat(bytes - withPadding('').length));
}

function askOfSize(peer: Peer, bytes: number): Promise<Answer> {
  const request = requestOfSize(bytes);
  expect(request).toHaveLength(bytes);
  return peer.ask(request);
}

overTransports('the size of messages', (verifies) => {
  verifies(
    ['WIRE-018', 'WIRE-019', 'WIRE-020', 'MAN-026'],
    'is what the manifest allows, and not a byte more',
    async ({ connect, transport }) => {
      const peer = await connect(workshop);
      expect(peer.manifest.payload.limits.max_message_bytes).toBe(limit);
      const accepted = await askOfSize(peer, limit);
      expect(accepted.message.type).toBe('intent_response');
      if (transport === 'http') expect(accepted.status).toBe(200);
      const refused = await askOfSize(peer, limit + 1);
      expect(refused.message).toMatchObject({
        type: 'error',
        id: null,
        payload: { code: 'message_too_large', details: { limit } },
      });
      const next = workRequest();
      expect((await peer.ask(next)).message).toMatchObject({ type: 'intent_response', id: next.id });
    },
  );

  verifies(['WIRE-020', 'MAN-026'], 'is what the operator allows', async ({ connect }) => {
    const allowed = limit + 1000;
    const peer = await connect({ pack: 'workshop', config: { limits: { max_message_bytes: allowed } } });
    expect(peer.manifest.payload.limits.max_message_bytes).toBe(allowed);
    expect((await askOfSize(peer, allowed)).message.type).toBe('intent_response');
    expect((await askOfSize(peer, allowed + 1)).message.payload.code).toBe('message_too_large');
  });

  verifies(
    ['WIRE-019', 'WIRE-045'],
    'leaves the connection as it was',
    async ({ subject }) => {
      const { url = '' } = await subject(workshop);
      const http = await openRawHttp(url);
      const headers = { 'Content-Type': 'application/json' };
      const post = (body: Uint8Array | string) => http.ask('POST', '/manglecp/evaluate', { headers, body });
      for (const bytes of [limit + 1, 2 * limit, 3 * limit]) {
        const refused = await post(Buffer.alloc(bytes, 0x20));
        expect(refused.status).toBe(413);
        expect(refused.headers.get('connection')).not.toBe('close');
      }
      expect((await post(JSON.stringify(workRequest()))).status).toBe(200);
      http.destroy();
    },
    { on: ['http'] },
  );
});
