/** A stream of decisions that depends on its seed alone. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  readonly int: (low: number, high: number) => number;
  /** True with this probability. */
  readonly chance: (probability: number) => boolean;
  /** One of the items, of which there must be one. */
  readonly pick: <T>(items: readonly T[]) => T;
  readonly shuffle: <T>(items: readonly T[]) => T[];
}

/** The generator known as mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new RangeError('nothing to pick from');
    return items[int(0, items.length - 1)] as T;
  };
  const shuffle = <T>(items: readonly T[]): T[] => {
    const result = [...items];
    for (let at = result.length - 1; at > 0; at--) {
      const other = int(0, at);
      [result[at], result[other]] = [result[other] as T, result[at] as T];
    }
    return result;
  };
  return { int, chance: (probability) => next() < probability, pick, shuffle };
}
