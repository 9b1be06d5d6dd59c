// A small seeded generator, so that every run sees the same data.

/**
 * Numbers that depend on the seed alone: `next` is in [0, 1), `int(n)` in 0 … n-1.
 * @param {number} seed
 */
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  /** @param {number} n */
  const int = (n) => Math.floor(next() * n);
  return { next, int };
}

/**
 * Draws until there are `count` different tuples; gives up when hardly any new one comes. A draw may be `null`.
 * @template T
 * @param {number} count
 * @param {() => T[] | null} draw
 * @returns {T[][]}
 */
export function distinct(count, draw) {
  const seen = new Set();
  const tuples = [];
  let misses = 0;
  while (tuples.length < count && misses < 50 * count + 1000) {
    const tuple = draw();
    const key = tuple?.join('\u0001');
    if (tuple === null || seen.has(key)) {
      misses++;
      continue;
    }
    seen.add(key);
    tuples.push(tuple);
  }
  return tuples;
}

/**
 * @template T
 * @param {number} length
 * @param {(at: number) => T} make
 */
export function times(length, make) {
  return Array.from({ length }, (_, at) => make(at));
}
