import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { array, assert, asyncProperty, boolean, constantFrom, nat, option, record } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Subject, startSubject } from '../harness/subject.js';

const token = 'the-token-of-the-admin';
const sha256 = createHash('sha256').update(token).digest('hex');

const config = {
  name: 'Doors',
  version: '1.0.0',
  domain: { id: 'doors' },
  intents: [{ name: 'enter', description: 'What opens', optional_facts: ['seen'] }],
  auth: { required: false, tokens: [{ sha256, identity: 'admin', privileges: ['admin'] }] },
};

const schema =
  'Decl seen(Who) descr [doc("Somebody was seen."), arg(Who, "who"), direction("input")] bound [/string].\n';

const policy = `requires_privilege("vault", "admin"). requires_privilege("vault_log", "admin").
requires_privilege(Tool, "admin") :- guarded(Tool).
`;

const domain = `macro_tool("front", "full") :- intent_type(_, "enter").
macro_step("front", 1, "open", {}) :- intent_type(_, "enter").
macro_tool("back", "condensed") :- intent_type(_, "enter"), known(_).
known(Who) :- seen(Who).
greeting(Who, Other) :- known(Who), known(Other).
Decl guarded(Tool) bound [/string].
guarded("cellar").
`;

/** A tool of its own kind, one that needs it, and rules that only they read. */
const hidden = `macro_tool("vault", "full") :- intent_type(_, "enter").
macro_step("vault", 1, "open", {/who : Who}) :- watched(Who), first(Who).
tool_relevant_to_intent("vault_log", "enter", 80) :- watched(_).
tool_requires("vault_log", "vault") :- intent_type(_, "enter").
conflicts_with("vault", "back") :- intent_type(_, "enter").
watched(Who) :- seen(Who).
pair(Who, Other) :- watched(Who), watched(Other).
first(Who) :- pair(Who, Who).
tool_constraint("vault", "colour", "red") :- intent_type(_, "enter").
`;

/** The names that policy speaks of, and nothing that ever holds. */
const never = `macro_tool("vault", "full") :- seen("nobody at all").
macro_tool("vault_log", "full") :- seen("nobody at all").
`;

const actions = `export const actions = { open: { description: 'Opens.', effects: [], input: { type: 'object' }, run: () => ({}) } };\n`;

function writePack(withHidden: boolean): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'doors-'));
  writeFileSync(path.join(folder, 'manglecp.json'), JSON.stringify(config));
  writeFileSync(path.join(folder, 'schema.mg'), schema);
  writeFileSync(path.join(folder, 'policy.mg'), policy);
  writeFileSync(path.join(folder, 'domain.mg'), domain + (withHidden ? hidden : never));
  writeFileSync(path.join(folder, 'actions.js'), actions);
  return folder;
}

const words = constantFrom('front', 'back', 'vault', 'vault_log', 'cellar', 'nothing', 'admin');

const request = record({
  seen: array(constantFrom('ann', 'bob', 'vault', 'eve'), { maxLength: 4 }),
  excluded: array(words, { maxLength: 3 }),
  colour: option(constantFrom('red', 'blue')),
  limit: option(nat(60)),
  tokens: option(nat(300)),
  tools: option(nat(3)),
  isExplained: boolean(),
});

describe('a tool that policy hides', () => {
  const folders = [writePack(true), writePack(false)] as const;
  const subjects: Subject[] = [];
  beforeAll(async () => {
    for (const pack of folders) subjects.push(await startSubject('memory', { pack, clock: () => 1_772_356_500_000 }));
  });
  afterAll(async () => {
    for (const subject of subjects) await subject.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('ERR-042 changes no letter of any answer, whatever is asked', async () => {
    const peers = await Promise.all(subjects.map(({ connect }) => connect()));
    let count = 0;
    const differences = new Set<number>();
    await assert(
      asyncProperty(request, async ({ seen, excluded, colour, limit, tokens, tools, isExplained }) => {
        count += 1;
        const message = {
          type: 'intent_request',
          id: `q-${count}`,
          manglecp: '2026-02-draft',
          payload: {
            intent: { name: 'enter', params: { exclude_tools: excluded, ...(colour === null ? {} : { colour }) } },
            facts: seen.map((who) => ({ pred: 'seen', args: [who] })),
            constraints: { max_facts_created: limit, max_tokens_budget: tokens, max_tools_returned: tools },
            options: { include_proof_hints: isExplained },
            eval_time: '2026-03-01T09:15:00Z',
          },
        };
        const [one, other] = await Promise.all(peers.map(async (peer) => (await peer.ask(message)).text));
        expect(mask(one)).toBe(mask(other));
        const difference = factsEvaluated(one) - factsEvaluated(other);
        if (!Number.isNaN(difference)) differences.add(difference);
      }),
      { numRuns: 150 },
    );
    // The packs hold more or fewer facts, which no question changes.
    expect(differences.size).toBe(1);
  });

  it('EVAL-007 the limit of a client still counts what it may know of', async () => {
    const [subject] = subjects;
    const peer = await subject?.connect();
    const facts = Array.from({ length: 20 }, (_, n) => ({ pred: 'seen', args: [`guest ${n}`] }));
    const ask = async (limit: number): Promise<string> => {
      const payload = { intent: { name: 'enter' }, facts, constraints: { max_facts_created: limit } };
      const message = { type: 'intent_request', id: `limit ${limit}`, manglecp: '2026-02-draft', payload };
      return (await peer?.ask(message))?.text ?? '';
    };
    const { payload } = JSON.parse(await ask(10_000)) as { payload: { diagnostics: { facts_derived: number } } };
    const derived = payload.diagnostics.facts_derived;
    expect(derived).toBeGreaterThan(400);
    expect(await ask(derived)).toContain('intent_response');
    expect(await ask(derived - 1)).toContain('derivation_limit_exceeded');
  });
});

/** That something is not permitted is told in hints, without a name (C-54). What the base holds is counted for all alike. */
const undisclosed = '{"candidate":"undisclosed","excluded_by":"exclusion","reason":"not permitted"}';

function factsEvaluated(text = ''): number {
  return Number(/"facts_evaluated":(\d+)/.exec(text)?.[1]);
}

/** Without this, and without the time that it took. */
function mask(text = ''): string {
  return text
    .replace(/"eval_duration_ms":\d+/, '')
    .replace(/"facts_evaluated":\d+/, '')
    .replace(`${undisclosed},`, '')
    .replace(`,${undisclosed}`, '')
    .replace(undisclosed, '');
}
