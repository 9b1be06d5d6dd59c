import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkFacts, factsProfileOf, type Json } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { toFactInputs } from '../facts/to-engine.js';
import { wirePredicates } from '../facts/wire-predicates.js';
import { loadPack } from '../pack/load-pack.js';
import { buildManifest } from '../pack/manifest.js';
import type { Pack } from '../pack/pack.js';
import { createRuleSet } from './create-rule-set.js';
import type { Question, Selection } from './rule-set.js';
import { question } from './rules.suite.js';

const config = {
  name: 'warehouse',
  version: '0.4.0',
  domain: { id: 'warehouse_ops' },
  intents: [{ name: 'go', description: 'Find late shipments', required_facts: ['active_site'] }],
};

const files = {
  'schema.mg': `
    Decl active_site(Site) descr [doc("where"), direction("input")] bound [/string].
    Decl shipment_event(Shipment, State) temporal descr [doc("what"), direction("both")] bound [/string, /name].
    Decl beat(Shipment) temporal descr [doc("sign of life"), direction("both"), open("domain")] bound [/string].`,
  'policy.mg': `permitted_intent("anonymous", "go").`,
  'domain.mg': `
    beat(Shipment)@[Next, Next] :- beat(Shipment)@[Start, _], Next = fn:time:add(Start, fn:duration:parse("1m")).
    missed() :- <-[0s, 30m] shipment_event(_, /missed).
    macro_tool("trace", "full") :- intent_type(_, "go"), active_site(_), missed().
    macro_step("trace", 1, "read_log", {/site : {/fact : "active_site", /column : 0}, /id : {/arg : "shipment"}}).
    macro_param("trace", "shipment", "string", /true).
    macro_description("trace", "Follows a shipment").`,
  'actions.js': `export const actions = { read_log: {
    description: 'Reads the log', input: { type: 'object' }, effects: ['database'], idempotent: true, run: async () => ({}),
  } };`,
};

async function load(settings: object = {}): Promise<Pack> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pack-'));
  const all = { ...files, 'manglecp.json': JSON.stringify({ ...config, ...settings }) };
  await Promise.all(Object.entries(all).map(([name, text]) => writeFile(path.join(folder, name), text)));
  const loaded = await loadPack(folder);
  await rm(folder, { recursive: true });
  if (!('pack' in loaded))
    throw new Error(loaded.problems.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return loaded.pack;
}

/** Facts as a client sends them, on the way that a request takes. */
async function ask(pack: Pack, facts: readonly Json[], over: Partial<Question> = {}): Promise<Selection> {
  const profile = factsProfileOf(buildManifest(pack, { status: 'ready', isAuthRequired: false, degraded: [] }));
  const asked = question(over);
  const checked = checkFacts(facts, profile, { now: asked.evalTime });
  const converted = toFactInputs(checked.facts, wirePredicates(pack));
  expect([...checked.violations, ...converted.violations]).toEqual([]);
  const made = await createRuleSet(pack);
  if ('problems' in made) throw new Error('the base has problems');
  const full = { ...asked, facts: converted.facts };
  await made.rules.authorize(full);
  return made.rules.select(full);
}

describe('a pack from its folder', () => {
  it('EVAL-018 MACRO-016 answers with plans', async () => {
    const { tools } = await ask(await load(), [
      { pred: 'active_site', args: ['HAM-2'] },
      { pred: 'shipment_event', args: ['S-881', '/missed'], t: { at: '2026-03-01T09:12:00Z' } },
    ]);
    expect(tools).toMatchObject([
      {
        score: 100,
        phase: 'skeleton',
        plan: {
          name: 'trace',
          effects: ['database'],
          steps: [
            {
              action: 'read_log',
              template: {
                members: [
                  ['id', { kind: 'arg', name: 'shipment' }],
                  ['site', { kind: 'constant', value: 'HAM-2' }],
                ],
              },
            },
          ],
        },
      },
    ]);
  });

  it('DATA-034 leaves out what no fact supports at the evaluation time', async () => {
    const { tools } = await ask(await load(), [
      { pred: 'active_site', args: ['HAM-2'] },
      { pred: 'shipment_event', args: ['S-881', '/missed'], t: { at: '2026-03-01T08:12:00Z' } },
    ]);
    expect(tools).toEqual([]);
  });

  it('SEC-004 refuses what policy does not permit', async () => {
    await expect(ask(await load(), [], { intent: 'stop' })).rejects.toMatchObject({ code: 'auth_insufficient' });
  });

  it('EVAL-029 C-134 stops what would never end, or does not begin it', async () => {
    const facts = [{ pred: 'beat', args: ['S-881'], t: { at: '2026-03-01T09:12:00Z' } }];
    await expect(ask(await load(), facts)).rejects.toMatchObject({ code: 'interval_limit_exceeded' });
    const refusing = await load({ temporal_recursion: 'refuse' });
    await expect(ask(refusing, facts)).rejects.toMatchObject({ code: 'invalid_temporal_pattern' });
  });
});
