import { expect, it } from 'vitest';
import type { Owner } from '../bounds/owner.js';
import { createMemoryMacroStore } from '../stores/memory-macro-store.js';
import { samplePlan, windowOf } from '../stores/sample-plan.suite.js';
import { recallPlan } from './recall-plan.js';

const ops: Owner = { principal: 'ops' };
const anonymous: Owner = { principal: 'anonymous', address: '192.0.2.1' };

async function storeAt(times: readonly number[]) {
  let index = 0;
  const clock = () => times[Math.min(index++, times.length - 1)] ?? 0;
  const store = createMemoryMacroStore({
    clock,
    retentionMs: 1000,
    maxPlans: 10,
    maxBytes: 1e6,
    maxPrincipalBytes: 1e6,
  });
  await store.put(ops, [samplePlan(windowOf(500))]);
  return store;
}

it('INV-004 gives the plan to the principal it was issued to', async () => {
  expect(await recallPlan(await storeAt([0, 499]), ops, 'mt_1')).toEqual(samplePlan(windowOf(500)));
});

it.each([
  ['ERR-021 an id that was never issued', ops, 'mt_2', 0, 'macro_not_found', undefined],
  ['SEC-045 the id of another principal', anonymous, 'mt_1', 0, 'macro_not_found', undefined],
  ['ERR-022 C-33 an id that has expired', ops, 'mt_1', 500, 'macro_expired', { reason: 'expired' }],
  ['SEC-045 the expired id of another principal', anonymous, 'mt_1', 500, 'macro_not_found', undefined],
  ['INV-012 an id that is forgotten', ops, 'mt_1', 1500, 'macro_not_found', undefined],
])('%s is refused', async (_, owner, macroId, nowMs, code, details) => {
  const recalled = recallPlan(await storeAt([0, nowMs]), owner, macroId);
  await expect(recalled).rejects.toMatchObject({ code, details });
});
