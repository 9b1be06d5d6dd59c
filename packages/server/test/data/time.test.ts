import { expect } from 'vitest';
import { errorOf, invokeTool, toolNames, violationsOf } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';

const options = { pack: 'moments' };

const noon = Date.parse('2026-03-01T12:00:00Z');
const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** The instant so many milliseconds from noon. */
function at(ms: number): string {
  return new Date(noon + ms).toISOString();
}

function event(t?: unknown): object {
  return { pred: 'event', args: ['e'], ...(t === undefined ? {} : { t }) };
}

function watch(peer: Peer, facts: readonly unknown[], evalTime?: unknown): Promise<Answer> {
  const time = evalTime === undefined ? {} : { eval_time: evalTime };
  return peer.ask(intentRequest({ intent: { name: 'watch' }, facts, ...time }));
}

/** What holds at an instant; `echo_now` always does. */
async function held(peer: Peer, facts: readonly unknown[], evalTime: unknown): Promise<readonly string[]> {
  const names = toolNames(await watch(peer, facts, evalTime));
  return names.filter((name) => name !== 'echo_now');
}

/** At which of these instants a tool is offered for the facts. */
async function momentsOf(
  peer: Peer,
  tool: string,
  { facts, from }: { readonly facts: readonly unknown[]; readonly from: readonly number[] },
): Promise<readonly number[]> {
  const found: number[] = [];
  for (const ms of from) if ((await held(peer, facts, at(ms))).includes(tool)) found.push(ms);
  return found;
}

/** A millisecond before, at and after each of these. */
function around(...instants: readonly number[]): readonly number[] {
  return instants.flatMap((ms) => [ms - 1, ms, ms + 1]);
}

const all = ['at_now', 'future_always', 'future_sometime', 'past_always', 'past_sometime'];

