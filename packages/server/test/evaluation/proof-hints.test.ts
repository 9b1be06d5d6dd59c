import { createHash } from 'node:crypto';
import type { ProofHints } from '@manglecp/protocol';
import { expect } from 'vitest';
import { intentRequest } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { ask, fact, payloadOf, toolList } from './tools.js';

const secret = 'warden-5e0b7c19aa';
const auth = {
  tokens: [
    {
      sha256: createHash('sha256').update(secret).digest('hex'),
      identity: 'the warden',
      privileges: ['admin', 'keys'],
    },
  ],
};
const options = { pack: 'reasons', config: { auth } };

const explained = { options: { include_proof_hints: true, disclosure_preference: 'full' } };
const at = '2026-03-01T09:15:00Z';

const report = fact('report', 'north');
const smoke = { pred: 'symptom', args: ['north', 'smoke'], t: { at: '2026-03-01T09:12:00Z' } };
const all = [report, smoke, fact('mood', 'grim')];

function diagnose(peer: Peer, facts: readonly object[] = all, payload: object = {}): Promise<Answer> {
  return ask(peer, 'diagnose', facts, { eval_time: at, ...explained, ...payload });
}

function hintsOf(answer: Answer): Required<ProofHints> {
  return (payloadOf(answer) as { readonly proof_hints: Required<ProofHints> }).proof_hints;
}

type Derivation = Required<ProofHints>['derivations'][number];

function derivationOf(answer: Answer, name: string): Derivation {
  const id = toolList(answer).find((tool) => tool.name === name)?.macro_id;
  const found = hintsOf(answer).derivations.filter(({ macro_id: each }) => each === id);
  expect(found).toHaveLength(1);
  return found[0] as Derivation;
}

interface TreeNode {
  readonly fact: string;
  readonly type: string;
  readonly children: readonly TreeNode[];
}

function nodesOf(node: TreeNode): readonly TreeNode[] {
  expect(Object.keys(node).sort()).toEqual(['children', 'fact', 'type']);
  return [node, ...node.children.flatMap(nodesOf)];
}

