const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  // The micro sign and the Greek letter mu.
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
  ['d', 86_400_000_000_000n],
]);

const maxLength = 200;

/**
 * Nanoseconds of text such as `1h30m`, `-2m0.001s`, `7d`: all that durations are written as, and days. Undefined for
 * other text and beyond 64 bits.
 */
export function parseDuration(text: string): bigint | undefined {
  if (text.length > maxLength || !/^-?(?:\d{1,19}(?:\.\d{1,9})?(?:[num\u00b5\u03bc]?s|[mhd]))+$/.test(text))
    return undefined;
  let nanos = 0n;
  for (const [, whole = '', fraction = '', unit = ''] of text.matchAll(/(\d+)(?:\.(\d+))?([^\d.]+)/g)) {
    const size = units.get(unit) ?? 0n;
    nanos += BigInt(whole) * size + (BigInt(fraction.padEnd(9, '0')) * size) / 1_000_000_000n;
  }
  const signed = text.startsWith('-') ? -nanos : nanos;
  return BigInt.asIntN(64, signed) === signed ? signed : undefined;
}
