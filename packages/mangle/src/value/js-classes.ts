import { floorDiv } from './civil.js';
import { formatDuration } from './duration-text.js';
import { plainFloatText } from './float-text.js';
import { isNameText } from './make.js';
import { formatTime } from './time-text.js';
import { maxInt64, minInt64, type Value } from './value.js';

/** A name constant such as `/a/b`. A JavaScript string never becomes a name, whatever it begins with. */
export class Name {
  readonly text: string;

  constructor(text: string) {
    if (typeof text !== 'string' || !isNameText(text)) {
      throw new TypeError(`not a name: ${JSON.stringify(text)}; a name has one or more parts, such as \`/a/b\``);
    }
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** A float64. A plain JavaScript number is a whole number of the language, so floats are marked. */
export class Float {
  readonly value: number;

  constructor(value: number) {
    if (typeof value !== 'number') throw new TypeError(`a float is made from a number, got a ${typeof value}`);
    this.value = value;
  }

  valueOf(): number {
    return this.value;
  }

  toString(): string {
    return plainFloatText(this.value);
  }
}

/** An instant in nanoseconds since 1970-01-01T00:00:00Z, which a Date cannot hold exactly. */
export class Time {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = checkInt64(nanos, 'a time');
  }

  /** The instant, cut to the millisecond. */
  toDate(): Date {
    return new Date(Number(floorDiv(this.nanos, 1_000_000n)));
  }

  toString(): string {
    return formatTime(this.nanos);
  }
}

/** A span of time in nanoseconds. */
export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = checkInt64(nanos, 'a duration');
  }

  toString(): string {
    return formatDuration(this.nanos);
  }
}

/** A pair, which is not a list of two. */
export class Pair<First = unknown, Second = unknown> {
  readonly first: First;
  readonly second: Second;

  constructor(first: First, second: Second) {
    this.first = first;
    this.second = second;
  }
}

/**
 * A value of the language as it is, for what has no JavaScript counterpart: maps with equal keys, structs whose
 * labels are not plain names. Being an instance of this class is what tells a value from a plain object that looks
 * like one, so data from outside cannot pose as a name.
 */
export class Exact {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

/** The name constant of a text such as `/a/b`. */
export const name = (text: string): Name => new Name(text);

/** The float64 of a number. */
export const float = (value: number): Float => new Float(value);

/** The instant so many nanoseconds after 1970-01-01T00:00:00Z. */
export const time = (nanos: bigint): Time => new Time(nanos);

/** The duration of so many nanoseconds. */
export const duration = (nanos: bigint): Duration => new Duration(nanos);

/** The pair of two values. */
export const pair = <First, Second>(first: First, second: Second): Pair<First, Second> => new Pair(first, second);

/** A value of the language as it is. */
export const exact = (value: Value): Exact => new Exact(value);

/** Passes a 64-bit integer on, throws a TypeError for anything else. */
function checkInt64(value: bigint, what: string): bigint {
  if (typeof value !== 'bigint') throw new TypeError(`${what} is made from a bigint, got a ${typeof value}`);
  if (value >= minInt64 && value <= maxInt64) return value;
  throw new TypeError(`${value} does not fit ${what}, which has 64 bits`);
}
