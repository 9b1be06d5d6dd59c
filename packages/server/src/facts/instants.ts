import type { InstantInput } from '@manglecp/mangle';

/** The ends of the 64-bit clock; what reaches to one of them is unbounded there (C-121). */
export const minInstant = -(2n ** 63n);
export const maxInstant = 2n ** 63n - 1n;

/** Nanoseconds since 1970; `open` if there is no instant. */
export function nanosOf(instant: InstantInput | undefined, open: bigint): bigint {
  if (instant === undefined) return open;
  return typeof instant === 'bigint' ? instant : BigInt(instant.getTime()) * 1_000_000n;
}
