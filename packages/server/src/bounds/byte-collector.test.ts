import { describe, expect, it } from 'vitest';
import { ByteCollector } from './byte-collector.js';

describe('bytes that come in parts', () => {
  it('are put together in their order', () => {
    const collector = new ByteCollector(10_000);
    const parts = Array.from({ length: 100 }, (_, at) => Uint8Array.from({ length: at }, (__, byte) => at + byte));
    for (const part of parts) collector.add(part);
    expect(collector.size).toBe(4950);
    expect(Buffer.concat(parts).equals(collector.take())).toBe(true);
  });

  it('take at most twice their size, and never more than is allowed', () => {
    const collector = new ByteCollector(300_000);
    for (let count = 0; count < 300_000; count += 1) {
      collector.add(Uint8Array.of(count & 0xff));
      if (collector.capacity > Math.max(1024, collector.size * 2)) throw new Error(`${collector.capacity} bytes`);
    }
    expect(collector.capacity).toBe(300_000);
    expect(() => collector.add(Uint8Array.of(1))).toThrow(RangeError);
  });

  it('are copies: a part may be used again, and a small part of a large block does not keep it', () => {
    const collector = new ByteCollector(10);
    const block = new Uint8Array(1_000_000);
    collector.add(block.subarray(7, 8));
    block[7] = 9;
    const taken = collector.take();
    expect([...taken]).toEqual([0]);
    expect(taken.buffer.byteLength).toBeLessThanOrEqual(10);
  });

  it('begin anew after they were taken', () => {
    const collector = new ByteCollector(10);
    collector.add(Uint8Array.of(1, 2));
    const first = collector.take();
    expect(collector.capacity).toBe(0);
    collector.add(Uint8Array.of(3));
    expect([...first]).toEqual([1, 2]);
    expect([...collector.take()]).toEqual([3]);
  });
});
