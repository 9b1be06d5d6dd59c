import { expect } from 'vitest';
import { errorOf, toolNames } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import { openOutside } from '../harness/outside.js';
import { copyPack } from '../harness/pack-copy.js';
import type { Answer, Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { logIn } from '../security/desk.js';
import { people } from '../security/people.js';
import { ask, fact, namesIn, payloadOf } from './tools.js';

const faults = { pack: 'faults' };

function derive(peer: Peer, facts: readonly object[], constraints: object = {}): Promise<Answer> {
  return peer.ask(intentRequest({ intent: { name: 'derive' }, facts, constraints, eval_time: '2026-03-01T09:15:00Z' }));
}

const countTo = (value: number): object => fact('count_to', value);

function factsDerived(answer: Answer): number {
  return payloadOf(answer).diagnostics.facts_derived as number;
}

/** Sightings of a second each, so many milliseconds apart from start to start. */
function sightings(count: number, gapMs: number): readonly object[] {
  const start = Date.parse('2026-03-01T09:00:00Z');
  return Array.from({ length: count }, (_, at) => ({
    pred: 'sighting',
    args: ['fox'],
    t: { start: start + at * gapMs, end: start + at * gapMs + 1000 },
  }));
}

/** Enough for seconds of work that derives nothing. */
const numbers = Array.from({ length: 400 }, (_, value) => fact('number', value));

/** A limit was hit: that and nothing else is told. */
function limitOf(answer: Answer, code: string): number {
  const { details, ...rest } = errorOf(answer, code);
  expect(details).toMatchObject({ partial_results_available: false });
  expect(JSON.stringify([details, rest])).not.toMatch(/macro_tools|macro_id|report/);
  return details.budget.limit as number;
}

overTransports('constraints', (verifies) => {
  verifies(['EVAL-012'], 'are whole numbers that are not too small, or absent', async ({ connect }) => {
    const peer = await connect(faults);
    const keys = [
      'max_facts_created',
      'max_intervals_per_atom',
      'max_compute_ms',
      'max_tools_returned',
      'max_tokens_budget',
    ];
    for (const key of keys) {
      for (const value of [-1, 1.5, '10', true, [], {}]) {
        errorOf(await derive(peer, [], { [key]: value }), 'malformed_message');
      }
      expect(toolNames(await derive(peer, [], { [key]: null }))).toEqual(['report']);
    }
    for (const key of ['max_intervals_per_atom', 'max_compute_ms', 'max_tokens_budget']) {
      errorOf(await derive(peer, [], { [key]: 0 }), 'malformed_message');
    }
    errorOf(await derive(peer, [], [10]), 'malformed_message');
  });

  verifies(
    ['EVAL-007', 'EVAL-024', 'EVAL-026', 'EVAL-030'],
    'end a derivation that goes on, with an error and nothing else',
    async ({ connect }) => {
      const peer = await connect(faults);
      const thousand = [countTo(999)];
      expect(limitOf(await derive(peer, thousand, { max_facts_created: 10 }), 'derivation_limit_exceeded')).toBe(10);
      expect(limitOf(await derive(peer, thousand, { max_facts_created: 100 }), 'derivation_limit_exceeded')).toBe(100);
      expect(factsDerived(await derive(peer, thousand, { max_facts_created: 2000 }))).toBeGreaterThan(1000);
    },
  );

  verifies(
    ['EVAL-012', 'EVAL-007', 'EVAL-008', 'EVAL-009'],
    'of the client count if they are stricter than those of the server, and no further',
    async ({ connect }) => {
      const cases = [
        {
          code: 'derivation_limit_exceeded',
          key: 'max_facts_created',
          setting: 'max_derived_facts',
          facts: [countTo(900)],
          own: 200,
          strict: 150,
        },
        {
          code: 'interval_limit_exceeded',
          key: 'max_intervals_per_atom',
          setting: 'max_intervals_per_atom',
          facts: sightings(9, 5000),
          own: 5,
          strict: 3,
        },
        {
          code: 'evaluation_timeout',
          key: 'max_compute_ms',
          setting: 'max_compute_ms',
          facts: numbers,
          own: 30,
          strict: 7,
        },
      ];
      for (const { code, key, setting, facts, own, strict } of cases) {
        const peer = await connect({ ...faults, config: { limits: { [setting]: own } } });
        expect(peer.manifest.payload.limits).toMatchObject({ [setting]: own });
        const effective = async (limit?: number | null): Promise<number> =>
          limitOf(await derive(peer, facts, limit === undefined ? {} : { [key]: limit }), code);
        expect([await effective(), await effective(null), await effective(own), await effective(own * 100)]).toEqual([
          own,
          own,
          own,
          own,
        ]);
        expect(await effective(strict)).toBe(strict);
      }
    },
  );

  verifies(['EVAL-064'], 'count distinct facts that are derived, exactly', async ({ connect }) => {
    const peer = await connect(faults);
    const questions = [fact('question', 'a'), fact('question', 'b')];
    const least = factsDerived(await derive(peer, [countTo(0), ...questions]));
    expect(least).toBeLessThan(25);
    // Each number below the one that is counted to is one fact more.
    const facts = [countTo(25 - least), countTo(1), ...questions, countTo(0)];
    for (const order of [facts, facts.toReversed(), [...facts, ...facts]]) {
      const exact = await derive(peer, order, { max_facts_created: 25 });
      expect([toolNames(exact), factsDerived(exact)]).toEqual([['report'], 25]);
      for (const limit of [24, 0]) {
        expect(limitOf(await derive(peer, order, { max_facts_created: limit }), 'derivation_limit_exceeded')).toBe(
          limit,
        );
      }
    }
  });

  verifies(
    ['EVAL-008', 'EVAL-027', 'EVAL-024'],
    'count intervals after those that touch are made one',
    async ({ connect }) => {
      const peer = await connect(faults);
      const limit = { max_intervals_per_atom: 10 };
      for (const facts of [sightings(10, 5000), sightings(200, 1000), sightings(200, 700), sightings(1, 1)]) {
        expect(toolNames(await derive(peer, facts, limit))).toEqual(['report']);
      }
      expect(limitOf(await derive(peer, sightings(11, 5000), limit), 'interval_limit_exceeded')).toBe(10);
      // A nanosecond between them is a gap.
      const at = (ms: number, rest: string): string => `2026-03-01T09:00:0${ms}.${rest}Z`;
      const close = Array.from({ length: 3 }, (_, s) => ({
        pred: 'sighting',
        args: ['fox'],
        t: { start: at(s, '000000001'), end: at(s, '999999999') },
      }));
      const touching = close.map(({ t, ...rest }, s) => ({ ...rest, t: { ...t, start: at(s, '000000000') } }));
      expect(toolNames(await derive(peer, touching, { max_intervals_per_atom: 1 }))).toEqual(['report']);
      expect(limitOf(await derive(peer, close, { max_intervals_per_atom: 2 }), 'interval_limit_exceeded')).toBe(2);
    },
  );

  verifies(
    ['EVAL-029', 'EVAL-059'],
    'or the check of the rules stop a recursion through time, and the server goes on',
    async ({ connect }) => {
      const peer = await connect(faults);
      const before = process.memoryUsage().rss;
      const pulse = { pred: 'pulse', args: ['fox'], t: { at: '2026-03-01T09:00:00Z' } };
      for (let count = 0; count < 20; count += 1) {
        expect(limitOf(await derive(peer, [pulse]), 'interval_limit_exceeded')).toBe(1000);
      }
      expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
      expect(limitOf(await derive(peer, [pulse], { max_intervals_per_atom: 7 }), 'interval_limit_exceeded')).toBe(7);
      expect(peer.manifest.payload.status).toBe('ready');
      // One that goes on with touching intervals has one interval all the time, and other limits.
      const pace = { pred: 'stretch', args: ['fox'], t: { at: '2026-03-01T09:00:00Z' } };
      limitOf(await derive(peer, [pace], { max_facts_created: 500 }), 'derivation_limit_exceeded');
      // One that ends is evaluated to its end: a shift an hour from nine to five.
      const opened = { pred: 'opened', args: ['desk'], t: { at: '2026-03-01T09:00:00Z' } };
      const shifts = await derive(peer, [opened]);
      expect(toolNames(shifts)).toEqual(['hand_over', 'report']);
      // A pack may refuse such rules: then it is served without them.
      const echoes = await connect({ pack: 'echoes' });
      expect(echoes.manifest.payload.status).toBe('degraded');
      expect(namesIn(await ask(echoes, 'listen'))).toEqual(['answer']);
      errorOf(await ask(echoes, 'listen', [{ pred: 'call', args: ['x'] }]), 'invalid_temporal_pattern');
      expect(namesIn(await ask(echoes, 'listen'))).toEqual(['answer']);
      expect(toolNames(await derive(peer, [countTo(3)]))).toEqual(['report']);
    },
  );

  verifies(
    ['EVAL-009', 'EVAL-028', 'EVAL-024', 'EVAL-030'],
    'end an evaluation that takes too long, while others are served',
    async ({ connect }) => {
      const peer = await connect(faults);
      const heavy = derive(peer, numbers, { max_compute_ms: 50 });
      const light = Promise.all([1, 2, 3].map(() => derive(peer, [countTo(3)])));
      expect((await light).map(toolNames)).toEqual([['report'], ['report'], ['report']]);
      expect(limitOf(await heavy, 'evaluation_timeout')).toBe(50);
    },
  );

  verifies(
    ['EVAL-063'],
    'hold for what happens outside; what fails there fails the evaluation',
    async ({ fresh, connect }) => {
      const peer = await connect(faults);
      for (const question of ['throw', 'reject', 'babble']) {
        errorOf(await ask(peer, 'consult', [fact('question', question)]), 'evaluation_failed');
      }
      const outside = await openOutside('high');
      const pack = copyPack('guarded');
      try {
        pack.makeFolder('facts');
        pack.write('facts/outside.mg', `outside("${outside.address}").\n`);
        const clerk = await (await fresh({ pack: pack.folder, config: { auth: people } })).connect();
        await logIn(clerk, 'clerk');
        outside.hold();
        // It may take a minute there; the request may not.
        const late = await ask(clerk, 'wait_outside', [], { constraints: { max_compute_ms: 40 } });
        expect(limitOf(late, 'evaluation_timeout')).toBe(40);
        outside.answer('high');
        expect(namesIn(await ask(clerk, 'wait_outside'))).toEqual(['leave_granted']);
      } finally {
        await outside.close();
        pack.dispose();
      }
    },
  );
});
