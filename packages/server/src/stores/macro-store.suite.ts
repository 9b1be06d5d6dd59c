import { describe, expect, it } from 'vitest';
import type { Plan } from '../macro/plan.js';
import type { MacroStore, MacroStoreOptions } from './macro-store.js';
import { samplePlan, windowOf } from './sample-plan.suite.js';

type Limits = Pick<MacroStoreOptions, 'maxPlans' | 'maxBytes' | 'maxPrincipalBytes'>;
type CreateStore = (options: MacroStoreOptions) => Promise<MacroStore> | MacroStore;

const retentionMs = 300_000;

const [p, q] = [{ principal: 'p' }, { principal: 'q' }];

/** What every store of plans does. The factory makes an empty one that tells the time by the clock it is given. */
export function describeMacroStore(name: string, create: CreateStore): void {
  /** A store with a clock that stands still until it is set. */
  async function setUp({ maxPlans = 100, maxBytes = 1_000_000, maxPrincipalBytes = maxBytes }: Partial<Limits> = {}) {
    let nowMs = 0;
    let evicted = 0;
    const sizes: number[] = [];
    const store = await create({
      clock: () => nowMs,
      retentionMs,
      maxPlans,
      maxBytes,
      maxPrincipalBytes,
      onEvict: (planCount) => {
        evicted += planCount;
      },
      onSize: (planCount) => sizes.push(planCount),
    });
    return {
      store,
      at: (timeMs: number) => {
        nowMs = timeMs;
      },
      kindOf: async (macroId: string, principal = 'p', address?: string) =>
        (await store.get(address === undefined ? { principal } : { principal, address }, macroId)).kind,
      evictedCount: () => evicted,
      sizes,
    };
  }

  describe(name, () => {
    it('INV-004 gives back the plan that was put, and knows no other', async () => {
      const { store, kindOf } = await setUp();
      const plan = samplePlan(windowOf(1000));
      await store.put(p, [plan, samplePlan({ macroId: 'mt_2' })]);
      expect(await store.get(p, 'mt_1')).toEqual({ kind: 'kept', plan });
      expect(await kindOf('mt_2')).toBe('kept');
      expect(await kindOf('mt_3')).toBe('unknown');
      await store.close();
    });

    it('tells how many plans it keeps', async () => {
      const { store, at, kindOf, sizes } = await setUp({ maxPlans: 3 });
      await store.put(p, [samplePlan(windowOf(1000)), samplePlan({ macroId: 'mt_2' })]);
      await store.put(p, [samplePlan({ macroId: 'mt_2' })]);
      await store.put(q, [samplePlan({ macroId: 'mt_3' }), samplePlan({ macroId: 'mt_4' })]);
      expect(sizes).toEqual([2, 3]);
      at(10 * retentionMs);
      await kindOf('mt_2');
      expect(sizes).toEqual([2, 3, 0]);
      await store.put(p, [samplePlan()]);
      await store.close();
      expect(sizes).toEqual([2, 3, 0, 1, 0]);
    });

    it.each([
      ['another principal', 'q', 'mt_1'],
      ['a principal whose key ends differently', 'p:mt', '_1'],
      ['an id that holds the key of the principal', '', '1:p:mt_1'],
      ['a name that objects have', 'p', '__proto__'],
      ['an empty id', 'p', ''],
    ])('SEC-045 MACRO-038 %s finds nothing', async (_, principal, macroId) => {
      const { store, kindOf } = await setUp();
      await store.put(p, [samplePlan()]);
      expect(await kindOf(macroId, principal)).toBe('unknown');
      await store.close();
    });

    it('SEC-045 a key and an id that read the same together are not mixed up', async () => {
      const { store, kindOf } = await setUp();
      await store.put(p, [samplePlan({ macroId: 'q:mt_1' })]);
      expect(await kindOf('mt_1', 'p:q')).toBe('unknown');
      expect(await kindOf('q:mt_1', 'p')).toBe('kept');
      await store.close();
    });

    it('SEC-045 the same id belongs to each principal on its own', async () => {
      const { store } = await setUp();
      const [mine, yours] = [samplePlan({ intent: 'mine' }), samplePlan({ intent: 'yours' })];
      await store.put(p, [mine]);
      await store.put(q, [yours]);
      expect(await store.get(p, 'mt_1')).toEqual({ kind: 'kept', plan: mine });
      expect(await store.get(q, 'mt_1')).toEqual({ kind: 'kept', plan: yours });
      await store.close();
    });

    it.each([
      ['put later', { issuedAtMs: 0 }, { issuedAtMs: 10 }, 10],
      ['put later at the same time', { issuedAtMs: 10, intent: 'a' }, { issuedAtMs: 10, intent: 'b' }, 10],
      ['put earlier, because the other evaluation took long', { issuedAtMs: 10 }, { issuedAtMs: 0 }, 10],
    ])('C-30 the newest evaluation wins when it is %s', async (_, first, second, newest) => {
      const { store, at } = await setUp();
      at(20);
      await store.put(p, [samplePlan(first)]);
      await store.put(p, [samplePlan(second)]);
      const recalled = await store.get(p, 'mt_1');
      expect(recalled).toMatchObject({ kind: 'kept', plan: { issuedAtMs: newest } });
      if ('intent' in second) expect(recalled).toMatchObject({ plan: { intent: second.intent } });
      await store.close();
    });

    it('C-30 a new evaluation gives the id its new window', async () => {
      const { store, at, kindOf } = await setUp();
      await store.put(p, [samplePlan(windowOf(5000))]);
      at(4000);
      await store.put(p, [samplePlan({ ...windowOf(5000), issuedAtMs: 4000 })]);
      at(8999);
      expect(await kindOf('mt_1')).toBe('kept');
      at(9000);
      expect(await kindOf('mt_1')).toBe('expired');
      await store.put(p, [samplePlan({ ...windowOf(5000), issuedAtMs: 9000 })]);
      expect(await kindOf('mt_1')).toBe('kept');
      await store.close();
    });

    it('C-33 an expired id that was issued again without a window is forgotten, not expired', async () => {
      const { store, at, kindOf } = await setUp();
      await store.put(p, [samplePlan(windowOf(250_000))]);
      at(250_000);
      expect(await kindOf('mt_1')).toBe('expired');
      at(240_000);
      await store.put(p, [samplePlan({ issuedAtMs: 240_000 })]);
      at(540_000);
      expect(await kindOf('mt_1')).toBe('unknown');
      await store.close();
    });

    const lifetimes: readonly [string, Partial<Plan>, readonly [number, string][]][] = [
      [
        'INV-009 C-33 keeps a plan for its window, then remembers for the retention time that it expired',
        windowOf(3_600_000),
        [
          [0, 'kept'],
          [3_599_999, 'kept'],
          [3_600_000, 'expired'],
          [3_600_000 + retentionMs - 1, 'expired'],
          [3_600_000 + retentionMs, 'unknown'],
        ],
      ],
      [
        'INV-009 counts the window from the issue',
        { ...windowOf(1500), issuedAtMs: -1000 },
        [
          [499, 'kept'],
          [500, 'expired'],
        ],
      ],
      [
        'INV-009 keeps a plan through a millisecond that has begun',
        { expiresAt: samplePlan().evalTime + 1_000_001n },
        [
          [1, 'kept'],
          [2, 'expired'],
        ],
      ],
      [
        'INV-010 keeps a plan without a window for five minutes; it does not expire, it is forgotten',
        {},
        [
          [299_999, 'kept'],
          [300_000, 'unknown'],
        ],
      ],
      [
        'a plan whose window was over before it was put is expired',
        windowOf(-5),
        [
          [0, 'expired'],
          [retentionMs, 'unknown'],
        ],
      ],
    ];

    it.each(lifetimes)('%s', async (_, members, expected) => {
      const { store, at, kindOf } = await setUp();
      await store.put(p, [samplePlan(members)]);
      for (const [timeMs, kind] of expected) {
        at(timeMs);
        expect([timeMs, await kindOf('mt_1')]).toEqual([timeMs, kind]);
      }
      await store.close();
    });

    it('C-33 a plan that nobody asked for while it expired is told from an unknown one', async () => {
      const { store, at, kindOf } = await setUp();
      await store.put(p, [samplePlan(windowOf(1000))]);
      at(60_000);
      await store.put(p, [samplePlan({ macroId: 'mt_2', issuedAtMs: 60_000 })]);
      expect(await kindOf('mt_1')).toBe('expired');
      at(1000 + retentionMs);
      expect(await kindOf('mt_1')).toBe('unknown');
      await store.close();
    });

    it('INV-011 INV-012 C-33 past the largest number the oldest are evicted, counted, and unknown', async () => {
      const { store, kindOf, evictedCount } = await setUp({ maxPlans: 2 });
      const plan = (macroId: string) => samplePlan({ macroId, ...windowOf(10_000) });
      await store.put(p, [plan('a'), plan('b')]);
      expect(evictedCount()).toBe(0);
      await store.put(p, [plan('a')]);
      await store.put(q, [plan('c')]);
      expect(await Promise.all(['a', 'b'].map((macroId) => kindOf(macroId)))).toEqual(['kept', 'unknown']);
      expect(await kindOf('c', 'q')).toBe('kept');
      expect(evictedCount()).toBe(1);
      await store.put(p, [plan('d'), plan('e'), plan('f')]);
      expect(await kindOf('d')).toBe('unknown');
      expect(await kindOf('f')).toBe('kept');
      expect(evictedCount()).toBe(4);
      await store.close();
    });

    it('C-33 what has expired makes room before anything is evicted, and is not counted', async () => {
      const { store, at, kindOf, evictedCount } = await setUp({ maxPlans: 2 });
      await store.put(p, [samplePlan({ macroId: 'long', ...windowOf(100_000) })]);
      await store.put(p, [samplePlan({ macroId: 'short', ...windowOf(1000) })]);
      at(5000);
      await store.put(p, [samplePlan({ macroId: 'new', issuedAtMs: 5000 })]);
      expect(await Promise.all(['long', 'short', 'new'].map((macroId) => kindOf(macroId)))).toEqual([
        'kept',
        'expired',
        'kept',
      ]);
      expect(evictedCount()).toBe(0);
      await store.close();
    });

    /** A plan that binds a value of this size. */
    const heavy = (macroId: string, bytes: number): Plan => {
      const template = { kind: 'constant', value: 'x'.repeat(bytes) } as const;
      return samplePlan({ macroId, steps: [{ position: 1, action: 'a', template, isOptional: false }] });
    };

    it('INV-011 past the largest number of bytes the oldest are evicted, however few they are', async () => {
      const { store, kindOf, evictedCount } = await setUp({ maxBytes: 100_000 });
      for (let n = 0; n < 33; n += 1) expect(await store.put(p, [heavy(`mt_${n}`, 30_000)])).toBe(true);
      const kinds = await Promise.all(Array.from({ length: 33 }, (_, n) => kindOf(`mt_${n}`)));
      expect(kinds.filter((kind) => kind === 'kept')).toHaveLength(3);
      expect(kinds.slice(-3)).toEqual(['kept', 'kept', 'kept']);
      expect(evictedCount()).toBe(30);
      await store.close();
    });

    it('INV-011 what is more than a principal may have is not kept, and takes nothing from anybody', async () => {
      const { store, kindOf } = await setUp({ maxBytes: 200_000, maxPrincipalBytes: 50_000 });
      await store.put(p, [heavy('first', 20_000)]);
      await store.put(q, [heavy('theirs', 40_000)]);
      expect(await store.put(p, [heavy('small', 10), heavy('huge', 60_000)])).toBe(false);
      expect(await store.put(p, [heavy('one', 30_000), heavy('two', 30_000)])).toBe(false);
      expect(await Promise.all(['first', 'small', 'huge', 'one'].map((id) => kindOf(id)))).toEqual([
        'kept',
        'unknown',
        'unknown',
        'unknown',
      ]);
      expect(await store.put(p, [heavy('second', 40_000)])).toBe(true);
      expect(await Promise.all(['first', 'second'].map((id) => kindOf(id)))).toEqual(['unknown', 'kept']);
      expect(await kindOf('theirs', 'q')).toBe('kept');
      await store.close();
    });

    it.each<[string, Partial<Limits>, number]>([
      ['plans', { maxPlans: 20 }, 10],
      ['bytes', { maxBytes: 200_000 }, 10_000],
    ])('SEC-045 a principal with no more than its share loses nothing to another one: %s', async (_, limits, bytes) => {
      const { store, kindOf } = await setUp(limits);
      for (let n = 0; n < 8; n += 1) await store.put(q, [heavy(`mine ${n}`, bytes)]);
      for (let n = 0; n < 300; n += 1) await store.put(p, [heavy(`theirs ${n}`, bytes)]);
      const kept = await Promise.all(Array.from({ length: 8 }, (__, n) => kindOf(`mine ${n}`, 'q')));
      expect(new Set(kept)).toEqual(new Set(['kept']));
      expect(await kindOf('theirs 299')).toBe('kept');
      await store.close();
    });

    it('tombstones are bounded as well, and those of one principal do not push out those of another', async () => {
      const { store, at, kindOf } = await setUp({ maxPlans: 10 });
      const short = (macroId: string): Plan => samplePlan({ macroId, ...windowOf(1000) });
      await store.put(q, [short('mine')]);
      for (let n = 0; n < 50; n += 1) await store.put(p, [short(`theirs ${n}`)]);
      at(5000);
      for (let n = 50; n < 99; n += 1) {
        await store.put(p, [samplePlan({ macroId: `theirs ${n}`, ...windowOf(-1) })]);
      }
      expect(await kindOf('mine', 'q')).toBe('expired');
      const kinds = await Promise.all(Array.from({ length: 99 }, (_, n) => kindOf(`theirs ${n}`)));
      // As many as plans, which may have expired without anybody having looked.
      expect(kinds.filter((kind) => kind === 'expired').length).toBeLessThanOrEqual(20);
      await store.close();
    });

    describe('clients at different addresses that are one principal', () => {
      const near = { principal: 'anonymous', address: '192.0.2.1' };
      const far = { principal: 'anonymous', address: '192.0.2.2' };

      it('INV-004 find what another one was given, and their own first', async () => {
        const { store } = await setUp();
        const [mine, theirs] = [samplePlan({ intent: 'mine' }), samplePlan({ intent: 'theirs', issuedAtMs: 10 })];
        await store.put(near, [mine]);
        expect(await store.get(far, 'mt_1')).toEqual({ kind: 'kept', plan: mine });
        await store.put(far, [theirs]);
        expect(await store.get(near, 'mt_1')).toEqual({ kind: 'kept', plan: mine });
        expect(await store.get(far, 'mt_1')).toEqual({ kind: 'kept', plan: theirs });
        expect(await store.get({ principal: 'anonymous', address: '192.0.2.3' }, 'mt_1')).toEqual({
          kind: 'kept',
          plan: theirs,
        });
        await store.close();
      });

      it('lose nothing to each other, also if they were given the same', async () => {
        const { store, kindOf } = await setUp({ maxPlans: 10 });
        await store.put(near, [samplePlan({ macroId: 'same' })]);
        await store.put(far, [samplePlan({ macroId: 'same' })]);
        for (let n = 0; n < 100; n += 1) await store.put(far, [samplePlan({ macroId: `mt_${n}` })]);
        expect(await kindOf('same', near.principal, near.address)).toBe('kept');
        await store.close();
      });
    });

    it('a clock that goes back neither loses nor revives a plan', async () => {
      const { store, at, kindOf } = await setUp();
      at(50_000);
      await store.put(p, [samplePlan({ ...windowOf(2000), issuedAtMs: 50_000 })]);
      at(10_000);
      await store.put(p, [samplePlan({ macroId: 'mt_2', ...windowOf(2000), issuedAtMs: 10_000 })]);
      expect(await kindOf('mt_1')).toBe('kept');
      at(12_000);
      expect(await kindOf('mt_2')).toBe('expired');
      at(52_000);
      expect(await kindOf('mt_1')).toBe('expired');
      await store.close();
    });
  });
}
