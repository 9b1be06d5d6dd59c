import { describe, expect, it } from 'vitest';
import { Lane } from './lane.js';

describe('a lane', () => {
  it('runs so many at once, the others in order', async () => {
    const lane = new Lane(2);
    const { signal } = new AbortController();
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map((number) =>
      lane.run(signal, () => {
        begun.push(number);
        return new Promise<void>((resolve) => (ends[number] = resolve));
      }),
    );
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    ends[1]?.();
    await all[1];
    await Promise.resolve();
    expect(begun).toEqual([0, 1, 2]);
    for (const number of [0, 2]) ends[number]?.();
    await Promise.all([all[0], all[2]]);
    await Promise.resolve();
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[3]?.();
    await Promise.all(all);
  });

  it('begins nothing while it may not', async () => {
    let isOpen = false;
    const lane = new Lane(2, () => isOpen);
    const { signal } = new AbortController();
    const begun: number[] = [];
    const all = [0, 1, 2].map((number) => lane.run(signal, () => Promise.resolve(void begun.push(number))));
    lane.resume();
    await Promise.resolve();
    expect(begun).toEqual([]);
    isOpen = true;
    lane.resume();
    await Promise.all(all);
    expect(begun).toEqual([0, 1, 2]);
  });

  it('lets go of one that is cancelled while it waits, and of none else', async () => {
    const lane = new Lane(1);
    const { signal } = new AbortController();
    const patience = new AbortController();
    let end = (): void => undefined;
    const first = lane.run(signal, () => new Promise<void>((resolve) => (end = resolve)));
    const second = lane.run(patience.signal, () => Promise.resolve('second'));
    const third = lane.run(signal, () => Promise.resolve('third'));
    patience.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    end();
    await first;
    expect(await third).toBe('third');
    expect(await lane.run(signal, () => Promise.resolve('fourth'))).toBe('fourth');
  });

  it('goes on after work that fails', async () => {
    const lane = new Lane(1);
    const { signal } = new AbortController();
    await expect(lane.run(signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await lane.run(signal, () => Promise.resolve(1))).toBe(1);
  });

  it('does not begin what was cancelled before', async () => {
    const lane = new Lane(1);
    let end = (): void => undefined;
    const first = lane.run(new AbortController().signal, () => new Promise<void>((resolve) => (end = resolve)));
    await expect(lane.run(AbortSignal.abort(), () => Promise.resolve())).rejects.toMatchObject({ code: 'cancelled' });
    end();
    await first;
  });
});
