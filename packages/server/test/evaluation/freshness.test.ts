import type { MacroTool, Skill } from '@manglecp/protocol';
import { expect } from 'vitest';
import { outcomeOf, toolNames } from '../harness/answers.js';
import { collectGarbage } from '../harness/footprint.js';
import { intentRequest, newId } from '../harness/messages.js';
import { openOutside } from '../harness/outside.js';
import { copyPack } from '../harness/pack-copy.js';
import { type Message, type Peer, sessionTransports } from '../harness/peer.js';
import { opcodes, openRawWebSocket } from '../harness/raw-websocket.js';
import { until } from '../harness/until.js';
import { overTransports } from '../harness/verifies.js';
import { ask, fact, levelsIn, namesIn, payloadOf, skillList, toolList } from './tools.js';

const composer = { pack: 'composer' };
const faults = { pack: 'faults' };
const error = fact('console_error', 'e1', 'x is null');
const request = fact('failed_request', 'https://api.example/users');
const at = '2026-03-01T09:15:00Z';

function diagnose(peer: Peer, facts: readonly object[], options: object = {}) {
  return ask(peer, 'diagnose', facts, { eval_time: at, options });
}

interface ProofNode {
  readonly fact: string;
  readonly type: string;
  readonly children: readonly ProofNode[];
}

interface Derivation {
  readonly tree: ProofNode;
  readonly supporting_facts: readonly { readonly pred: string; readonly args: readonly unknown[] }[];
}

function leavesOf(node: ProofNode): readonly ProofNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
}

/** The one version that everything about the tool of a version speaks of. */
function versionIn(tools: readonly MacroTool[], skills: readonly Skill[]): number {
  const found = tools.filter(({ name }) => /^v\d+$/.test(name));
  expect(found).toHaveLength(1);
  const [tool] = found;
  const version = Number(tool?.name.slice(1));
  const skill = version % 2 === 0 ? 'query-plans' : 'index-handbook';
  expect(tool).toMatchObject({
    description: `Version ${version}.`,
    context_injection: {
      instructions: `Instruction ${version}.`,
      skills: [{ skill_id: skill }],
      context_resources: [{ uri: `file:///${version}`, relevance: `version ${version}`, priority: version }],
    },
  });
  expect(skills.map(({ skill_id: id }) => id)).toEqual([skill]);
  return version;
}

/** Seconds of work, until somebody stops it. */
const heavy = { facts: Array.from({ length: 1500 }, (_, value) => fact('number', value)), intent: { name: 'derive' } };

