import { describe, expect, it } from 'vitest';
import { TextCache } from './text-cache.js';

describe('what was found out about texts', () => {
  it('is found out once, as long as it is remembered', () => {
    const cache = new TextCache<number>({ maxEntries: 2, maxChars: 1000 });
    let looks = 0;
    const find = (): number => (looks += 1);
    expect([cache.get('a', find), cache.get('b', find), cache.get('a', find)]).toEqual([1, 2, 1]);
    cache.get('c', find);
    expect(cache.get('a', find)).toBe(1);
    expect(cache.get('b', find)).toBe(4);
  });

  it('takes no more than its part of the memory, however long the texts are', () => {
    const cache = new TextCache<number>({ maxEntries: 1000, maxChars: 1000 });
    for (let n = 0; n < 500; n += 1) cache.get(String(n).padStart(10 + (n % 200)), () => n);
    expect(cache.chars).toBeLessThanOrEqual(1000);
    expect(cache.size).toBeGreaterThan(5);
    const size = cache.size;
    expect(cache.get('x'.repeat(101), () => 7)).toBe(7);
    expect(cache.size).toBe(size);
  });
});