overTransports('time', (verifies) => {
  verifies(
    ['DATA-023', 'DATA-034'],
    'an interval holds from its start to its end, both included',
    async ({ connect }) => {
      const peer = await connect(options);
      const facts = [event({ start: at(0), end: at(hour) })];
      const from = [-hour, ...around(0), hour / 2, ...around(hour), 2 * hour];
      expect(await momentsOf(peer, 'at_now', { facts, from })).toEqual([0, 1, hour / 2, hour - 1, hour]);
      const instant = [event({ start: at(0), end: at(0) })];
      expect(await momentsOf(peer, 'at_now', { facts: instant, from: around(0) })).toEqual([0]);
    },
  );

  verifies(['DATA-024', 'DATA-034'], 'a point holds at its instant only', async ({ connect }) => {
    const peer = await connect(options);
    expect(await momentsOf(peer, 'at_now', { facts: [event({ at: at(0) })], from: around(0) })).toEqual([0]);
    const nanos = [event({ at: '2026-03-01T12:00:00.000000001Z' })];
    expect(await held(peer, nanos, '2026-03-01T12:00:00.000000001Z')).toEqual(['at_now']);
    expect(await held(peer, nanos, '2026-03-01T12:00:00Z')).toEqual([]);
    expect(await held(peer, nanos, '2026-03-01T12:00:00.000000002Z')).toEqual([]);
  });

  verifies(['DATA-025'], 'an end without a bound is open for ever', async ({ connect }) => {
    const peer = await connect(options);
    const [past, future] = ['1700-01-01T00:00:00Z', '2260-01-01T00:00:00Z'];
    const onward = [event({ start: at(0), end: '_' })];
    expect(await momentsOf(peer, 'at_now', { facts: onward, from: around(0) })).toEqual([0, 1]);
    expect(await held(peer, onward, future)).toEqual(all);
    expect(await held(peer, onward, past)).toEqual([]);
    const until = [event({ start: '_', end: at(0) })];
    expect(await momentsOf(peer, 'at_now', { facts: until, from: around(0) })).toEqual([-1, 0]);
    expect(await held(peer, until, past)).toEqual(all);
    expect(await held(peer, until, future)).toEqual([]);
    const always = [event({ start: '_', end: '_' })];
    expect(await held(peer, always, past)).toEqual(all);
    expect(await held(peer, always, future)).toEqual(all);
  });

  verifies(['DATA-033'], 'a fact without a time holds always, also of a temporal predicate', async ({ connect }) => {
    const peer = await connect(options);
    for (const time of ['1700-01-01T00:00:00Z', '1970-01-01T00:00:00Z', at(0), '2260-12-31T23:59:59Z']) {
      expect([time, await held(peer, [event()], time)]).toEqual([time, all]);
      expect([time, await held(peer, [event(null)], time)]).toEqual([time, all]);
    }
  });

  verifies(['DATA-050'], 'a fact of a predicate without time has none', async ({ connect }) => {
    const peer = await connect(options);
    const plain = { pred: 'plain', args: ['p'] };
    expect(await held(peer, [plain, { ...plain, t: null }], at(0))).toEqual(['saw_plain']);
    const annotations = [{ at: at(0) }, { start: '_', end: '_' }, {}, 'now'];
    const violations = violationsOf(await watch(peer, [plain, ...annotations.map((t) => ({ ...plain, t }))]));
    expect(violations.map(({ fact_index: index, issue }) => [index, issue])).toEqual(
      annotations.map((_, index) => [index + 1, 'temporal_not_allowed']),
    );
  });

  verifies(['DATA-026'], 'RFC 3339 with any offset and any fraction is the same instant', async ({ connect }) => {
    const peer = await connect(options);
    const same = [
      '2026-03-01T12:00:00Z',
      '2026-03-01T12:00:00.0Z',
      '2026-03-01T12:00:00.000000000Z',
      '2026-03-01T12:00:00+00:00',
      '2026-03-01T12:00:00-00:00',
      '2026-03-01T13:30:00+01:30',
      '2026-03-01T00:00:00-12:00',
      '2026-03-02T11:59:00+23:59',
      '2026-03-01t12:00:00z',
    ];
    for (const time of same) {
      expect([time, await held(peer, [event({ at: time })], at(0))]).toEqual([time, ['at_now']]);
      expect([time, await held(peer, [event({ at: at(0) })], time)]).toEqual([time, ['at_now']]);
      const answer = await watch(peer, [], time);
      expect(answer.message.payload.eval_time_used).toBe('2026-03-01T12:00:00Z');
    }
    expect(await held(peer, [event({ at: '2026-03-01T12:00:00.001Z' })], '2026-03-01T13:00:00.001+01:00')).toEqual([
      'at_now',
    ]);
    expect(await held(peer, [event({ at: '2024-02-29T00:00:00Z' })], '2024-02-29T00:00:00Z')).toEqual(['at_now']);
  });

  verifies(['DATA-027'], 'numbers are milliseconds since 1970', async ({ connect }) => {
    const peer = await connect(options);
    expect(await momentsOf(peer, 'at_now', { facts: [event({ at: noon })], from: around(0) })).toEqual([0]);
    expect(await held(peer, [event({ start: noon, end: noon + second })], noon + second)).toEqual(['at_now']);
    expect(await held(peer, [event({ start: noon, end: noon + second })], noon + second + 1)).toEqual([]);
    expect(await held(peer, [event({ at: -1 })], '1969-12-31T23:59:59.999Z')).toEqual(['at_now']);
    expect(await held(peer, [event({ at: 0 })], '1970-01-01T00:00:00Z')).toEqual(['at_now']);
    const answer = await watch(peer, [], noon + 5);
    expect(answer.message.payload.eval_time_used).toBe('2026-03-01T12:00:00.005Z');
  });

  verifies(['DATA-028'], '`now` is the evaluation time', async ({ connect }) => {
    const peer = await connect(options);
    for (const time of ['1980-06-01T00:00:00.123456789Z', at(0), '2200-01-01T00:00:00Z', undefined]) {
      expect(await held(peer, [event({ at: 'now' })], time)).toEqual(['at_now']);
      expect(await held(peer, [event({ start: 'now', end: '_' })], time)).toEqual([
        'at_now',
        'future_always',
        'future_sometime',
      ]);
      expect(await held(peer, [event({ start: '_', end: 'now' })], time)).toEqual([
        'at_now',
        'past_always',
        'past_sometime',
      ]);
      expect(await held(peer, [event({ start: 'now', end: 'now' })], time)).toEqual(['at_now']);
    }
    expect(violationsOf(await watch(peer, [event({ start: 'now', end: at(-1) })], at(0)))).toMatchObject([
      { issue: 'invalid_temporal' },
    ]);
  });

  verifies(['DATA-029'], 'the formats of the manifest are taken, and no others', async ({ connect }) => {
    const peer = await connect(options);
    expect(peer.manifest.payload.facts_profile.time_formats).toEqual(['rfc3339', 'epoch_ms']);
    const others = [
      '1772366400000',
      '2026-03-01',
      '2026-03-01T12:00Z',
      '2026-03-01T12:00:00',
      '20260301T120000Z',
      'Sun, 01 Mar 2026 12:00:00 GMT',
      '2026-W09-7',
      'today',
      '',
      { nanos: '1772366400000000000' },
      [noon],
      true,
    ];
    const violations = violationsOf(
      await watch(
        peer,
        others.map((time) => event({ at: time })),
      ),
    );
    expect(violations.map(({ fact_index: index, issue }) => [index, issue])).toEqual(
      others.map((_, index) => [index, 'invalid_temporal']),
    );
    for (const time of others.filter((each) => each !== '')) {
      const { details } = errorOf(await watch(peer, [], time), 'malformed_message');
      expect(details.schema_errors).toMatchObject([{ path: '/eval_time' }]);
    }
  });

  verifies(['DATA-030', 'DATA-032'], 'rules see the given evaluation time as now', async ({ connect }) => {
    const peer = await connect(options);
    const facts = [event({ start: at(0), end: at(hour) })];
    expect(await held(peer, facts, at(hour / 2))).toEqual(all);
    expect(await held(peer, facts, at(2 * hour))).toEqual([]);
    for (const time of ['1999-12-31T23:59:59.999999999Z', '2026-03-01T12:00:00Z', '2250-01-01T00:00:00.5Z']) {
      const offered = await watch(peer, [], time);
      const { message } = await invokeTool(peer, offered, { name: 'echo_now' });
      expect(Date.parse(message.payload.result.value as string)).toBe(Date.parse(time));
      expect(message.payload.result.value).toBe(offered.message.payload.eval_time_used);
    }
  });

  verifies(
    ['DATA-031', 'DATA-032'],
    'without an evaluation time it is the clock of the server',
    async ({ connect }) => {
      const peer = await connect(options);
      for (const time of [undefined, null, 'now']) {
        const before = Date.now();
        const offered = await watch(peer, [event({ start: at(0), end: '_' })], time);
        const used = Date.parse(offered.message.payload.eval_time_used as string);
        expect(used).toBeGreaterThanOrEqual(before);
        expect(used).toBeLessThanOrEqual(Date.now());
        const { message } = await invokeTool(peer, offered, { name: 'echo_now' });
        expect(Date.parse(message.payload.result.value as string)).toBe(used);
      }
    },
  );

  verifies(['DATA-051'], 'the clock ends in 1677 and in 2262, and nothing overflows', async ({ connect }) => {
    const peer = await connect(options);
    const [first, last] = ['1677-09-21T00:12:43.145224193Z', '2262-04-11T23:47:16.854775806Z'];
    expect(await held(peer, [event({ start: first, end: last })], '2026-01-01T00:00:00Z')).toEqual(all);
    for (const time of [first, last]) expect(await held(peer, [event({ at: time })], time)).toEqual(['at_now']);
    const beyond = [
      '3000-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      '0000-01-01T00:00:00Z',
      '1677-09-21T00:12:43Z',
      '2262-04-11T23:47:17Z',
      '1500-06-01T00:00:00Z',
      9_223_372_036_855,
      -9_223_372_036_855,
      Number.MAX_SAFE_INTEGER,
      1e300,
    ];
    const facts = beyond.flatMap((time) => [
      event({ at: time }),
      event({ start: '_', end: time }),
      event({ start: time, end: '_' }),
    ]);
    const violations = violationsOf(await watch(peer, facts));
    expect(violations.map(({ fact_index: index, issue }) => [index, issue])).toEqual(
      facts.map((_, index) => [index, 'invalid_temporal']),
    );
    for (const time of beyond) errorOf(await watch(peer, [], time), 'malformed_message');
    expect(await held(peer, [event({ at: at(0) })], at(0))).toEqual(['at_now']);
  });

  verifies(['DATA-052'], 'an annotation that is none is refused, each for itself', async ({ connect }) => {
    const peer = await connect(options);
    const wrong: readonly unknown[] = [
      { start: at(1), end: at(0) },
      { at: at(0), start: at(0) },
      { at: at(0), end: at(0) },
      { at: at(0), start: at(0), end: at(0) },
      { start: at(0) },
      { end: at(0) },
      {},
      { at: at(0), until: at(0) },
      { start: at(0), end: at(1), closed: true },
      { from: at(0), to: at(1) },
      { at: 'noon' },
      { at: '_' },
      { at: null },
      { start: null, end: at(0) },
      { start: at(0), end: null },
      { start: '', end: '_' },
      { at: '2026-02-30T00:00:00Z' },
      { at: '2026-13-01T00:00:00Z' },
      { at: '2026-03-01T24:00:00Z' },
      { at: '2026-03-01T12:60:00Z' },
      { at: '2026-03-01T12:00:61Z' },
      { at: '2026-03-01T12:00:00+24:00' },
      { at: '2023-02-29T00:00:00Z' },
      { at: ' 2026-03-01T12:00:00Z' },
      { at: '2026-03-01T12:00:00.Z' },
      { at: noon + 0.5 },
      { at: [at(0)] },
      { at: { start: at(0), end: at(1) } },
      at(0),
      noon,
      true,
      [],
      [at(0), at(1)],
    ];
    const facts = [event(), ...wrong.map(event), event({ at: at(0) })];
    const violations = violationsOf(await watch(peer, facts));
    expect(violations.map(({ fact_index: index, issue }) => [index, issue])).toEqual(
      wrong.map((_, index) => [index + 1, 'invalid_temporal']),
    );
  });

  verifies(['DATA-052'], "members that begin with x- are nobody's business", async ({ connect }) => {
    const peer = await connect(options);
    expect(await held(peer, [event({ at: at(0), 'x-note': { any: 1 } })], at(0))).toEqual(['at_now']);
  });

  verifies(['DATA-037'], 'operators are for rules and never for annotations', async ({ connect }) => {
    const peer = await connect(options);
    const operators = ['<-[0s, 5m]', '[-[0s, 5m]', '<+[0s, 5m]', '[+[0s, 5m]', 'now - 5m', '5m', 'P5M'];
    const facts = [
      ...operators.flatMap((text) => [event(text), event({ at: text }), event({ start: text, end: '_' })]),
      event({ operator: '<-', start: at(0), end: at(1) }),
      event({ past: '5m' }),
    ];
    const violations = violationsOf(await watch(peer, facts));
    expect(violations.map(({ fact_index: index, issue }) => [index, issue])).toEqual(
      facts.map((_, index) => [index, 'invalid_temporal']),
    );
    errorOf(await watch(peer, [{ pred: '<-[0s, 5m] event', args: ['e'] }]), 'invalid_facts');
  });

  const from = [-hour, hour, ...[-7, -6, -5, -4, -3, -1, 0, 1, 3, 4, 5, 6, 7].flatMap((each) => around(each * minute))];

  verifies(['DATA-036'], 'past, sometime: from one to five minutes ago', async ({ connect }) => {
    const peer = await connect(options);
    const instant = { facts: [event({ at: at(0) })], from: around(minute, 5 * minute) };
    expect(await momentsOf(peer, 'past_sometime', instant)).toEqual([minute, minute + 1, 5 * minute - 1, 5 * minute]);
    const facts = [event({ start: at(-2 * minute), end: at(0) })];
    const inside = from.filter((ms) => ms >= -minute && ms <= 5 * minute).toSorted((a, b) => a - b);
    expect((await momentsOf(peer, 'past_sometime', { facts, from })).toSorted((a, b) => a - b)).toEqual(inside);
  });

  verifies(['DATA-036'], 'past, always: throughout from five minutes to one minute ago', async ({ connect }) => {
    const peer = await connect(options);
    const facts = [event({ start: at(-minute), end: at(4 * minute) })];
    expect(await momentsOf(peer, 'past_always', { facts, from: around(4 * minute, 5 * minute) })).toEqual([
      4 * minute,
      4 * minute + 1,
      5 * minute - 1,
      5 * minute,
    ]);
    expect(await momentsOf(peer, 'past_always', { facts: [event({ at: at(0) })], from })).toEqual([]);
  });

  verifies(['DATA-036'], 'future, sometime: from one to five minutes ahead', async ({ connect }) => {
    const peer = await connect(options);
    const instant = { facts: [event({ at: at(0) })], from: around(-5 * minute, -minute) };
    expect(await momentsOf(peer, 'future_sometime', instant)).toEqual([
      -5 * minute,
      -5 * minute + 1,
      -minute - 1,
      -minute,
    ]);
  });

  verifies(['DATA-036'], 'future, always: throughout from one to five minutes ahead', async ({ connect }) => {
    const peer = await connect(options);
    const facts = [event({ start: at(-4 * minute), end: at(minute) })];
    expect(await momentsOf(peer, 'future_always', { facts, from: around(-5 * minute, -4 * minute) })).toEqual([
      -5 * minute,
      -5 * minute + 1,
      -4 * minute - 1,
      -4 * minute,
    ]);
    expect(await momentsOf(peer, 'future_always', { facts: [event({ at: at(0) })], from })).toEqual([]);
  });

  verifies(
    ['DATA-036'],
    'always looks at all intervals of a fact together, and sees every gap',
    async ({ connect }) => {
      const peer = await connect(options);
      const parts = (end: number, start: number): readonly unknown[] => [
        event({ start: at(-hour), end: at(end) }),
        event({ start: at(start), end: at(hour) }),
      ];
      for (const [tool, evalTime] of [
        ['past_always', at(3 * minute)],
        ['future_always', at(-3 * minute)],
      ] as const) {
        expect(await held(peer, parts(0, 0), evalTime)).toContain(tool);
        expect(await held(peer, parts(0, 1), evalTime)).not.toContain(tool);
        expect(await held(peer, parts(0, minute), evalTime)).not.toContain(tool);
      }
    },
  );

  verifies(['DATA-030'], 'the operators follow the given evaluation time', async ({ connect }) => {
    const peer = await connect(options);
    const facts = [event({ start: at(-hour), end: at(0) })];
    expect(await held(peer, facts, at(0))).toEqual(['at_now', 'past_always', 'past_sometime']);
    expect(await held(peer, facts, at(-hour))).toEqual(['at_now', 'future_always', 'future_sometime']);
    expect(await held(peer, facts, at(3 * minute))).toEqual(['past_sometime']);
    expect(await held(peer, facts, at(-hour - 3 * minute))).toEqual(['future_sometime']);
    expect(await held(peer, facts, at(hour))).toEqual([]);
  });
});
