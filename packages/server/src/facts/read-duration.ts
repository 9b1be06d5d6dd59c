import { parseDuration } from '@manglecp/mangle';

/** Text of a client may be long, and reading long numbers takes long. */
const maxLength = 200;

/** Numbers that 64 bits may hold, each with a unit. */
const shape = /^-?(?:\d{1,19}(?:\.\d{1,9})?[^\d.]+)+$/;

/**
 * Nanoseconds of text such as `1h30m`, `-2m0.001s`, `7d`: all that durations are written as, and days. Undefined for
 * other text and beyond 64 bits. There is one way to write a number here, so `+1s`, `.5s` and `0` are none.
 */
export function readDuration(text: string): bigint | undefined {
  if (text.length > maxLength || !shape.test(text)) return undefined;
  const read = parseDuration(text, { days: true });
  return read.ok ? read.nanos : undefined;
}
