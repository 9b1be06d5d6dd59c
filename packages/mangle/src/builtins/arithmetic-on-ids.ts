import { wrapInt64 } from '../value/make.js';
import { intOf, noValue } from '../value/value-id.js';
import { type FunctionOnIds, type PredicateOnIds, undecided, type ValueIds } from './define.js';

/**
 * An operation on two numbers: exact in floats while the result is a safe integer, wrapping around at 64 bits in
 * bigints otherwise. A float result that is not exact is never safe.
 */
function exact(onSafe: (x: number, y: number) => number, onWide: (x: bigint, y: bigint) => bigint) {
  return (values: ValueIds, a: number, b: number): number => {
    const x = values.numberOf(a);
    const y = values.numberOf(b);
    if (x !== undefined && y !== undefined) {
      const result = onSafe(x, y);
      if (Number.isSafeInteger(result)) return values.int(result);
    }
    if (values.kindOf(a) !== 'number' || values.kindOf(b) !== 'number') return noValue;
    return values.int(wrapInt64(onWide(values.bigOf(a), values.bigOf(b))));
  };
}

const add = exact(
  (x, y) => x + y,
  (x, y) => x + y,
);
const subtract = exact(
  (x, y) => x - y,
  (x, y) => x - y,
);
const multiply = exact(
  (x, y) => x * y,
  (x, y) => x * y,
);

/** A number stays itself. */
function sameNumber(values: ValueIds, a: number): number {
  return values.kindOf(a) === 'number' ? a : noValue;
}

/** Three numbers from left to right, as long as everything stays exact. */
function threeSafe(operate: (x: number, y: number) => number) {
  return (values: ValueIds, a: number, b: number, c: number): number => {
    const [x, y, z] = [values.numberOf(a), values.numberOf(b), values.numberOf(c)];
    if (x === undefined || y === undefined || z === undefined) return noValue;
    const first = operate(x, y);
    const result = operate(first, z);
    return Number.isSafeInteger(first) && Number.isSafeInteger(result) ? values.int(result) : noValue;
  };
}

export const plusOnIds: FunctionOnIds = { unary: sameNumber, binary: add, ternary: threeSafe((x, y) => x + y) };

export const minusOnIds: FunctionOnIds = {
  unary: (values, a) => subtract(values, values.int(0), a),
  binary: subtract,
  ternary: threeSafe((x, y) => x - y),
};

export const multOnIds: FunctionOnIds = { unary: sameNumber, binary: multiply, ternary: threeSafe((x, y) => x * y) };

/** Small numbers only: their quotient as a float is never rounded across a whole number. */
export const divOnIds: FunctionOnIds = {
  binary: (values, a, b) => {
    if (a >= 0 || b >= 0 || intOf(b) === 0) return noValue;
    return values.int(Math.trunc(intOf(a) / intOf(b)));
  },
};

export const modOnIds: FunctionOnIds = {
  binary: (values, a, b) => {
    if (a >= 0 || b >= 0 || intOf(b) === 0) return noValue;
    return values.int(intOf(a) % intOf(b));
  },
};

/** A number or a float as a float. */
function numericOf(values: ValueIds, id: number): number | undefined {
  const kind = values.kindOf(id);
  if (kind === 'float64') return values.floatOf(id);
  return kind === 'number' ? (values.numberOf(id) ?? Number(values.bigOf(id))) : undefined;
}

function onFloats(operate: (x: number, y: number) => number | undefined) {
  return (values: ValueIds, a: number, b: number): number => {
    const x = numericOf(values, a);
    const y = numericOf(values, b);
    const result = x === undefined || y === undefined ? undefined : operate(x, y);
    return result === undefined ? noValue : values.float(result);
  };
}

function onFloat(operate: (x: number) => number | undefined) {
  return (values: ValueIds, a: number): number => {
    const x = numericOf(values, a);
    const result = x === undefined ? undefined : operate(x);
    return result === undefined ? noValue : values.float(result);
  };
}

// A sum starts with 0, which makes 0 of -0.
export const floatPlusOnIds: FunctionOnIds = { unary: onFloat((x) => 0 + x), binary: onFloats((x, y) => 0 + x + y) };

export const floatMultOnIds: FunctionOnIds = { unary: onFloat((x) => x), binary: onFloats((x, y) => x * y) };

export const floatDivOnIds: FunctionOnIds = {
  unary: onFloat((x) => (x === 0 ? undefined : 1 / x)),
  binary: onFloats((x, y) => (y === 0 ? undefined : x / y)),
};

export const sqrtOnIds: FunctionOnIds = { unary: onFloat(Math.sqrt) };

export const withinDistanceOnIds: PredicateOnIds = (_values, _out, a, b, limit) => {
  if (a >= 0 || b >= 0 || limit >= 0) return undecided;
  return Math.abs(a - b) < intOf(limit) ? 1 : 0;
};
