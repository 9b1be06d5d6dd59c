import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { outcomeOf, toolNames, violationsOf } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';
import { packFolder } from '../harness/subject.js';
import { overTransports } from '../harness/verifies.js';

const options = { pack: 'values' };

function ask(peer: Peer, ...facts: unknown[]): Promise<Answer> {
  return peer.ask(intentRequest({ intent: { name: 'echo' }, facts, eval_time: '2026-03-01T09:15:00Z' }));
}

const fact = { pred: 'text', args: ['trigger'] };

const sources = [
  { source_type: 'server', source_id: 'core' },
  { source_type: 'scan' },
  { source_type: 'external', source_id: null, asserted_at: null },
  { source_type: 'client', asserted_at: '2026-03-01T09:00:00Z' },
  { source_type: 'derived', asserted_at: 1_772_355_600_000 },
  { source_type: 'x-own', source_id: '', asserted_at: 'now' },
];

function factsEvaluated({ message }: Answer): number {
  return message.payload.diagnostics.facts_evaluated as number;
}

overTransports('provenance and category', (verifies) => {
  verifies(['DATA-006'], 't, source and category may be null or absent', async ({ connect }) => {
    const peer = await connect(options);
    const watch = (members: object): Promise<Answer> => ask(peer, { pred: 'period', args: ['p'], ...members });
    const bare = outcomeOf(await watch({}));
    expect(bare).toMatchObject({
      macro_tools: expect.arrayContaining([expect.objectContaining({ name: 'holds_now' })]),
    });
    for (const members of [
      { t: null },
      { source: null },
      { category: null },
      { t: null, source: null, category: null },
    ]) {
      expect([members, outcomeOf(await watch(members))]).toEqual([members, bare]);
    }
  });

  verifies(['DATA-038'], 'provenance needs a source_type, and only that', async ({ connect }) => {
    const peer = await connect(options);
    const wrong = [
      {},
      { source_id: 'a' },
      { source_type: null },
      { source_type: 5 },
      { source_type: '' },
      'client',
      ['client'],
      true,
      { source_type: 'client', source_id: 5 },
      { source_type: 'client', asserted_at: 'yesterday' },
      { source_type: 'client', asserted_at: '3000-01-01T00:00:00Z' },
    ];
    const violations = violationsOf(await ask(peer, fact, ...wrong.map((source) => ({ ...fact, source }))));
    expect(violations.map(({ fact_index: at, issue }) => [at, issue])).toEqual(
      wrong.map((_, at) => [at + 1, 'invalid_provenance']),
    );
  });

  verifies(['DATA-039'], 'source types are the standard ones, or begin with x-', async ({ connect }) => {
    const peer = await connect(options);
    for (const type of ['server', 'scan', 'external', 'client', 'derived', 'x-foo', 'x-my scanner']) {
      expect(toolNames(await ask(peer, { ...fact, source: { source_type: type } }))).toContain('saw_text');
    }
    for (const type of ['foo', 'Client', 'x-', 'X-foo', 'xfoo', 'client ']) {
      const violations = violationsOf(await ask(peer, { ...fact, source: { source_type: type } }));
      expect(violations).toMatchObject([{ fact_index: 0, issue: 'invalid_provenance' }]);
    }
  });

  verifies(['DATA-042'], 'where a fact comes from changes nothing', async ({ connect }) => {
    const peer = await connect(options);
    const plain = outcomeOf(await ask(peer, fact));
    for (const source of sources) expect(outcomeOf(await ask(peer, { ...fact, source }))).toEqual(plain);
    // One fact, however many say it.
    expect(outcomeOf(await ask(peer, fact, ...sources.map((source) => ({ ...fact, source }))))).toEqual(plain);
  });

  verifies(['DATA-053'], 'a fact that is sent twice is one fact', async ({ connect }) => {
    const peer = await connect(options);
    const none = factsEvaluated(await ask(peer));
    const once = await ask(peer, fact);
    expect(factsEvaluated(once)).toBe(none + 1);
    expect(outcomeOf(await ask(peer, ...Array.from({ length: 50 }, () => fact)))).toEqual(outcomeOf(once));
    const forms = [fact, { pred: 'text', named_args: { value: 'trigger' } }, { ...fact, category: 'session' }];
    expect(outcomeOf(await ask(peer, ...forms))).toEqual(outcomeOf(once));
    // Also where rules derive the same predicate.
    const remark = { pred: 'remark', args: ['from a client'] };
    const said = await ask(peer, remark);
    expect(factsEvaluated(said)).toBe(none + 1);
    expect(outcomeOf(await ask(peer, remark, remark))).toEqual(outcomeOf(said));
    const others = await ask(peer, fact, { pred: 'text', args: ['other'] }, { pred: 'given', args: ['trigger'] });
    expect(factsEvaluated(others)).toBe(none + 3);
  });

  verifies(['DATA-053'], 'whole numbers are one fact however they are spelled', async ({ connect }) => {
    const peer = await connect(options);
    const none = factsEvaluated(await ask(peer));
    const wrapped = { pred: 'whole', args: [{ _type: 'int64', value: '7' }] };
    expect(factsEvaluated(await ask(peer, { pred: 'whole', args: [7] }, wrapped))).toBe(none + 1);
  });

  verifies(['DATA-053'], 'intervals of one fact that overlap are merged', async ({ connect }) => {
    const peer = await connect(options);
    const watch = (...intervals: readonly (readonly [string, string])[]): Promise<Answer> => {
      return ask(peer, ...intervals.map(([start, end]) => ({ pred: 'period', args: ['p'], t: { start, end } })));
    };
    const [nine, half, ten] = ['2026-03-01T09:00:00Z', '2026-03-01T09:15:00Z', '2026-03-01T10:00:00Z'];
    const whole = await watch([nine, ten]);
    expect(toolNames(whole)).toEqual(['holds_now']);
    expect(outcomeOf(await watch([nine, ten], [nine, ten]))).toEqual(outcomeOf(whole));
    expect(toolNames(await watch([nine, half], [half, ten]))).toEqual(['holds_now']);
  });

  verifies(['DATA-009'], 'a claimed category gives a fact neither trust nor a longer life', async ({ connect }) => {
    const peer = await connect(options);
    const plain = outcomeOf(await ask(peer, fact));
    for (const category of ['server', 'session', 'derived']) {
      expect(outcomeOf(await ask(peer, { ...fact, category }))).toEqual(plain);
      expect(toolNames(await ask(peer))).toEqual([]);
      const output = await ask(peer, { pred: 'summary', args: ['mine'], category });
      expect(violationsOf(output)).toMatchObject([{ issue: 'direction_violation' }]);
      const inner = await ask(peer, { pred: 'secret', args: ['mine'], category, source: { source_type: 'server' } });
      expect(violationsOf(inner, 'unknown_predicate')).toMatchObject([{ predicate: 'secret' }]);
    }
    for (const category of ['', 'base', 'Server', 5, true, ['session']]) {
      const violations = violationsOf(await ask(peer, { ...fact, category }));
      expect(violations).toMatchObject([{ fact_index: 0, issue: 'invalid_category' }]);
    }
  });

  verifies(['DATA-043'], 'facts are gone with their request', async ({ subject }) => {
    const server = await subject(options);
    const [peer, other] = [await server.connect(), await server.connect()];
    const before = filesOf(packFolder('values'));
    const facts = [fact, { pred: 'given', args: [5] }, { pred: 'remark', args: ['from a client'], category: 'server' }];
    const empty = outcomeOf(await ask(peer));
    expect(toolNames(await ask(peer))).toEqual([]);
    for (let round = 0; round < 3; round += 1) {
      expect(toolNames(await ask(peer, ...facts))).toContain('saw_remark');
      expect(outcomeOf(await ask(peer))).toEqual(empty);
      expect(outcomeOf(await ask(other))).toEqual(empty);
    }
    expect(filesOf(packFolder('values'))).toEqual(before);
  });

  verifies(['DATA-043'], 'requests at the same time do not see the facts of each other', async ({ subject }) => {
    const server = await subject(options);
    const peers = [await server.connect(), await server.connect()];
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const peer = peers[at % 2] ?? (await server.connect());
        return at % 4 < 2 ? ask(peer, fact) : ask(peer);
      }),
    );
    const expected = answers.map((_, at) => (at % 4 < 2 ? ['echo_text', 'saw_text'] : []));
    expect(answers.map(toolNames)).toEqual(expected);
  });

  verifies(['DATA-038'], 'a fact has no other members', async ({ connect }) => {
    const peer = await connect(options);
    const violations = violationsOf(await ask(peer, { ...fact, sources: [] }, { ...fact, temporal: true }));
    expect(violations).toMatchObject([
      { fact_index: 0, issue: 'unknown_member', suggestion: 'source' },
      { fact_index: 1, issue: 'unknown_member' },
    ]);
    expect(outcomeOf(await ask(peer, { ...fact, 'x-note': { any: 1 } }))).toEqual(outcomeOf(await ask(peer, fact)));
  });
});

/** Every file with its content. */
function filesOf(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.join(entry.parentPath, entry.name)).sort();
  return files.map((file) => `${file}: ${readFileSync(file, 'utf8')}`);
}
