import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasPassed, loadPack, renderProblems, testPack } from '@manglecp/server';
import { describe, expect, it } from 'vitest';
import { errorOf, invokeTool } from '../harness/answers.js';
import { invokeRequest } from '../harness/messages.js';
import { overTransports } from '../harness/verifies.js';
import { ask, fact, payloadOf, toolNamed } from './tools.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const scenarios = path.join(root, 'packages/server/testdata/scenarios');
const domains = path.join(root, 'domains');

/** The folders of packs in a folder. */
function packsIn(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder)
    .sort()
    .map((name) => [name, path.join(folder, name)] as const)
    .filter(([, pack]) => existsSync(path.join(pack, 'manglecp.json')));
}

const packs = [...packsIn(domains), ...packsIn(scenarios)];

describe('packs', () => {
  it('are the three domains, and eleven for twelve scenarios', () => {
    expect(packsIn(domains).map(([name]) => name)).toEqual(['browser-diagnosis', 'codebase', 'workflow']);
    const ids = packsIn(scenarios).map(([name]) => name.slice(0, 3));
    expect(ids).toEqual(['s01', 's04', 's05', 's06', 's08', 's09', 's10', 's12', 's14', 's15', 's16']);
  });

  it.each(packs)('%s has nothing doubtful in it', async (_name, folder) => {
    const loaded = await loadPack(folder);
    // Some of these deployments have no policy on purpose; that they hear of it is tested elsewhere.
    const found = 'pack' in loaded ? loaded.pack.warnings : loaded.problems;
    expect(renderProblems(found.filter(({ code }) => code !== 'no-policy'))).toBe('');
  });

  it.each(packs)('EVAL-018 EVAL-020 EVAL-021 MACRO-025 %s answers as its scenarios say', async (_name, folder) => {
    const report = await testPack(folder, { timeoutMs: 60_000 });
    expect(report.problems).toBe('');
    expect(report.scenarios.length).toBeGreaterThan(0);
    expect(report.scenarios.filter((scenario) => !hasPassed(scenario))).toEqual([]);
  });
});

const billing = { args: ['/billing'] };
const changeFacts = [
  { pred: 'service', ...billing },
  { pred: 'change_window', ...billing, t: { start: '2026-05-02T09:00:00Z', end: '2026-05-02T12:00:00Z' } },
  { pred: 'freeze', ...billing, t: { start: '2026-05-02T11:00:00Z', end: '2026-05-02T11:30:00Z' } },
];

overTransports('what scenario files cannot say', (verifies) => {
  verifies(['EVAL-057', 'MACRO-018', 'MACRO-019'], 'S10: a tool lapses when a freeze begins', async ({ connect }) => {
    const peer = await connect({ pack: path.join(scenarios, 's10-change-window') });
    const offered = await ask(peer, 'deploy_service', changeFacts, { eval_time: '2026-05-02T10:00:00Z' });
    const { macro_id: id, validity } = toolNamed(offered, 'deploy');
    expect(validity).toEqual({ not_before: '2026-05-02T10:00:00Z', expires_at: '2026-05-02T11:00:00Z' });
    const late = invokeRequest(id, { service: '/billing' }, { eval_time: '2026-05-02T11:00:01Z' });
    errorOf(await peer.ask(late), 'macro_expired');
    const early = invokeRequest(id, { service: '/billing' }, { eval_time: '2026-05-02T10:30:00Z' });
    expect((await peer.ask(early)).message).toMatchObject({ type: 'invoke_response' });
  });

  verifies(['EVAL-057'], 'S10: after the freeze a tool lives until the window closes', async ({ connect }) => {
    const peer = await connect({ pack: path.join(scenarios, 's10-change-window') });
    const offered = await ask(peer, 'deploy_service', changeFacts, { eval_time: '2026-05-02T11:45:00Z' });
    expect(toolNamed(offered, 'deploy').validity?.expires_at).toBe('2026-05-02T12:00:00Z');
  });

  verifies(['EVAL-038'], 'S04: the hints name the rule of five hops', async ({ connect }) => {
    const peer = await connect({ pack: path.join(scenarios, 's04-data-surface') });
    const facts = [
      fact('asked', '/invoice'),
      fact('entity', '/invoice'),
      fact('served_by', '/invoice', '/v2/invoices'),
      fact('client_calls', 'listInvoices', '/v2/invoices'),
      fact('component_uses', 'src/InvoiceTable.tsx', 'listInvoices'),
      fact('on_page', 'src/InvoiceTable.tsx', '/billing'),
    ];
    const options = { include_proof_hints: true };
    const { proof_hints: hints } = payloadOf(await ask(peer, 'find_data_surface', facts, { options }));
    const [derivation] = hints.derivations as readonly { rule_chain: readonly string[]; supporting_facts: object[] }[];
    expect(derivation?.rule_chain).toContain('surface');
    expect(derivation?.supporting_facts).toHaveLength(facts.length);
  });

  verifies(['EVAL-026', 'EVAL-024'], 'S14: a limit that is hit says which, and nothing else', async ({ connect }) => {
    const peer = await connect({ pack: path.join(scenarios, 's14-explosion') });
    const facts = Array.from({ length: 40 }, (_, number) => fact('n', number));
    const constraints = { max_facts_created: 10_000, max_compute_ms: 30_000 };
    const refused = await ask(peer, 'report_numbers', facts, { constraints });
    const { details } = errorOf(refused, 'derivation_limit_exceeded');
    expect(details).toMatchObject({
      budget: { limit: 10_000, unit: 'derived_facts' },
      partial_results_available: false,
    });
    expect(details.budget.consumed).toBeGreaterThan(10_000);
    expect(details.suggestion).toContain('quad');
    expect(refused.message.payload).not.toHaveProperty('macro_tools');
  });

  verifies(['INV-030'], 'S15: a probe that fails is an event, and the others count', async ({ connect }) => {
    const peer = await connect({ pack: path.join(scenarios, 's15-partial-failure') });
    const facts = ['/auth', '/search', '/mail'].map((service) => fact('service', service));
    const offered = await ask(peer, 'check_services', facts);
    const { message } = await invokeTool(peer, offered, { name: 'check_all' });
    expect(message).toMatchObject({ type: 'invoke_response' });
    const events = message.payload.observability.events as readonly { action: string; status: string }[];
    expect(events.map(({ action, status }) => `${action} ${status}`)).toEqual([
      'probe success',
      'probe success',
      'probe failure',
    ]);
  });
});