overTransports('an evaluation starts afresh', (verifies) => {
  verifies(['ARCH-003', 'EVAL-016'], 'and sees nothing of the one before', async ({ connect }) => {
    const peer = await connect(composer);
    const hints = { include_proof_hints: true };
    const before = outcomeOf(await diagnose(peer, [error], hints));
    const other = await diagnose(peer, [error, request, fact('backend_log', 'secret-service')], hints);
    expect(other.text).toContain('secret-service');
    const again = await diagnose(peer, [error], hints);
    expect(outcomeOf(again)).toEqual(before);
    expect(again.text).not.toContain('secret-service');
    await peer.ask(intentRequest({ intent: { name: 'diagnose' }, facts: [error, { pred: 'bad', args: [] }] }));
    expect(outcomeOf(await diagnose(peer, [error], hints))).toEqual(before);
  });

  verifies(
    ['ARCH-004', 'EVAL-035', 'EVAL-017'],
    'from the base, the facts of the client and what externals say',
    async ({ connect }) => {
      const peer = await connect(composer);
      const evaluated = async (facts: readonly object[]): Promise<number> =>
        payloadOf(await diagnose(peer, facts)).diagnostics.facts_evaluated as number;
      const base = await evaluated([]);
      expect(await evaluated([error])).toBe(base + 1);
      expect(await evaluated([error, error, request])).toBe(base + 2);
      const { diagnostics } = payloadOf(await diagnose(peer, [error])) as { diagnostics: Record<string, number> };
      for (const [key, value] of Object.entries(diagnostics))
        expect([key, Number.isInteger(value)]).toEqual([key, true]);
      // Of each proof the leaves are of these kinds; those of the client are of its session.
      const { derivations } = payloadOf(
        await diagnose(peer, [error, request], { include_proof_hints: true }),
      ).proof_hints;
      const kinds = new Set<string>();
      for (const { tree, supporting_facts: facts } of derivations as readonly Derivation[]) {
        for (const leaf of leavesOf(tree)) kinds.add(leaf.type);
        for (const each of facts) expect([error, request]).toContainEqual({ pred: each.pred, args: each.args });
      }
      // What rules state without a condition, and what they find absent, is derived.
      for (const kind of kinds) expect(['session', 'server', 'derived']).toContain(kind);
      expect(kinds).toContain('session');
    },
  );

  verifies(['ARCH-005', 'EVAL-025'], 'a thousand times, and nothing adds up', async ({ connect, transport }) => {
    const peer = await connect(composer);
    const isQuick = transport === 'stdio';
    const counts = new Set<string>();
    const answers = new Set<string>();
    const turn = async (times: number): Promise<void> => {
      for (let count = 0; count < times; count += 1) {
        const answer = await diagnose(peer, count % 2 === 0 ? [error, request] : [request, error]);
        counts.add(JSON.stringify(payloadOf(answer).diagnostics));
        answers.add(JSON.stringify(toolList(answer)));
      }
    };
    await turn(isQuick ? 200 : 20);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    await turn(isQuick ? 800 : 80);
    collectGarbage();
    expect(counts.size).toBe(1);
    expect(answers.size).toBe(1);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  });

  verifies(['EVAL-016', 'EVAL-025'], 'also beside others that say the contrary', async ({ connect }) => {
    const peers = await Promise.all([1, 2, 3].map(() => connect(composer)));
    const questions = [[error], [error, request], [error, fact('backend_log', 'api')], []];
    const alone = new Map<object, unknown>();
    for (const facts of questions) alone.set(facts, outcomeOf(await diagnose(peers[0] as Peer, facts)));
    const rounds = Array.from({ length: 25 }, (_, round) =>
      questions.map(async (facts, index) => {
        const answer = await diagnose(peers[(round + index) % peers.length] as Peer, facts);
        expect(outcomeOf(answer)).toEqual(alone.get(facts));
      }),
    );
    await Promise.all(rounds.flat());
  });

  verifies(['EVAL-036'], 'and is the same whether it is counted or not', async ({ connect }) => {
    const plain = await connect(composer);
    const counted = await connect({ ...composer, config: { coverage: true } });
    for (const facts of [[], [error], [error, request, fact('component', 'a.ts', 90)]]) {
      const expected = await diagnose(plain, facts);
      for (const [peer, options] of [
        [counted, {}],
        [counted, { include_proof_hints: true }],
        [plain, { include_proof_hints: true }],
      ] as const) {
        const answer = await diagnose(peer, facts, options);
        expect(toolList(answer)).toEqual(toolList(expected));
        expect(levelsIn(answer)).toEqual(levelsIn(expected));
        expect(skillList(answer)).toEqual(skillList(expected));
      }
    }
    expect(payloadOf(await diagnose(counted, [error])).diagnostics.rule_coverage).toBeDefined();
  });

  verifies(['EVAL-060'], 'from rules and facts that are read once, and again when they change', async ({ fresh }) => {
    const pack = copyPack('composer');
    try {
      const fixed = await (await fresh({ pack: pack.folder })).connect();
      const watched = await (await fresh({ pack: pack.folder, isWatched: true })).connect();
      const before = namesIn(await ask(fixed, 'repair'));
      pack.makeFolder('facts');
      pack.write('facts/caches.mg', 'stale_cache("base").\n');
      pack.edit('domain.mg', '"reload_page", "full"', '"reload_page", "condensed"');
      await until(async () => namesIn(await ask(watched, 'repair')).includes('purge_cache'));
      await until(async () => levelsIn(await ask(watched, 'repair')).includes('reload_page condensed'));
      expect(namesIn(await ask(fixed, 'repair'))).toEqual(before);
      expect(levelsIn(await ask(fixed, 'repair'))).toContain('reload_page full');
    } finally {
      pack.dispose();
    }
  });
});

