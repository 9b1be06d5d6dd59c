import { describe, expect, it } from 'vitest';
import type { ConfirmationStore, PendingConfirmation } from './confirmation-store.js';

/** A challenge for tests. */
export function pendingConfirmation(nonce: string, change: Partial<PendingConfirmation> = {}): PendingConfirmation {
  return {
    nonce,
    principalKey: 'static:ops',
    macroId: 'm-1',
    argsDigest: '0'.repeat(64),
    issuedAtMs: 0,
    expiresAtMs: 1000,
    ...change,
  };
}

/** What every `ConfirmationStore` promises. */
export function testConfirmationStore(name: string, create: () => ConfirmationStore): void {
  describe(`${name} as a confirmation store`, () => {
    it('gives back what was put', async () => {
      const store = create();
      await store.put(pendingConfirmation('a'), 0);
      await store.put(pendingConfirmation('b', { macroId: 'm-2' }), 0);
      expect(await store.get('a')).toEqual(pendingConfirmation('a'));
      expect(await store.get('b')).toEqual(pendingConfirmation('b', { macroId: 'm-2' }));
      expect(await store.get('c')).toBeUndefined();
    });

    it('SEC-039 lets a nonce be taken once', async () => {
      const store = create();
      await store.put(pendingConfirmation('a'), 0);
      expect(await store.take('a')).toBe(true);
      expect(await store.take('a')).toBe(false);
      expect(await store.get('a')).toBeUndefined();
      expect(await store.take('never issued')).toBe(false);
    });

    it('SEC-039 lets one of many who take at the same time succeed', async () => {
      const store = create();
      await store.put(pendingConfirmation('a'), 0);
      const taken = await Promise.all(Array.from({ length: 20 }, () => store.take('a')));
      expect(taken.filter(Boolean)).toHaveLength(1);
    });
  });
}
