/** JavaScript values to values of the language and back. */
export { Duration, duration, Exact, exact, Float, float, Name, name, Pair, pair, Time, time } from './js-classes.js';
export { type MangleInput, toValue } from './js-input.js';
export { fromValue, type MangleOutput } from './js-output.js';
