import { expect, it } from 'vitest';
import { createMemoryConfirmationStore } from './confirmation-store.js';
import { pendingConfirmation, testConfirmationStore } from './confirmation-store.suite.js';

testConfirmationStore('memory', () => createMemoryConfirmationStore());

it('forgets what is too old', async () => {
  const store = createMemoryConfirmationStore();
  for (let n = 0; n < 10; n++) await store.put(pendingConfirmation(`old ${n}`, { expiresAtMs: 1000 + n }), n);
  await store.put(pendingConfirmation('new', { expiresAtMs: 5000 }), 1005);
  expect(store.size).toBe(6);
});

it('makes a principal with too many pay with its own', async () => {
  const store = createMemoryConfirmationStore({ maxPerPrincipal: 3 });
  await store.put(pendingConfirmation('other', { principalKey: 'other' }), 0);
  for (let n = 0; n < 100; n++) await store.put(pendingConfirmation(`n-${n}`), 0);
  expect(store.size).toBe(4);
  expect(await store.get('other')).toBeDefined();
  expect(await store.get('n-96')).toBeUndefined();
  expect(await store.get('n-97')).toBeDefined();
});

it('is bounded, and when it is full a principal still pays with its own first', async () => {
  const store = createMemoryConfirmationStore({ maxEntries: 4, maxPerPrincipal: 100 });
  for (const name of ['a', 'b', 'c', 'd']) await store.put(pendingConfirmation(name, { principalKey: name }), 0);
  for (let n = 0; n < 50; n++) await store.put(pendingConfirmation(`n-${n}`, { principalKey: 'd' }), 0);
  expect(store.size).toBe(4);
  for (const name of ['a', 'b', 'c', 'n-49']) expect(await store.get(name)).toBeDefined();
  await store.put(pendingConfirmation('e', { principalKey: 'e' }), 0);
  expect(store.size).toBe(4);
  expect(await store.get('a')).toBeUndefined();
});

it('makes an anonymous client with too many pay with its own', async () => {
  const store = createMemoryConfirmationStore({ maxPerPrincipal: 3 });
  const pending = (nonce: string, address: string) =>
    pendingConfirmation(nonce, { principalKey: 'anonymous', address });
  await store.put(pending('quiet', '192.0.2.1'), 0);
  for (let n = 0; n < 100; n++) await store.put(pending(`n-${n}`, '192.0.2.2'), 0);
  expect(store.size).toBe(3);
  expect(await store.get('quiet')).toBeDefined();
  expect(await store.get('n-99')).toBeDefined();
});

it('keeps no trace of principals without challenges', async () => {
  const store = createMemoryConfirmationStore({ maxPerPrincipal: 1 });
  await store.put(pendingConfirmation('a'), 0);
  await store.take('a');
  await store.put(pendingConfirmation('b'), 0);
  expect(await store.get('b')).toBeDefined();
  expect(store.size).toBe(1);
});
