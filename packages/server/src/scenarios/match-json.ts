import { isList, isObject, type Json, JsonNumber } from '@manglecp/protocol';

/** Whether a value has everything that is expected: objects may have further members, all else is equal. */
export function matches(expected: Json, actual: Json | undefined): boolean {
  if (actual === undefined) return false;
  if (isObject(expected)) {
    if (!isObject(actual)) return false;
    return Object.entries(expected).every(([key, value]) => Object.hasOwn(actual, key) && matches(value, actual[key]));
  }
  if (isList(expected)) {
    return (
      isList(actual) && actual.length === expected.length && expected.every((item, at) => matches(item, actual[at]))
    );
  }
  if (isNumber(expected)) return isNumber(actual) && sameNumber(expected, actual);
  return expected === actual;
}

function isNumber(value: Json): value is number | JsonNumber {
  return typeof value === 'number' || value instanceof JsonNumber;
}

/** By value: `5` is `5.0`, and no digit of a long one is lost. */
function sameNumber(left: number | JsonNumber, right: number | JsonNumber): boolean {
  const [a, b] = [spelled(left), spelled(right)];
  const areWhole = [a, b].every((text) => /^-?\d{1,400}$/.test(text));
  return areWhole ? BigInt(a) === BigInt(b) : Number(a) === Number(b);
}

function spelled(value: number | JsonNumber): string {
  return value instanceof JsonNumber ? value.text : String(value);
}

/**
 * Gives each expected value another actual one that fits it, as many as can be given; tells which of both were left.
 * By augmenting paths: an expectation that fits several does not take away the only one that fits another.
 */
export function pairUp<Expected, Actual>(
  expected: readonly Expected[],
  actual: readonly Actual[],
  fits: (expected: Expected, actual: Actual) => boolean,
): { readonly missing: readonly Expected[]; readonly further: readonly Actual[] } {
  const takenBy = new Map<number, number>();
  const find = (index: number, tried: Set<number>): boolean => {
    const wanted = expected[index] as Expected;
    for (const [at, candidate] of actual.entries()) {
      if (tried.has(at) || !fits(wanted, candidate)) continue;
      tried.add(at);
      const owner = takenBy.get(at);
      if (owner === undefined || find(owner, tried)) {
        takenBy.set(at, index);
        return true;
      }
    }
    return false;
  };
  const missing = expected.filter((_, index) => !find(index, new Set()));
  return { missing, further: actual.filter((_, at) => !takenBy.has(at)) };
}
