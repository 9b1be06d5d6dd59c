import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLapses, findLapsesByHalves, type ToolIds } from './find-lapses.js';

type Answer = Readonly<Record<string, string>>;

/** Points at 10, 20, 30 … with these answers; the first one is now. */
async function lapses(
  answers: readonly (Answer | undefined)[],
  { isEnd = false, find = findLapses }: { readonly isEnd?: boolean; readonly find?: typeof findLapses } = {},
): Promise<{ readonly found: Readonly<Record<string, readonly bigint[]>>; readonly looks: number }> {
  const [now = {}, ...later] = answers.map((answer) =>
    answer === undefined ? undefined : new Map(Object.entries(answer)),
  );
  const points = later.map((_, index) => ({ at: BigInt(index + 1) * 10n, isEnd }));
  let looks = 0;
  const found = await find(now as ToolIds, points, async (at) => {
    looks += 1;
    return later[Number(at / 10n) - 1];
  });
  return { found: Object.fromEntries([...found].map(([name, { at, told }]) => [name, [at, told]])), looks };
}

const a = { a: '1' };
const both = { a: '1', b: '2' };

describe('the lapse of a tool', () => {
  it.each([findLapses, findLapsesByHalves])('EVAL-057 is when it is gone, or another one', async (find) => {
    expect((await lapses([both, both, a, {}], { find })).found).toEqual({ b: [20n, 20n], a: [30n, 30n] });
    expect((await lapses([both, { a: '1', b: '3' }, a], { find })).found).toEqual({ b: [10n, 10n] });
    expect((await lapses([both, both, both], { find })).found).toEqual({});
    expect((await lapses([both], { find })).found).toEqual({});
    expect((await lapses([{}, {}, {}], { find })).found).toEqual({});
  });

  it.each([findLapses, findLapsesByHalves])('EVAL-057 is told as the last instant of what has ended', async (find) => {
    expect((await lapses([a, {}], { isEnd: true, find })).found).toEqual({ a: [10n, 9n] });
  });

  it('EVAL-057 is the first one, even if the tool comes back', async () => {
    expect((await lapses([a, a, {}, a, a])).found).toEqual({ a: [20n, 20n] });
  });

  it('EVAL-057 is where there is no answer', async () => {
    expect((await lapses([both, a, undefined, both])).found).toEqual({ b: [10n, 10n], a: [20n, 20n] });
  });

  it('EVAL-057 costs no look when all are found, and never many', async () => {
    expect((await lapses([a, {}, {}, {}])).looks).toBe(1);
    const many = await lapses([a, ...Array.from({ length: 100 }, () => a)]);
    // What was not looked at is not promised.
    expect(many).toEqual({ found: { a: [330n, 330n] }, looks: 32 });
    expect((await lapses([a, ...Array.from({ length: 32 }, () => a)])).found).toEqual({});
  });

  it('EVAL-057 is found by halving as one by one, where what is gone stays away', async () => {
    const ends = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 40 }));
    await fc.assert(
      fc.asyncProperty(ends, fc.nat(30), async (times, count) => {
        const at = (index: number): Answer =>
          Object.fromEntries(
            Object.entries(times)
              .filter(([, end]) => index < end)
              .map(([name]) => [name, name]),
          );
        const answers = Array.from({ length: count + 1 }, (_, index) => at(index));
        const halved = await lapses(answers, { find: findLapsesByHalves });
        expect(halved.found).toEqual((await lapses(answers)).found);
        expect(halved.looks).toBeLessThanOrEqual(1 + 4 * Math.ceil(Math.log2(count + 2)));
      }),
    );
  });
});
