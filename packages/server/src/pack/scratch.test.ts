import { expect, it } from 'vitest';
import { fact, factDuring, prepareSync, rows, compareText } from '@manglecp/mangle';
import { encodeJson } from '@manglecp/protocol';
import { loadPack } from './load-pack.js';
import { buildManifest } from './manifest.js';
import { renderProblems } from './render-problems.js';

it('loads', async () => {
  const t0 = performance.now();
  const loaded = await loadPack('examples/warehouse');
  console.log('ms', performance.now() - t0);
  if (!('pack' in loaded)) { console.log(renderProblems(loaded.problems)); expect(1).toBe(2); return; }
  const { pack } = loaded;
  console.log(pack.warnings, pack.unsafeTemporal, pack.degraded);
  console.log(encodeJson(buildManifest(pack, { status: 'ready', isAuthRequired: false, degraded: [], endpoints: { intent_eval: '/e', macro_invoke: '/i', websocket: '/ws' } })));
  const externals = { ...pack.externals, 'name_before/2': { call: ([a, b]: readonly unknown[]) => compareText(String(a), String(b)) < 0, isDeterministic: true } };
  const prepared = prepareSync(pack.program, pack.baseFacts, { externals });
  const at = BigInt(Date.parse('2026-03-01T09:12:00Z')) * 1_000_000n;
  for (const minutes of [3, 30, 31]) {
    const t1 = performance.now();
    const ev = prepared.requestSync([fact('intent_type', 'current', 'find_late_shipments'), fact('client_class', 'anonymous'), fact('active_site', 'HAM-2'), factDuring('shipment_event', ['S-881', 'missed_slot'], { start: at, end: at })], { now: at + BigInt(minutes) * 60_000_000_000n });
    console.log(performance.now() - t1, rows(ev, 'final_selected/3'), rows(ev, 'intent_refusal/1'), rows(ev, 'macro_effect_label'), rows(ev, 'requires_confirmation'));
  }
});
