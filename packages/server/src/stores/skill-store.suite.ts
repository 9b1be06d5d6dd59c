import { describe, expect, it } from 'vitest';
import type { SkillStore, SkillStoreOptions } from './skill-store.js';

const [p, q] = [{ principal: 'p' }, { principal: 'q' }];

type CreateStore = (options: SkillStoreOptions) => Promise<SkillStore> | SkillStore;

/** What every store of issued skills does. The factory makes an empty one that tells the time by the clock it is given. */
export function describeSkillStore(name: string, create: CreateStore): void {
  /** A store with a clock that stands still until it is set. */
  async function setUp({ maxIssues = 100 }: { readonly maxIssues?: number } = {}) {
    let nowMs = 0;
    const store = await create({ clock: () => nowMs, maxIssues });
    return {
      store,
      at: (timeMs: number) => {
        nowMs = timeMs;
      },
    };
  }

  describe(name, () => {
    it('MACRO-029 knows what was issued, and nothing else', async () => {
      const { store } = await setUp();
      await store.put(p, ['a', 'b'], 1000);
      expect(await Promise.all(['a', 'b', 'c'].map((id) => store.has(p, id)))).toEqual([true, true, false]);
      await store.close();
    });

    it.each([
      ['another principal', 'q', 'a'],
      ['a principal whose key ends differently', 'p:a', ''],
      ['an id that holds the key of the principal', '', '1:p:a'],
      ['a name that objects have', 'p', '__proto__'],
      ['an empty id', 'p', ''],
    ])('MACRO-029 SEC-045 %s finds nothing', async (_, principal, id) => {
      const { store } = await setUp();
      await store.put(p, ['a'], 1000);
      expect(await store.has({ principal }, id)).toBe(false);
      await store.close();
    });

    it('SEC-045 a key and an id that read the same together are not mixed up', async () => {
      const { store } = await setUp();
      await store.put(p, ['q:a'], 1000);
      expect(await store.has({ principal: 'p:q' }, 'a')).toBe(false);
      expect(await store.has(p, 'q:a')).toBe(true);
      await store.close();
    });

    it('C-84 an issue ends with its time, also if nobody asks in between', async () => {
      const { store, at } = await setUp();
      await store.put(p, ['a'], 1000);
      at(999);
      expect(await store.has(p, 'a')).toBe(true);
      at(1000);
      expect(await store.has(p, 'a')).toBe(false);
      await store.put(p, ['b'], 500_000);
      at(400_000);
      expect(await store.has(p, 'a')).toBe(false);
      expect(await store.has(p, 'b')).toBe(true);
      await store.close();
    });

    it('C-84 a later issue prolongs and never shortens an earlier one', async () => {
      const { store, at } = await setUp();
      await store.put(p, ['a'], 5000);
      await store.put(p, ['a'], 1000);
      at(4999);
      expect(await store.has(p, 'a')).toBe(true);
      await store.put(p, ['a'], 9000);
      at(8999);
      expect(await store.has(p, 'a')).toBe(true);
      at(9000);
      expect(await store.has(p, 'a')).toBe(false);
      await store.close();
    });

    it('an issue that is over before it is put is none', async () => {
      const { store, at } = await setUp();
      at(50_000);
      await store.put(p, ['a'], 10);
      expect(await store.has(p, 'a')).toBe(false);
      await store.close();
    });

    it('past the largest number the oldest issues make room', async () => {
      const { store } = await setUp({ maxIssues: 2 });
      await store.put(p, ['a', 'b'], 1000);
      await store.put(p, ['a'], 1000);
      await store.put(q, ['c'], 1000);
      expect(await Promise.all(['a', 'b'].map((id) => store.has(p, id)))).toEqual([true, false]);
      expect(await store.has(q, 'c')).toBe(true);
      await store.put(q, ['d', 'e', 'f'], 1000);
      expect(await Promise.all(['c', 'd', 'e', 'f'].map((id) => store.has(q, id)))).toEqual([
        false,
        false,
        false,
        true,
      ]);
      expect(await store.has(p, 'a')).toBe(true);
      await store.close();
    });

    it('clients at different addresses that are one principal may fetch the same, and lose nothing to each other', async () => {
      const { store } = await setUp({ maxIssues: 10 });
      const near = { principal: 'anonymous', address: '192.0.2.1' };
      const far = { principal: 'anonymous', address: '192.0.2.2' };
      await store.put(near, ['a'], 1000);
      expect(await store.has(far, 'a')).toBe(true);
      await store.put(far, ['a'], 1000);
      for (let n = 0; n < 100; n += 1) await store.put(far, [`s ${n}`], 1000);
      expect(await store.has(near, 'a')).toBe(true);
      await store.close();
    });

    it('what is over makes room before anything that is not', async () => {
      const { store, at } = await setUp({ maxIssues: 2 });
      await store.put(p, ['long'], 100_000);
      await store.put(p, ['short'], 1000);
      at(5000);
      await store.put(p, ['new'], 100_000);
      expect(await Promise.all(['long', 'short', 'new'].map((id) => store.has(p, id)))).toEqual([true, false, true]);
      await store.close();
    });
  });
}
