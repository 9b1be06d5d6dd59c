import { expect } from 'vitest';
import type { ContextInjection } from '@manglecp/protocol';
import { intentRequest } from '../harness/messages.js';
import type { Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { ask, estimate, fact, skillList, toolList, toolNamed } from './tools.js';

const composer = { pack: 'composer' };
const error = fact('console_error', 'e1', 'x is null');
const request = fact('failed_request', 'https://api.example/users');

async function contextOf(peer: Peer, facts: readonly object[], params: object = {}): Promise<ContextInjection> {
  const answer = await peer.ask(
    intentRequest({ intent: { name: 'diagnose', params }, facts: [error, request, ...facts] }),
  );
  return toolNamed(answer, 'diagnose_chain').context_injection ?? {};
}

overTransports('the context of a tool', (verifies) => {
  verifies(
    ['MACRO-031', 'MACRO-032', 'MACRO-010'],
    'has instructions for this intent and these facts',
    async ({ connect }) => {
      const peer = await connect(composer);
      const texts = [
        await contextOf(peer, []),
        await contextOf(peer, [], { severity: 'critical' }),
        await contextOf(peer, [], { severity: 'minor' }),
        await contextOf(peer, [fact('component', 'src/list.tsx', 80)]),
      ].map(({ instructions }) => instructions);
      expect(texts).toEqual([
        'Begin with error e1: x is null.',
        'Begin with error e1: x is null. The user calls it critical.',
        'Begin with error e1: x is null. The user calls it minor.',
        'Begin with error e1: x is null. Look at src/list.tsx.',
      ]);
      // Where rules have nothing to say, nothing is said.
      const answer = await ask(peer, 'diagnose', [error]);
      for (const { name, context_injection: context } of toolList(answer)) {
        expect([name, context]).toEqual([name, undefined]);
      }
    },
  );

  verifies(
    ['MACRO-011', 'MACRO-031', 'MACRO-032'],
    'has resources that explain themselves, best first',
    async ({ connect }) => {
      const peer = await connect(composer);
      const parts = [
        fact('component', 'src/b.tsx', 40),
        fact('component', 's3://bucket/key', 100),
        fact('component', 'src/a.tsx', 40),
        fact('component', 'file:///far', 4000),
        fact('component', 'arangodb://x', -7),
      ];
      const { context_resources: resources = [] } = await contextOf(peer, parts);
      expect(resources.map(({ uri, priority }) => [uri, priority])).toEqual([
        ['file:///far', 100],
        ['s3://bucket/key', 100],
        ['https://api.example/users', 60],
        ['src/a.tsx', 40],
        ['src/b.tsx', 40],
        ['arangodb://x', 0],
      ]);
      for (const { relevance } of resources) expect(relevance).toMatch(/\S/);
    },
  );

  verifies(['MACRO-032'], 'has no resource without a reason', async ({ connect }) => {
    const peer = await connect(composer);
    const facts = [fact('remark', 'unexplained', 1, 'x'), fact('component', 'src/a.tsx', 40)];
    const { context_resources: resources = [] } = await contextOf(peer, facts);
    expect(resources.map(({ uri }) => uri)).toEqual(['https://api.example/users', 'src/a.tsx']);
  });

  verifies(['MACRO-011'], 'has each resource once, for its best reason', async ({ connect }) => {
    const peer = await connect(composer);
    const twice = [fact('component', 'https://api.example/users', 10), fact('component', 'x.ts', 5)];
    const { context_resources: resources = [] } = await contextOf(peer, twice);
    expect(resources).toEqual([
      { uri: 'https://api.example/users', relevance: 'the request that failed', priority: 60 },
      { uri: 'x.ts', relevance: expect.stringMatching(/\S/), priority: 5 },
    ]);
  });

  verifies(['MACRO-034'], 'has instructions of less than 200 tokens', async ({ connect }) => {
    const peer = await connect(composer);
    const remark = (order: number, text: string): object => fact('remark', 'diagnose_chain', order, text);
    const cases = [
      [remark(4, 'word '.repeat(2000))],
      [remark(4, 'x'.repeat(5000))],
      [remark(4, '😀'.repeat(1000)), remark(5, 'later')],
      Array.from({ length: 100 }, (_, at) => remark(at + 4, `Remark ${at} of many, none of which is long.`)),
      [remark(0, 'word '.repeat(2000))],
      [remark(0, '😀'.repeat(1000))],
    ];
    for (const facts of cases) {
      const { instructions = '' } = await contextOf(peer, facts);
      expect(instructions).toMatch(/\S/);
      expect(instructions).not.toMatch(/\p{Surrogate}/u);
      expect(estimate(instructions)).toBeLessThan(200);
    }
    const { instructions: many } = await contextOf(peer, cases[3] ?? []);
    expect(many).toMatch(/^Begin with error e1: x is null\. Remark 0 of many/);
    // Whole remarks, and as many as there is room for.
    expect(many).toMatch(/none of which is long\.$/);
    expect(estimate(many ?? '')).toBeGreaterThan(180);
    for (const pack of ['warehouse', 'workshop', 'skilled']) {
      const other = await connect({ pack });
      const intents = other.manifest.payload.intents as readonly { readonly name: string }[];
      for (const { name } of intents) {
        const facts = pack === 'warehouse' ? [fact('active_site', 'HAM-2'), fact('late_flag', true)] : [];
        const answer = await other.ask(intentRequest({ intent: { name }, facts }));
        if (answer.message.type === 'error') continue;
        for (const { context_injection: context } of toolList(answer)) {
          expect(estimate(context?.instructions ?? '')).toBeLessThan(200);
        }
      }
    }
  });

  verifies(['MACRO-030'], 'has all that it speaks of', async ({ connect }) => {
    const peer = await connect(composer);
    const { instructions = '', context_resources: resources = [] } = await contextOf(peer, [
      fact('component', 'src/list.tsx', 80),
      fact('component', 'src/row.tsx', 60),
    ]);
    const named = Array.from(instructions.matchAll(/Look at (\S+)\./g), ([, file]) => file);
    expect(named).toEqual(['src/list.tsx', 'src/row.tsx']);
    const uris = resources.map(({ uri }) => uri);
    for (const file of named) expect(uris).toContain(file);
    // Every skill that a tool refers to is listed.
    const skilled = await connect({ pack: 'skilled' });
    const slow = [{ pred: 'slow_query', args: ['daily', 9000] }];
    const answer = await ask(skilled, 'tune', slow);
    const listed = skillList(answer).map(({ skill_id: id }) => id);
    const used = toolList(answer).flatMap(({ context_injection: context }) => context?.skills ?? []);
    expect(used.length).toBeGreaterThan(1);
    for (const { skill_id: id } of used) expect(listed).toContain(id);
  });
});
