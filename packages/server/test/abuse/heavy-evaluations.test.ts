import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { intentRequest } from '../harness/messages.js';
import { siege } from './siege.js';

const token = 'the-token-of-the-named-client';
const sha256 = createHash('sha256').update(token).digest('hex');

/** Counts down from a number that is far too high. */
function heavy(ms: number): Record<string, unknown> {
  return intentRequest({
    intent: { name: 'unlisted' },
    facts: [{ pred: 'count_to', args: [50_000_000] }],
    constraints: { max_compute_ms: ms },
  });
}

interface Told {
  readonly payload: { readonly code: string; readonly retry_after_ms?: number };
}

const config = {
  auth: { required: false, tokens: [{ sha256, identity: 'ops' }] },
  evaluation: { max_long: 2 },
  limits: { max_derived_facts: 100_000_000 },
};

siege('a server with more evaluations than it can make', { pack: 'workshop', config }, (attack) => {
  attack(
    'ERR-027 EVAL-028 makes some, refuses others for now, and none runs past its time',
    async ({ post, url, askGood }) => {
      const ms = 1_000;
      const ended = Array.from({ length: 40 }, async () => {
        const begun = performance.now();
        const { text } = await post(heavy(ms));
        return { took: performance.now() - begun, payload: (JSON.parse(text) as Told).payload };
      });
      const own = await fetch(`${url}/manglecp/evaluate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(
          intentRequest({ intent: { name: 'unlisted' }, facts: [{ pred: 'count_to', args: [20_000] }] }),
        ),
      });
      expect(own.status).toBe(200);
      expect(JSON.parse(await askGood())).toMatchObject({ type: 'intent_response' });
      const results = await Promise.all(ended);
      const codes = results.map(({ payload }) => payload.code);
      expect(['evaluation_timeout', 'server_not_ready']).toEqual(expect.arrayContaining([...new Set(codes)]));
      for (const { took, payload } of results) {
        // Generous: others use the machine as well. Forty at once took forty times as long.
        expect(took).toBeLessThan(10 * ms);
        if (payload.code === 'server_not_ready') expect(payload.retry_after_ms).toBeGreaterThan(0);
      }
      expect(codes.filter((code) => code === 'server_not_ready').length).toBeGreaterThan(20);
    },
  );
});
