import { formatDuration, parseDuration } from '../value/duration-text.js';
import { plainFloatText } from '../value/float-text.js';
import { stringValue, wrapInt64 } from '../value/make.js';
import { maxInt64 } from '../value/value.js';
import { type Builtin, BuiltinError, type FunctionBuiltin } from './define.js';
import { numericType, shortText } from './native.js';
import { func } from './rows.js';

const second = 1_000_000_000n;

/** Builtins over durations. */
export const durationBuiltins: readonly Builtin[] = [
  func('fn:duration:add', ['/duration', '/duration'], '/duration', 'the sum of two durations', (a, b) =>
    wrapInt64(a + b),
  ),
  func('fn:duration:mult', ['/duration', '/number'], '/duration', 'a duration so many times', (duration, times) =>
    wrapInt64(duration * times),
  ),
  inUnit('hours', 3600n * second),
  inUnit('minutes', 60n * second),
  inUnit('seconds', second),
  func('fn:duration:nanos', ['/duration'], '/number', 'the nanoseconds of a duration', (duration) => duration),
  func('fn:duration:from_nanos', ['/number'], '/duration', 'the duration of so many nanoseconds', (nanos) => nanos),
  fromUnit('hours', 3600n * second),
  fromUnit('minutes', 60n * second),
  fromUnit('seconds', second),
  func('fn:duration:parse', ['/string'], '/duration', 'the duration of a text such as `1h30m`', (text) => {
    const result = parseDuration(text);
    if (result.ok) return result.nanos;
    const days = /^(\d+)d$/.exec(text)?.[1];
    const advice = days === undefined ? '' : `; write "${BigInt(days) * 24n}h" for days`;
    throw new BuiltinError(`fn:duration:parse failed for ${shortText(stringValue(text))}: ${result.reason}${advice}`);
  }),
];

function inUnit(name: string, unit: bigint): FunctionBuiltin {
  return func(
    `fn:duration:${name}`,
    ['/duration'],
    '/float64',
    `a duration in ${name}`,
    // Whole units and the rest apart, so that whole units are exact however long the duration is.
    (duration) => Number(duration / unit) + Number(duration % unit) / Number(unit),
  );
}

function fromUnit(name: string, unit: bigint): FunctionBuiltin {
  return func(`fn:duration:from_${name}`, [numericType], '/duration', `the duration of so many ${name}`, (amount) => {
    const nanos = Math.trunc(amount * Number(unit));
    if (Math.abs(nanos) < 2 ** 63 || nanos === -(2 ** 63)) return BigInt(nanos);
    throw new BuiltinError(
      `fn:duration:from_${name}: ${plainFloatText(amount)} ${name} are out of range, the longest duration is ${formatDuration(maxInt64)}`,
    );
  });
}