overTransports('proof hints', (verifies) => {
  verifies(['EVAL-013', 'EVAL-033'], 'are sent only to those who ask', async ({ connect }) => {
    const peer = await connect(options);
    for (const wish of [undefined, {}, { include_proof_hints: false }]) {
      const payload = wish === undefined ? {} : { options: wish };
      const answer = await ask(peer, 'diagnose', all, { eval_time: at, ...payload });
      expect(payloadOf(answer)).not.toHaveProperty('proof_hints');
    }
    const answer = payloadOf(await diagnose(peer));
    expect(answer.proof_hints).toBeTypeOf('object');
  });

  verifies(
    ['ERR-036', 'ERR-037', 'ERR-043', 'EVAL-038'],
    'each tool has one derivation, which agrees with it',
    async ({ connect }) => {
      const peer = await connect(options);
      const answer = await diagnose(peer);
      const tools = toolList(answer);
      expect(tools.map(({ name }) => name)).toEqual(['find_cause', 'measure', 'compare', 'enter']);
      expect(hintsOf(answer).derivations.map(({ macro_id: id }) => id)).toEqual(tools.map((tool) => tool.macro_id));
      for (const { name, metadata } of tools) {
        const { selected_by: phase, score, rule_chain: chain } = derivationOf(answer, name);
        expect({ selection_phase: phase, score, source_rules: chain }).toEqual(metadata);
      }
      expect(tools.map(({ name }) => [name, derivationOf(answer, name).rule_chain])).toEqual([
        ['find_cause', ['mandatory_for_intent', 'known_report', 'probable_cause', 'fresh_symptom']],
        ['measure', ['tool_requires', 'tool_relevant_to_intent', 'known_report']],
        ['compare', ['tool_relevant_to_intent', 'known_report']],
        ['enter', ['macro_tool']],
      ]);
      expect(new Set(hintsOf(answer).derivations.map((each) => each.selected_by))).toEqual(
        new Set(['skeleton', 'dependency', 'flesh']),
      );
    },
  );

  verifies(['ERR-038', 'DATA-040'], 'supporting facts are the client’s, and matter', async ({ connect }) => {
    const peer = await connect(options);
    const whole = await diagnose(peer, [{ ...report, source: null }, smoke, fact('mood', 'grim')]);
    expect(derivationOf(whole, 'find_cause').supporting_facts).toEqual([report, smoke]);
    expect(derivationOf(whole, 'measure').supporting_facts).toEqual([report]);
    for (const { supporting_facts: supporting = [], macro_id: id } of hintsOf(whole).derivations) {
      for (const gone of supporting) {
        const rest = all.filter((each) => JSON.stringify(each) !== JSON.stringify(gone));
        expect(rest).toHaveLength(all.length - 1);
        const without = await diagnose(peer, rest);
        expect(toolList(without).map((tool) => tool.macro_id)).not.toContain(id);
      }
    }
  });

  verifies(
    ['ERR-039', 'EVAL-017', 'DATA-008', 'ARCH-004'],
    'the leaves of a tree are facts of the server or of the session',
    async ({ connect }) => {
      const peer = await connect(options);
      for (const category of [undefined, null, 'session']) {
        const facts = all.map((each) => (category === undefined ? each : { ...each, category }));
        const answer = await diagnose(peer, facts);
        const nodes = nodesOf(derivationOf(answer, 'find_cause').tree as unknown as TreeNode);
        const leaves = nodes.filter(({ children }) => children.length === 0);
        expect(new Set(leaves.map(({ fact: text, type }) => `${type} ${text}`))).toEqual(
          new Set([
            'session intent_type("current", "diagnose")',
            'session report("north")',
            'server ward("north")',
            'session symptom("north", "smoke")@[2026-03-01T09:12:00Z]',
          ]),
        );
        expect(nodes.filter(({ children }) => children.length > 0).every(({ type }) => type === 'derived')).toBe(true);
      }
    },
  );

  verifies(['ERR-035', 'ERR-040'], 'say which tools were considered, and why they are not there', async (context) => {
    const peer = await context.connect(options);
    const answer = await diagnose(peer);
    const entries = hintsOf(answer).excluded.map((each) => [each.candidate, each.excluded_by]);
    expect(entries).toEqual([
      ['asleep', 'skeleton'],
      ['modern', 'exclusion'],
      ['rival', 'conflict'],
      ['stuck', 'dependency'],
      ['undisclosed', 'exclusion'],
      ['weak', 'flesh'],
    ]);
    const few = await diagnose(peer, all, { constraints: { max_tools_returned: 1 } });
    expect(toolList(few).map(({ name }) => name)).toEqual(['find_cause']);
    expect(hintsOf(few).excluded).toContainEqual({
      candidate: 'compare',
      excluded_by: 'output',
      reason: 'max_tools_returned',
    });
    expect(hintsOf(few).derivations).toHaveLength(1);
  });

  verifies(['ERR-041'], 'say which facts did nothing', async ({ connect }) => {
    const peer = await connect(options);
    const facts = [...all, fact('report', 'north'), fact('disclosure_upgrade', 'mt_nothing')];
    expect(hintsOf(await diagnose(peer, facts)).unmatched_facts).toEqual([
      { pred: 'disclosure_upgrade', reason: expect.any(String) as unknown },
      { pred: 'mood', reason: 'no rule reads it' },
    ]);
    const elsewhere = hintsOf(await diagnose(peer, [{ ...smoke, args: ['north', 'fog'] }]));
    expect(elsewhere.unmatched_facts).toEqual([{ pred: 'symptom', reason: 'no rule that reads it found a match' }]);
  });

  verifies(['ERR-042', 'EVAL-037'], 'tell nothing of rules, policy and who asks', async ({ connect }) => {
    const open = await connect(options);
    const forbidden = /:-|\.mg|\.json|inner_circle|cleared_place|back room|business|prohibited|permitted_|client_/;
    const texts = [(await diagnose(open)).text];
    expect(texts[0]).not.toContain('banned');
    const peer = await connect(options);
    await peer.login(secret);
    const answer = await diagnose(peer);
    texts.push(answer.text);
    const denied = { candidate: 'banned', excluded_by: 'exclusion', reason: 'not permitted' };
    expect(hintsOf(answer).excluded).toContainEqual(denied);
    for (const text of texts) expect(text).not.toMatch(forbidden);
    for (const text of texts) expect(text).not.toMatch(/warden|5e0b7c19aa|"admin"|"keys"/);
  });

  verifies(['EVAL-035', 'EVAL-036'], 'change nothing else of the answer', async ({ connect }) => {
    const peer = await connect(options);
    const { proof_hints: _, ...rest } = payloadOf(await diagnose(peer));
    const bare = payloadOf(await diagnose(peer, all, { options: { disclosure_preference: 'full' } }));
    expect({ ...bare, eval_duration_ms: 0 }).toEqual({ ...rest, eval_duration_ms: 0 });
    expect(bare.diagnostics.rules_fired).toBeGreaterThan(0);
  });

  verifies(['EVAL-025'], 'are the same for the same question, in any order of its facts', async ({ connect }) => {
    const peer = await connect(options);
    const facts = [...all, fact('report', 'south'), { ...smoke, args: ['south', 'smoke'] }];
    const seen = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { proof_hints: hints } = payloadOf(await diagnose(peer, round % 2 === 0 ? facts : facts.toReversed()));
      seen.add(JSON.stringify(hints));
    }
    expect(seen.size).toBe(1);
  });

  verifies(['ERR-040'], 'are there within the limits of the client', async ({ connect }) => {
    const peer = await connect(options);
    const { diagnostics } = payloadOf(await diagnose(peer));
    const tight = await peer.ask(
      intentRequest({
        intent: { name: 'diagnose' },
        facts: all,
        eval_time: at,
        ...explained,
        constraints: { max_facts_created: diagnostics.facts_derived },
      }),
    );
    expect(hintsOf(tight).derivations).toHaveLength(4);
    expect(tight.text).not.toContain('banned');
  });
});
