import { parseTime } from '@manglecp/mangle';

const integer = /^[+-]?\d+$/;

/** An evaluation time: RFC 3339 text, or nanoseconds since 1970 in digits. Undefined if it is neither. */
export function parseNow(text: string): bigint | undefined {
  if (!integer.test(text)) {
    const time = parseTime(text);
    return time.ok ? time.value : undefined;
  }
  const nanos = BigInt(text);
  return BigInt.asIntN(64, nanos) === nanos ? nanos : undefined;
}

/** The clock of the machine. */
export function currentTime(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
