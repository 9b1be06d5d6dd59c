import { setImmediate as round } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Owner } from './owner.js';
import { type Turn, Turns, type TurnsOptions } from './turns.js';

const named = (principal: string): Owner => ({ principal });
const from = (address: string): Owner => ({ principal: 'anonymous', address });

/** Turns by a clock that stands still until it is moved. */
function setUp(options: Partial<TurnsOptions> = {}) {
  let nowMs = 0;
  const turns = new Turns({ maxLong: 4, clock: () => nowMs, ...options });
  const abort = new AbortController();
  const begin = (owner: Owner, over: { readonly bytes?: number; readonly deadline?: number } = {}): Turn =>
    turns.begin({ owner, bytes: 0, deadline: 60_000, signal: abort.signal, ...over });
  return {
    turns,
    begin,
    abort,
    /** Work that is long from its beginning; tells whether it has its place by now. */
    long: async (owner: Owner, over: { readonly bytes?: number; readonly deadline?: number } = {}) => {
      const turn = begin(owner, { bytes: 100_000, ...over });
      let state: string = 'waits';
      const settled = turn.next().then(
        () => (state = 'runs'),
        (error: unknown) => (state = error instanceof Error ? error.name : 'fails'),
      );
      for (let n = 0; n < 8; n += 1) await round();
      return { turn, settled, state: () => state };
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

async function states(works: readonly { state(): string }[]): Promise<string> {
  for (let n = 0; n < 10; n += 1) await round();
  return works.map((work) => work.state()).join(' ');
}

describe('work in turns', () => {
  it('begins at once where nobody else works', async () => {
    const { begin } = setUp();
    const turn = begin(named('p'));
    await turn.next();
    turn.end();
  });

  it('counts what is done outside of turns: who writes long answers comes after who does not', async () => {
    const { turns, begin } = setUp();
    const order: string[] = [];
    const answer = async (name: string, ms: number): Promise<void> => {
      const turn = begin(from(name));
      await turn.next();
      turn.end();
      order.push(name);
      turns.charge(from(name), ms);
    };
    const all = Array.from({ length: 5 }, () => answer('large', 50));
    await round();
    all.push(answer('small', 0), answer('small', 0));
    await Promise.all(all);
    expect(order.slice(0, 2)).toEqual(['large', 'large']);
    expect(order.slice(2, 4)).toEqual(['small', 'small']);
  });

  it('leaves rounds to others after one that took long', async () => {
    const { turns, begin } = setUp();
    const rounds = async (ms: number): Promise<number> => {
      const [first, second] = [begin(from('a')), begin(from('a'))];
      await first.next();
      turns.charge(from('a'), ms);
      let isOn = false;
      void second.next().then(() => (isOn = true));
      let passed = 0;
      for (; !isOn; passed += 1) await round();
      for (const turn of [first, second]) turn.end();
      for (let n = 0; n < 40; n += 1) await round();
      return passed;
    };
    const short = await rounds(0);
    expect((await rounds(20)) - short).toBe(20);
    expect((await rounds(5_000)) - short).toBe(32);
  });

  it('goes on one piece in each round, of whoever has used least', async () => {
    const { begin, pass } = setUp({ maxLong: 100 });
    const order: string[] = [];
    const work = async (name: string, owner: Owner, pieces: number): Promise<void> => {
      const turn = begin(owner);
      for (let n = 0; n < pieces; n += 1) {
        await turn.next();
        order.push(name);
        pass(8);
      }
      turn.end();
    };
    await Promise.all([
      ...Array.from({ length: 10 }, () => work('loud', from('192.0.2.1'), 3)),
      work('quiet', from('192.0.2.2'), 3),
      work('named', named('p'), 3),
    ]);
    expect(order).toHaveLength(36);
    // Half of the time is the named client's until it is done, and half of the rest the quiet one's.
    expect(order.slice(0, 7).filter((name) => name === 'named')).toHaveLength(3);
    expect(order.slice(0, 11).filter((name) => name === 'quiet')).toHaveLength(3);
  });

  it('is refused if its time is over and others had most of it; who used it itself goes on', async () => {
    const { begin, pass } = setUp();
    const [slow, kept] = [begin(named('p'), { deadline: 400 }), begin(named('q'), { deadline: 400 })];
    await slow.next();
    const again = slow.next();
    const waiting = kept.next();
    pass(401);
    await expect(waiting).rejects.toThrow('others took the time');
    await again;
    slow.end();
    kept.end();
  });

  it('short work needs no place, and who goes on too long does', async () => {
    const { begin, long } = setUp({ maxLong: 1 });
    const holder = await long(named('p'));
    const short = begin(named('q'));
    for (let n = 0; n < 3; n += 1) await short.next();
    let isThrough = false;
    const through = short.next().then(() => (isThrough = true));
    for (let n = 0; n < 5; n += 1) await round();
    expect(isThrough).toBe(false);
    holder.turn.end();
    await through;
    short.end();
  });
});

describe('places for long work', () => {
  it('are shared: no client has more than a quarter of them, no principal all', async () => {
    const { long } = setUp({ maxLong: 8 });
    const loud = await Promise.all(Array.from({ length: 5 }, () => long(from('192.0.2.1'))));
    expect(await states(loud)).toBe('runs runs waits waits waits');
    const others = await Promise.all(
      [2, 3, 4, 5].flatMap((n) => [long(from(`192.0.2.${n}`)), long(from(`192.0.2.${n}`))]),
    );
    expect(await states(others)).toBe('runs runs runs runs waits waits waits waits');
    const own = await long(named('p'));
    expect(own.state()).toBe('runs');
    for (const { turn } of [...loud.slice(0, 2)]) turn.end();
    // Whoever has none comes before whoever has some, of equal ones who came first.
    expect(await states(loud.slice(2))).toBe('runs waits waits');
    expect(await states(others)).toBe('runs runs runs runs runs waits waits waits');
    for (const { turn } of [...loud, ...others, own]) turn.end();
  });

  it('are as many as there is memory for large messages', async () => {
    const { long } = setUp({ maxLong: 8, maxBytes: 1_000_000 });
    const large = await Promise.all(['p', 'q', 'r'].map((name) => long(named(name), { bytes: 400_000 })));
    expect(await states(large)).toBe('runs runs waits');
    large[0]?.turn.end();
    expect(await states(large)).toBe('runs runs runs');
  });

  it('are waited for in a bounded room; who has most there is refused', async () => {
    const { long, pass } = setUp({ maxLong: 1 });
    const holder = await long(named('p'));
    const loud = await Promise.all(Array.from({ length: 12 }, () => long(from('192.0.2.1'))));
    expect(loud.filter(({ state }) => state() === 'waits')).toHaveLength(8);
    expect(loud.filter(({ state }) => state() === 'Busy')).toHaveLength(4);
    const quiet = await long(from('192.0.2.2'));
    const other = await long(named('q'));
    expect(await states([quiet, other])).toBe('waits waits');
    expect(loud.filter(({ state }) => state() === 'waits')).toHaveLength(6);
    holder.turn.end();
    expect(await states([...loud.slice(0, 1), other, quiet])).toBe('runs waits waits');
    pass(8);
    loud[0]?.turn.end();
    expect(await states([other, quiet])).toBe('runs waits');
    other.turn.end();
    expect(await states([...loud.slice(1, 2), quiet])).toBe('waits runs');
  });

  it('are waited for until the deadline, or until the work is cancelled', async () => {
    const { long, abort } = setUp({ maxLong: 1 });
    await long(named('p'));
    const late = await long(named('q'), { deadline: 20 });
    const cancelled = await long(named('q'));
    await late.settled;
    expect(late.state()).toBe('Busy');
    expect(cancelled.state()).toBe('waits');
    abort.abort();
    await cancelled.settled;
    expect(cancelled.state()).toBe('AbortError');
  });
});

describe('too much work', () => {
  it('is refused to whoever has more than its share of it', () => {
    const { begin } = setUp({ maxUnderWay: 10 });
    const loud = Array.from({ length: 10 }, () => begin(from('192.0.2.1')));
    expect(() => begin(from('192.0.2.1'))).toThrow('too many evaluations are under way');
    const own = begin(named('p'));
    expect(() => begin(from('192.0.2.1'))).toThrow('too many');
    const quiet = begin(from('192.0.2.2'));
    for (const turn of [...loud, own, quiet]) turn.end();
    begin(from('192.0.2.1')).end();
  });
});
