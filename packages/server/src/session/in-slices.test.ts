import { expect, it } from 'vitest';
import { inSlices } from './in-slices.js';

function* steps(count: number, onStep: () => void = () => undefined): Generator<void, number> {
  for (let step = 0; step < count; step++) {
    onStep();
    yield;
  }
  return count;
}

it('gives the result, and rejects with what the work throws', async () => {
  expect(await inSlices(steps(1000), () => true)).toBe(1000);
  const broken = steps(1, () => {
    throw new Error('broken');
  });
  await expect(inSlices(broken, () => true)).rejects.toThrow('broken');
  expect(await inSlices(steps(3), () => true)).toBe(3);
});

it('lets others have their turn before it is done', async () => {
  let turns = 0;
  setImmediate(() => (turns += 1));
  const waiting = function* (): Generator<void, string> {
    while (turns === 0) yield;
    return 'done';
  };
  expect(await inSlices(waiting(), () => true)).toBe('done');
});

it('does one work after the other', async () => {
  const order: string[] = [];
  const mark = (name: string) => () => void order.push(name);
  await Promise.all([inSlices(steps(2, mark('first')), () => true), inSlices(steps(2, mark('second')), () => true)]);
  expect(order).toEqual(['first', 'first', 'second', 'second']);
});

it('stops when nobody wants the result', async () => {
  let isWanted = true;
  const endless = function* (): Generator<void, never> {
    for (;;) yield;
  };
  setImmediate(() => (isWanted = false));
  await expect(inSlices(endless(), () => isWanted)).rejects.toMatchObject({ code: 'cancelled' });
});
