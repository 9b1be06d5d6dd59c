/**
 * How the engine writes a value as an int32. An id from 0 on is an entry of a table of values; a negative one is a
 * small integer itself, so that counting and comparing never look anything up.
 */

/** A small integer `n` has the id `n - smallBias`. Generated code relies on this. */
export const smallBias = 2 ** 30;

/** An id that no value ever has, for what is not in a table. Negative numbers are ids, so -1 would be a value. */
export const noValue = 0x7fffffff;

/** Whether an id is a small integer itself. */
export function isSmall(id: number): boolean {
  return id < 0;
}

/** Whether a whole number has an id of its own; -0 counts as 0. */
export function fitsSmall(n: number): boolean {
  return n >= -smallBias && n < smallBias;
}

/** The id of a small integer. INVARIANT: `fitsSmall(n)`. */
export function smallOf(n: number): number {
  return (n - smallBias) | 0;
}

/** The integer that an id is. INVARIANT: `isSmall(id)`. */
export function intOf(id: number): number {
  return id + smallBias;
}
