import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSource, fact, factDuring, type FactInput, formatSource, rows } from '@manglecp/mangle';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPack } from './load-pack.js';
import type { Pack } from './pack.js';
import { renderProblems } from './render-problems.js';
import { ask, cellText, intent } from './tiny-pack.suite.js';

const folder = fileURLToPath(new URL('../../../../examples/warehouse', import.meta.url));
const now = BigInt(Date.parse('2026-03-01T09:15:00Z')) * 1_000_000n;
const minute = 60_000_000_000n;

let loaded: Pack | undefined;
beforeAll(async () => {
  const result = await loadPack(folder);
  if (!('pack' in result)) throw new Error(renderProblems(result.problems));
  loaded = result.pack;
});

function toolsOf(facts: readonly FactInput[], at = now): readonly string[] {
  if (loaded === undefined) return [];
  return rows(ask(loaded, facts, at), 'final_selected/3').map((row) => row.slice(0, 2).map(cellText).join(' '));
}

const late = [...intent('find_late_shipments'), fact('active_site', 'HAM-2')];
const missed = factDuring('shipment_event', ['S-881', 'missed_slot'], { start: now, end: now });

describe('the warehouse', () => {
  it('has nothing that is doubtful', () => {
    expect(loaded?.warnings).toEqual([]);
    expect(loaded?.degraded).toEqual([]);
  });

  it('is formatted', async () => {
    const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.mg'));
    for (const file of files) {
      const text = await readFile(path.join(folder, file), 'utf8');
      expect(formatSource(createSource(file, text)).text).toBe(text);
    }
  });

  it.each([
    ['at the moment', 0n, ['compare_carrier_delay 55', 'trace_missed_slot 100']],
    ['after half an hour', 30n * minute, ['compare_carrier_delay 55', 'trace_missed_slot 100']],
    ['a nanosecond later', 30n * minute + 1n, ['compare_carrier_delay 55']],
    ['before it happened', -1n, ['compare_carrier_delay 55']],
  ])('DATA-036 offers a trace of a missed slot %s', (_, after, expected) => {
    expect(toolsOf([...late, missed], now + after)).toEqual(expected);
  });

  it.each([
    ['a complaint', [...late, fact('late_flag', true)], ['compare_carrier_delay 55', 'trace_missed_slot 60']],
    ['no complaint', [...late, fact('late_flag', false)], ['compare_carrier_delay 55']],
    ['an unknown site', [...intent('find_late_shipments'), fact('active_site', 'nowhere'), missed], []],
    ['a wish to rebook', [...intent('rebook_shipment'), fact('active_site', 'HAM-2')], ['rebook 100']],
    [
      'an administrator',
      [...intent('rebook_shipment'), fact('active_site', 'HAM-2'), fact('client_has_privilege', 'admin')],
      ['override_slot 50', 'rebook 100'],
    ],
    ['an intent that is not listed', [...intent('check_stock'), fact('active_site', 'BRE-1')], ['show_stock 100']],
    ['an intent that nobody knows', [...intent('dance'), fact('active_site', 'BRE-1')], []],
  ] as const)('has the right tools for %s', (_, facts, expected) => {
    expect(toolsOf(facts)).toEqual(expected);
  });

  it('SEC-007 asks before it gives up a slot, and for nothing else', () => {
    const evaluation = loaded === undefined ? undefined : ask(loaded, late, now);
    expect(evaluation === undefined ? [] : rows(evaluation, 'requires_confirmation/1')).toEqual([['rebook']]);
  });

  it('derives the stock of the site', () => {
    const evaluation = loaded === undefined ? undefined : ask(loaded, [fact('active_site', 'BRE-1')], now);
    expect(evaluation === undefined ? [] : rows(evaluation, 'stock_level/2')).toEqual([
      ['pallet jack', 4n],
      ['stretch film', 180n],
    ]);
  });

  it('has actions that answer', async () => {
    const context = { signal: new AbortController().signal, progress: () => undefined, now: 0 };
    const run = (name: string, args: Record<string, unknown>): unknown => loaded?.actions.get(name)?.run(args, context);
    expect(await run('read_dock_log', { shipment: 'S-881', site: 'HAM-2' })).toMatchObject({ gate: 'G4' });
    expect(await run('read_gate_state', { gate: 'G4' })).toEqual({ gate: 'G4', state: 'closed' });
    expect(await run('book_slot', { shipment: 'S-881', slot: 'x' })).toMatchObject({ booked: true });
    expect(await run('list_bins', { site: 'toString' })).toEqual({ bins: [] });
  });
});
