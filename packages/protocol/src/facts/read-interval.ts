import { quote } from '../errors/clip.js';
import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/kinds.js';
import { readTime, type TimeContext, TimeError } from './time.js';

/** When a fact holds, in nanoseconds since 1970, both ends included; an absent end is unbounded. */
export interface Interval {
  readonly start?: bigint;
  readonly end?: bigint;
}

/** The interval of an annotation (Spec 03 §4.1). Throws a `TimeError` for every other form (C-120). */
export function readInterval(annotation: Json, context: TimeContext): Interval {
  if (!isObject(annotation)) throw new TimeError('`t` must be an object or null');
  checkMembers(annotation);
  const { at, start, end } = annotation;
  if (at !== undefined) {
    const instant = readBound('at', at, context);
    return { start: instant, end: instant };
  }
  const interval = { ...bound('start', start, context), ...bound('end', end, context) };
  if (interval.start !== undefined && interval.end !== undefined && interval.start > interval.end) {
    throw new TimeError('`t.start` is after `t.end`');
  }
  return interval;
}

const members = ['at', 'start', 'end'];

function checkMembers(annotation: JsonObject): void {
  const unknown = Object.keys(annotation).find((key) => !members.includes(key) && !key.startsWith('x-'));
  if (unknown !== undefined) throw new TimeError(`\`t\` has no member ${quote(unknown)}`);
  const { at, start, end } = annotation;
  if (at !== undefined && (start !== undefined || end !== undefined)) {
    throw new TimeError('`t.at` stands for both ends, so `t.start` and `t.end` must be absent');
  }
  if (at === undefined && (start === undefined || end === undefined)) {
    throw new TimeError('`t` needs `at`, or both `start` and `end`; `_` is no bound');
  }
}

function bound(name: 'start' | 'end', time: Json | undefined, context: TimeContext): Interval {
  return time === '_' || time === undefined ? {} : { [name]: readBound(name, time, context) };
}

function readBound(name: string, time: Json, context: TimeContext): bigint {
  try {
    return readTime(time, context);
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    throw new TimeError(`\`t.${name}\`: ${error.message}`, { cause: error });
  }
}
