import { describe, expect, it } from 'vitest';
import { Room } from './room.js';
import { Busy } from './work.js';

const never = new AbortController().signal;
const claim = (client: string, bytes: number, timeoutMs = 60_000) => ({ client, bytes, timeoutMs, signal: never });

describe('room', () => {
  it('is given to half to one client, and to all together up to its size', () => {
    const room = new Room(100);
    expect(room.tryTake(claim('a', 40))).toBeDefined();
    expect(room.tryTake(claim('a', 40))).toBeUndefined();
    expect(room.tryTake(claim('b', 40))).toBeDefined();
    expect(room.tryTake(claim('c', 40))).toBeUndefined();
    expect(room.heldBytes).toBe(80);
  });

  it('is given to one claim of any size, alone', async () => {
    const room = new Room(100);
    const giveBack = room.tryTake(claim('a', 1_000));
    const waits = room.take(claim('b', 1));
    expect(room.waiting).toBe(1);
    giveBack?.();
    giveBack?.();
    await waits;
    expect([room.heldBytes, room.waiting]).toEqual([1, 0]);
  });

  it('goes first to who holds least', async () => {
    const room = new Room(100);
    const done: string[] = [];
    const held = room.tryTake(claim('a', 30));
    const large = room.tryTake(claim('b', 70));
    void room.take(claim('a', 20)).then(() => done.push('a'));
    const last = room.take(claim('c', 60)).then(() => done.push('c'));
    large?.();
    await last;
    expect(done).toEqual(['c']);
    held?.();
    await Promise.resolve();
    expect(room.heldBytes).toBe(80);
  });

  it('is waited for until the time is over, or nobody wants it any more', async () => {
    const room = new Room(100);
    room.tryTake(claim('a', 100));
    await expect(room.take(claim('b', 1, 1))).rejects.toBeInstanceOf(Busy);
    const stop = new AbortController();
    const waits = room.take({ ...claim('b', 1), signal: stop.signal });
    stop.abort();
    await expect(waits).rejects.toThrow();
    expect(room.waiting).toBe(0);
  });
});
