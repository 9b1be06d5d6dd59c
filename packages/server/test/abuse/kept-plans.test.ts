import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import { siege } from './siege.js';

const token = 'the-token-of-the-named-client';
const sha256 = createHash('sha256').update(token).digest('hex');

/** What the workshop offers for a note. */
function work(note?: string): Record<string, unknown> {
  const facts = note === undefined ? [] : [{ pred: 'note', args: [note] }];
  return intentRequest({ intent: { name: 'work' }, facts });
}

async function postAs(url: string, kind: 'evaluate' | 'invoke', message: object): Promise<string> {
  const response = await fetch(`${url}/manglecp/${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(message),
  });
  return response.text();
}

function idOf(text: string, name: string): string {
  const { payload } = JSON.parse(text) as { payload: { macro_tools: { name: string; macro_id: string }[] } };
  return payload.macro_tools.find((each) => each.name === name)?.macro_id ?? '';
}

const auth = { required: false, tokens: [{ sha256, identity: 'ops' }] };

siege('a server whose store is full', { pack: 'workshop', config: { auth, tools: { store_max: 40 } } }, (attack) => {
  attack('SEC-045 INV-009 keeps the tools of a client whatever others evaluate', async ({ url, post }) => {
    const answer = await postAs(url, 'evaluate', work('mine'));
    for (let n = 0; n < 60; n += 1) expect((await post(work(`note ${n}`))).status).toBe(200);
    const invoked = await postAs(url, 'invoke', invokeRequest(idOf(answer, 'echo_note')));
    expect(JSON.parse(invoked)).toMatchObject({ type: 'invoke_response' });
  });
});

siege(
  'a server with little room for plans',
  { pack: 'workshop', config: { tools: { principal_max_bytes: 65_536 } } },
  (attack) => {
    attack('C-48 INV-011 offers no tool that it could not keep', async ({ post }) => {
      const { status, text } = await post(work('x'.repeat(100_000)));
      expect(status).toBe(413);
      expect(JSON.parse(text)).toMatchObject({
        type: 'error',
        payload: {
          code: 'derivation_limit_exceeded',
          details: { budget: { limit: 65_536, unit: 'bytes' }, partial_results_available: false },
        },
      });
      expect((await post(work('x'.repeat(1_000)))).status).toBe(200);
    });
  },
);
