import { type PredicateOnIds, undecided } from './define.js';

/** Whether two numbers or floats are in an order; NaN is in none. */
export type Holds = <T extends bigint | number>(a: T, b: T) => boolean;

/** Two numbers or two floats. */
export function numericOnIds(holds: Holds): PredicateOnIds {
  return (values, _out, a, b) => {
    const kind = values.kindOf(a);
    if (kind !== values.kindOf(b)) return undecided;
    if (kind === 'number') return holds(values.compareInts(a, b), 0) ? 1 : 0;
    // Not the order of all values: NaN is in no order, and 0 equals -0.
    if (kind === 'float64') return holds(values.floatOf(a), values.floatOf(b)) ? 1 : 0;
    return undecided;
  };
}

/** Two times or two durations. */
export function nanosOnIds(kind: 'time' | 'duration', holds: Holds): PredicateOnIds {
  return (values, _out, a, b) => {
    if (values.kindOf(a) !== kind || values.kindOf(b) !== kind) return undecided;
    return holds(values.compareInts(a, b), 0) ? 1 : 0;
  };
}
