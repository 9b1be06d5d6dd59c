import { wrapInt64 } from '../value/make.js';
import {
  divOnIds,
  floatDivOnIds,
  floatMultOnIds,
  floatPlusOnIds,
  minusOnIds,
  modOnIds,
  multOnIds,
  plusOnIds,
  sqrtOnIds,
  withinDistanceOnIds,
} from './arithmetic-on-ids.js';
import { type Builtin, BuiltinError } from './define.js';
import { numericType } from './native.js';
import { func, predicate, variadic } from './rows.js';

/** Calculation with numbers, which wraps around at 64 bits, and with floats. */
export const arithmeticBuiltins: readonly Builtin[] = [
  variadic(
    'fn:plus',
    { type: '/number', min: 0 },
    '/number',
    'the sum of numbers',
    (numbers) => numbers.reduce((sum, number) => wrapInt64(sum + number), 0n),
    { onIds: plusOnIds },
  ),
  variadic(
    'fn:minus',
    { type: '/number', min: 1 },
    '/number',
    'the first number less the others; one is negated',
    minus,
    { onIds: minusOnIds },
  ),
  variadic(
    'fn:mult',
    { type: '/number', min: 0 },
    '/number',
    'the product of numbers',
    (numbers) => numbers.reduce((product, number) => wrapInt64(product * number), 1n),
    { onIds: multOnIds },
  ),
  variadic(
    'fn:div',
    { type: '/number', min: 1 },
    '/number',
    'the first number divided by the others, cut toward zero; of one number, its inverse',
    div,
    { onIds: divOnIds },
  ),
  func(
    'fn:mod',
    ['/number', '/number'],
    '/number',
    'the remainder, with the sign of the dividend',
    (dividend, divisor) => wrapInt64(dividend % nonZero('fn:mod', divisor)),
    { onIds: modOnIds },
  ),
  variadic(
    'fn:float:plus',
    { type: numericType, min: 0 },
    '/float64',
    'the sum of numbers and floats',
    (numbers) => numbers.reduce((sum, number) => sum + number, 0),
    { onIds: floatPlusOnIds },
  ),
  variadic(
    'fn:float:mult',
    { type: numericType, min: 0 },
    '/float64',
    'the product of numbers and floats',
    (numbers) => numbers.reduce((product, number) => product * number, 1),
    { onIds: floatMultOnIds },
  ),
  variadic(
    'fn:float:div',
    { type: numericType, min: 1 },
    '/float64',
    'the first number or float divided by the others; of one, its inverse',
    floatDiv,
    { onIds: floatDivOnIds },
  ),
  func('fn:sqrt', [numericType], '/float64', 'the square root; NaN for negative numbers', Math.sqrt, {
    onIds: sqrtOnIds,
  }),
  predicate(
    ':within_distance',
    ['/number', '/number', '/number'],
    '|X - Y| < Z',
    (x, y, limit) => {
      const distance = x - y;
      return (distance < 0n ? -distance : distance) < limit;
    },
    { onIds: withinDistanceOnIds },
  ),
];

function minus([first = 0n, ...others]: readonly bigint[]): bigint {
  if (others.length === 0) return wrapInt64(-first);
  return others.reduce((difference, number) => wrapInt64(difference - number), first);
}

/** Stops as soon as the quotient is zero, so divisors after that are not looked at. */
function div(numbers: readonly bigint[]): bigint {
  const [first = 1n, ...divisors] = numbers;
  // The reference takes the inverse of -1 to be 0, unlike `fn:div(1, -1)`.
  if (divisors.length === 0) return nonZero('fn:div', first) === 1n ? 1n : 0n;
  let quotient = first;
  for (const divisor of divisors) {
    quotient = wrapInt64(quotient / nonZero('fn:div', divisor));
    if (quotient === 0n) return 0n;
  }
  return quotient;
}

function floatDiv(numbers: readonly number[]): number {
  const [first = 1, ...others] = numbers;
  const [dividend, divisors] = others.length === 0 ? [1, [first]] : [first, others];
  return divisors.reduce((quotient, divisor) => quotient / nonZero('fn:float:div', divisor), dividend);
}

function nonZero<T extends bigint | number>(name: string, divisor: T): T {
  if (Number(divisor) === 0) throw new BuiltinError(`${name}: div by zero`);
  return divisor;
}