overTransports('a change of rules', (verifies) => {
  verifies(['EVAL-061', 'ARCH-009'], 'is seen as a whole or not at all', async ({ fresh }) => {
    const pack = copyPack('skilled');
    try {
      const text = pack.read('domain.mg');
      const versioned = (version: number): string =>
        `${text}
tool_relevant_to_intent("v${version}", "tune", 99).
macro_step("v${version}", 1, "echo", {/value : "v${version}"}).
macro_description("v${version}", "Version ${version}.").
macro_instruction("v${version}", 1, "Instruction ${version}.").
needs_resource("v${version}", "file:///${version}", "version ${version}", ${version % 100}).
needs_skill("v${version}", "${version % 2 === 0 ? 'query-plans' : 'index-handbook'}").
`;
      pack.write('domain.mg', versioned(0));
      const peer = await (await fresh({ pack: pack.folder, isWatched: true })).connect();
      const seen = new Set<number>();
      let written = 0;
      await until(async () => {
        if (seen.has(written) && written < 4) pack.write('domain.mg', versioned((written += 1)));
        for (const answer of await Promise.all([1, 2, 3, 4].map(() => ask(peer, 'tune')))) {
          seen.add(versionIn(toolList(answer), skillList(answer)));
        }
        return seen.has(4);
      });
      expect(seen.size).toBeGreaterThan(1);
    } finally {
      pack.dispose();
    }
  });

  verifies(['ARCH-009'], 'waits for no evaluation, and no evaluation for it', async ({ fresh }) => {
    const outside = await openOutside('high');
    const pack = copyPack('guarded');
    try {
      pack.makeFolder('facts');
      pack.write('facts/outside.mg', `outside("${outside.address}").\n`);
      pack.write('policy.mg', pack.read('policy.mg').replaceAll('"authenticated"', '"anonymous"'));
      const peer = await (await fresh({ pack: pack.folder, isWatched: true })).connect();
      outside.hold();
      const slow = ask(peer, 'wait_outside');
      await until(() => outside.calls.includes('/leave'));
      pack.write(
        'domain.mg',
        pack.read('domain.mg').replaceAll('"look"', '"stare"').replaceAll('leave_granted', 'go_now'),
      );
      await until(async () => toolNames(await ask(peer, 'observe')).includes('stare'));
      outside.answer('high');
      expect(namesIn(await slow)).toEqual(['leave_granted']);
      expect(namesIn(await ask(peer, 'wait_outside'))).toEqual(['go_now']);
    } finally {
      await outside.close();
      pack.dispose();
    }
  });
});

overTransports('while an evaluation takes all it can get', (verifies) => {
  verifies(
    ['EVAL-065', 'EVAL-028'],
    'others are answered, and it can be cancelled',
    async ({ connect }) => {
      const peer = await connect(faults);
      const long = intentRequest({ ...heavy, constraints: { max_compute_ms: 30_000 } });
      peer.send(long);
      for (let count = 0; count < 5; count += 1) {
        expect(toolNames(await ask(peer, 'derive', [fact('count_to', 3)]))).toEqual(['report']);
      }
      const isAnswer = ({ id }: Message): boolean => id === long.id;
      expect(peer.rest().filter(isAnswer)).toEqual([]);
      peer.send({ type: 'cancel', id: null, manglecp: '2026-02-draft', payload: { request_id: long.id } });
      expect(await peer.next(isAnswer)).toMatchObject({ type: 'error', payload: { code: 'cancelled' } });
      expect(toolNames(await ask(peer, 'derive', [fact('count_to', 3)]))).toEqual(['report']);
    },
    { on: sessionTransports },
  );

  verifies(
    ['EVAL-065'],
    'pings are answered',
    async ({ subject, connect }) => {
      const { url = '' } = await subject(faults);
      const [peer, socket] = [await connect(faults), await openRawWebSocket(url)];
      const long = intentRequest({ ...heavy, constraints: { max_compute_ms: 30_000 } }, { id: newId() });
      peer.send(long);
      for (let count = 0; count < 5; count += 1) {
        socket.send(`ping ${count}`, { opcode: opcodes.ping });
        let frame = await socket.next();
        while (frame.opcode !== opcodes.pong) frame = await socket.next();
        expect(frame.payload.toString()).toBe(`ping ${count}`);
      }
      expect(peer.rest().filter(({ id }) => id === long.id)).toEqual([]);
      peer.send({ type: 'cancel', id: null, manglecp: '2026-02-draft', payload: { request_id: long.id } });
      expect(await peer.next(({ id }) => id === long.id)).toMatchObject({ payload: { code: 'cancelled' } });
      socket.destroy();
    },
    { on: ['websocket'] },
  );
});
