import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairEntries } from './fair-entries.js';

const put = record({
  principal: constantFrom('p', 'q', 'r', 's'),
  address: constantFrom(undefined, '1', '2'),
  key: nat(30),
  bytes: nat(40),
  isDeleted: constantFrom(false, false, false, true),
});

const limits = { maxEntries: 8, maxBytes: 100, maxPrincipalBytes: 60 };

interface Put {
  readonly owner: { readonly principal: string; readonly address?: string };
  readonly bytes: number;
}

describe('entries of many principals', () => {
  it('stay within their limits, and who has no more than its share loses nothing', () => {
    assert(
      property(array(put, { maxLength: 60 }), (puts) => {
        const entries = new FairEntries<number>(limits);
        const model = new Map<string, Put>();
        for (const { principal, address, key: number, bytes, isDeleted } of puts) {
          const key = `${principal} ${address ?? ''} ${number}`;
          const owner = address === undefined ? { principal } : { principal, address };
          model.delete(key);
          if (isDeleted) {
            entries.delete(key);
            continue;
          }
          entries.set(key, number, { owner, bytes });
          model.set(key, { owner, bytes });
          const before = partsOf(model);
          const evicted: string[] = [];
          entries.trim(principal, (gone) => evicted.push(gone));
          for (const gone of evicted) {
            const lost = model.get(gone)?.owner.principal ?? '';
            const isOverOwn = lost === principal && bytesOf(model, principal) > limits.maxPrincipalBytes;
            expect(isOverOwn || (before.get(lost) ?? 0) > 1 / before.size).toBe(true);
          }
          for (const gone of evicted) model.delete(gone);
          expect(entries.size).toBe(model.size);
          expect(entries.bytes).toBe([...model.values()].reduce((sum, each) => sum + each.bytes, 0));
          expect(entries.bytes).toBeLessThanOrEqual(limits.maxBytes);
          expect(entries.size).toBeLessThanOrEqual(limits.maxEntries);
          expect(bytesOf(model, principal)).toBeLessThanOrEqual(limits.maxPrincipalBytes);
          for (const kept of model.keys()) expect(entries.get(kept)).toBeDefined();
        }
      }),
    );
  });

  it('the clients that are one principal share its part by their addresses', () => {
    const entries = new FairEntries<string>({ maxEntries: 10, maxBytes: 1000 });
    const add = (key: string, principal: string, address?: string): void => {
      const owner = address === undefined ? { principal } : { principal, address };
      entries.set(key, key, { owner, bytes: 1 });
      entries.trim(principal);
    };
    for (let n = 0; n < 4; n += 1) add(`named ${n}`, 'named');
    for (let n = 0; n < 2; n += 1) add(`quiet ${n}`, 'anonymous', '10.0.0.1');
    for (let n = 0; n < 1000; n += 1) add(`loud ${n}`, 'anonymous', '10.0.0.2');
    const kept = [...entries.keys()];
    expect(kept.filter((key) => key.startsWith('named'))).toHaveLength(4);
    expect(kept.filter((key) => key.startsWith('quiet'))).toHaveLength(2);
    expect(kept.filter((key) => key.startsWith('loud'))).toEqual(['loud 996', 'loud 997', 'loud 998', 'loud 999']);
  });

  it('leaves nothing behind', () => {
    const entries = new FairEntries<number>(limits);
    entries.set('a', 1, { owner: { principal: 'p' }, bytes: 5 });
    entries.clear();
    expect([entries.size, entries.bytes]).toEqual([0, 0]);
    entries.set('a', 2, { owner: { principal: 'p' }, bytes: 5 });
    expect(entries.get('a')).toBe(2);
  });
});

function bytesOf(model: ReadonlyMap<string, Put>, principal: string): number {
  return [...model.values()].reduce((sum, each) => sum + (each.owner.principal === principal ? each.bytes : 0), 0);
}

/** By principal, the greater of its part of the entries and of the bytes. */
function partsOf(model: ReadonlyMap<string, Put>): ReadonlyMap<string, number> {
  const principals = new Set(Array.from(model.values(), ({ owner }) => owner.principal));
  return new Map(
    Array.from(principals, (principal) => {
      const own = [...model.values()].filter(({ owner }) => owner.principal === principal).length;
      return [principal, Math.max(own / limits.maxEntries, bytesOf(model, principal) / limits.maxBytes)];
    }),
  );
}
