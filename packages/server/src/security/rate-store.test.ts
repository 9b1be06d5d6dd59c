import { expect, it } from 'vitest';
import { createMemoryRateStore } from './rate-store.js';
import { testRateStore } from './rate-store.suite.js';

testRateStore('memory', () => createMemoryRateStore());

const rate = { capacity: 2, intervalMs: 1000 };

it('forgets buckets that are full again', async () => {
  const store = createMemoryRateStore();
  for (let key = 0; key < 50; key++) await store.take(`old ${key}`, rate, 0);
  expect(store.size).toBe(50);
  for (let key = 0; key < 50; key++) await store.take('new', rate, 10_000 + 1000 * key);
  expect(store.size).toBe(1);
});

it('forgets full buckets also after the clock has gone back', async () => {
  const store = createMemoryRateStore();
  for (let key = 0; key < 50; key++) await store.take(`old ${key}`, rate, 3_600_000);
  for (let key = 0; key < 50; key++) await store.take('new', rate, 1000 * key);
  expect(store.size).toBe(1);
});

it('keeps a bounded number of keys, and those that are in use', async () => {
  const store = createMemoryRateStore({ maxKeys: 10 });
  await store.take('busy', rate, 0);
  await store.take('busy', rate, 0);
  for (let key = 0; key < 100; key++) {
    await store.take(`key ${key}`, rate, 0);
    expect(await store.take('busy', rate, 0)).toBe(1000);
  }
  expect(store.size).toBe(10);
});

it('tells long keys apart, and does not keep them', async () => {
  const store = createMemoryRateStore();
  const long = 'x'.repeat(10_000);
  await store.take(`${long}1`, rate, 0);
  await store.take(`${long}1`, rate, 0);
  expect(await store.take(`${long}2`, rate, 0)).toBe(0);
  expect(await store.take(`${long}1`, rate, 0)).toBe(1000);
  expect(store.size).toBe(2);
});
