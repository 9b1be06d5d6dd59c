import type { RuleCoverage } from '@manglecp/protocol';
import { expect } from 'vitest';
import type { Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { ask, fact, payloadOf, toolList } from './tools.js';

const debug = { pack: 'reasons', config: { coverage: true } };
const at = '2026-03-01T09:15:00Z';
const report = fact('report', 'north');
const smoke = { pred: 'symptom', args: ['north', 'smoke'], t: { at } };

async function coverageOf(peer: Peer, facts: readonly object[], intent = 'diagnose'): Promise<RuleCoverage> {
  const answer = await ask(peer, intent, facts, { eval_time: at });
  return (payloadOf(answer) as { diagnostics: { rule_coverage: RuleCoverage } }).diagnostics.rule_coverage;
}

function statusOf({ dormant_details: details = [] }: RuleCoverage, rule: string): string {
  return details.find((each) => each.rule === rule)?.status ?? 'fired';
}

overTransports('rule coverage', (verifies) => {
  verifies(['ERR-044'], 'counts every rule of the pack once', async ({ connect }) => {
    const peer = await connect(debug);
    for (const facts of [[], [report], [smoke], [report, smoke]]) {
      const found = await coverageOf(peer, facts);
      const { total_rules: total, rules_fired: fired, rules_dormant: dormant, rules_inapplicable: other } = found;
      expect(fired + dormant + other).toBe(total);
      // Two of policy, which have no name.
      expect(total).toBe(11);
      expect(found.dormant_details?.every(({ rule }) => /^[a-z_]+#\d+$/.test(rule))).toBe(true);
      expect(JSON.stringify(found)).not.toMatch(/inner_circle|cleared_place|:-/);
    }
  });

  verifies(['ERR-045'], 'tells the four states apart, by what the bodies find', async ({ connect }) => {
    const peer = await connect(debug);
    const steps = [
      { facts: [], status: 'dead', fired: 1 },
      { facts: [smoke], status: 'partially_alive', fired: 2 },
      { facts: [report, smoke], status: 'fired', fired: 10 },
    ];
    for (const { facts, status, fired } of steps) {
      const found = await coverageOf(peer, facts);
      expect([facts.length, statusOf(found, 'probable_cause#1')]).toEqual([facts.length, status]);
      expect(statusOf(found, 'macro_tool#2')).toBe('inapplicable');
      expect([found.rules_fired, found.rules_inapplicable]).toEqual([fired, 1]);
    }
    const details = (await coverageOf(peer, [smoke])).dormant_details;
    expect(details).toContainEqual({
      rule: 'probable_cause#1',
      missing_predicates: ['known_report'],
      status: 'partially_alive',
    });
    const fleeing = await coverageOf(peer, [report], 'flee');
    expect(statusOf(fleeing, 'macro_tool#2')).toBe('fired');
    expect(statusOf(fleeing, 'macro_tool#1')).toBe('inapplicable');
  });

  verifies(['ERR-046', 'EVAL-036'], 'is off by default, and changes no tool', async ({ connect }) => {
    const [quiet, loud] = [await connect({ pack: 'reasons' }), await connect(debug)];
    const payload = { eval_time: at };
    const [bare, covered] = [
      await ask(quiet, 'diagnose', [report, smoke], payload),
      await ask(loud, 'diagnose', [report, smoke], payload),
    ];
    expect(payloadOf(bare).diagnostics).not.toHaveProperty('rule_coverage');
    const { rule_coverage: coverage, ...rest } = payloadOf(covered).diagnostics;
    expect(rest).toEqual(payloadOf(bare).diagnostics);
    expect(rest['rules_fired']).toBeGreaterThanOrEqual((coverage as RuleCoverage).rules_fired);
    expect(toolList(covered)).toEqual(toolList(bare));
  });
});
