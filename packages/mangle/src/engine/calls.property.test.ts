import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FunctionBuiltin, type PredicateBuiltin, type ReducerBuiltin, undecided } from '../builtins/define.js';
import { IdSolutions } from '../builtins/id-solutions.js';
import { numericType } from '../builtins/native.js';
import { standardRegistry } from '../builtins/registry.js';
import { noValue } from '../store/value-id.js';
import { ValueTable } from '../store/value-table.js';
import { createSource, type Span } from '../text/source.js';
import { arbitraryInt64, arbitraryValue } from '../value/arbitrary.suite.js';
import {
  durationValue,
  floatValue,
  listValue,
  mapValue,
  nameValue,
  numberValue,
  pairValue,
  stringValue,
  structValue,
  timeValue,
} from '../value/make.js';
import { maxInt64, minInt64, type Value } from '../value/value.js';
import { functionOfMany, functionOnIds, predicateOnIds, reducerOnIds } from './calls.js';

const span: Span = { source: createSource('test', ''), start: 0, end: 0 };

const ints = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map(BigInt),
  fc.integer().map(BigInt),
  fc.constantFrom(
    2n ** 30n - 1n,
    2n ** 30n,
    -(2n ** 30n),
    -(2n ** 30n) - 1n,
    2n ** 53n,
    2n ** 53n - 1n,
    1n - 2n ** 53n,
  ),
  arbitraryInt64,
);
const floats = fc.oneof(fc.constantFrom(0, -0, NaN, Infinity, 1, -1), fc.double());
const numbers = ints.map((n) => numberValue(n));
const names = fc.constantFrom('/a', '/b', '/a/b', '/a/b/c', '/true', '/false').map(nameValue);
const strings = fc
  .oneof(fc.constantFrom('', 'a', 'ab', 'ä', 'b😀'), fc.string({ unit: 'binary', maxLength: 4 }))
  .map(stringValue);
const items = fc.oneof(numbers, names, strings, floats.map(floatValue));
const entries = fc.array(fc.tuple(fc.oneof(names, items), items), { maxLength: 4 });

/** Values of a parameter type, by its first word. */
const ofType: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  '/number': numbers,
  '/float64': floats.map(floatValue),
  '/name': names,
  '/string': strings,
  '/time': ints.map(timeValue),
  '/duration': ints.map(durationValue),
  [numericType]: fc.oneof(numbers, floats.map(floatValue)),
  'fn:Union': fc.oneof(numbers, floats.map(floatValue), names, strings),
  'fn:List': fc.array(items, { maxLength: 5 }).map(listValue),
  'fn:Pair': fc.tuple(items, items).map(([a, b]) => pairValue(a, b)),
  'fn:Map': entries.map(mapValue),
  'fn:Struct': entries.map(structValue),
};

function fittingFor(type: string): fc.Arbitrary<Value> {
  return ofType[type] ?? ofType[type.replace(/\(.*/, '')] ?? items;
}

function valueFor(type: string): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 8, arbitrary: fittingFor(type) }, { weight: 1, arbitrary: arbitraryValue });
}

/** What came out: a value, or the code and text of a failure. */
function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? { ...error, message: error.message, cause: undefined } : error;
  }
}

function idsOf(table: ValueTable, values: readonly Value[]): [number, number, number] {
  const [a = noValue, b = noValue, c = noValue] = values.map((value) => table.intern(value));
  return [a, b, c];
}

const functions = [...standardRegistry.functions.values()].filter(({ onIds }) => onIds !== undefined);
const predicates = [...standardRegistry.predicates.values()].filter(({ onIds }) => onIds !== undefined);

/** Arguments in every number that a function takes, up to five. */
function argsFor({ signature: { params, rest } }: FunctionBuiltin): fc.Arbitrary<readonly Value[]> {
  const fixed = fc.tuple(...params.map(valueFor));
  if (rest === undefined) return fixed;
  const others = fc.array(valueFor(rest.type), { minLength: rest.min, maxLength: 5 });
  return fc.tuple(fixed, others).map(([first, more]) => [...first, ...more]);
}

function expectSame(builtin: FunctionBuiltin, args: readonly Value[]): void {
  const { onIds: _, ...onValues } = builtin;
  const context = { table: new ValueTable(), builtins: { now: 0n } };
  const call = (each: FunctionBuiltin): number =>
    args.length > 3
      ? functionOfMany(each, span, context)(Int32Array.from(args, (arg) => context.table.intern(arg)))
      : functionOnIds(each, args.length, span, context)(...idsOf(context.table, args));
  expect(outcomeOf(() => call(builtin))).toEqual(outcomeOf(() => call(onValues)));
}

/** Values at the edges, where chance rarely comes. */
const edges: readonly { name: string; args: readonly Value[] }[] = [
  { name: 'fn:float:plus', args: [floatValue(-0)] },
  { name: 'fn:float:plus', args: [floatValue(-0), floatValue(-0)] },
  { name: 'fn:float:mult', args: [floatValue(-0), numberValue(0)] },
  { name: 'fn:minus', args: [numberValue(minInt64)] },
  { name: 'fn:minus', args: [numberValue(-(2n ** 30n))] },
  { name: 'fn:plus', args: [numberValue(maxInt64), numberValue(1), numberValue(1)] },
  { name: 'fn:plus', args: [numberValue(2n ** 53n - 1n), numberValue(2), numberValue(-2)] },
  { name: 'fn:mult', args: [numberValue(2n ** 32n), numberValue(2n ** 32n)] },
  { name: 'fn:mult', args: [numberValue(2n ** 32n), numberValue(2n ** 32n + 1n)] },
  { name: 'fn:div', args: [numberValue(-(2n ** 30n)), numberValue(-1)] },
  { name: 'fn:div', args: [numberValue(minInt64), numberValue(-1)] },
  { name: 'fn:mod', args: [numberValue(-4), numberValue(2)] },
];

describe('a function on ids', () => {
  it.each(functions)('$name gives what it gives for values', (builtin) => {
    fc.assert(
      fc.property(argsFor(builtin), (args) => expectSame(builtin, args)),
      { numRuns: 300 },
    );
  });

  it.each(edges)('$name gives what it gives for values at the edge', ({ name, args }) => {
    const builtin = functions.find((each) => each.name === name);
    expect(builtin).toBeDefined();
    if (builtin !== undefined) expectSame(builtin, args);
  });

  it.each(functions)('$name is not left to the values each time', (builtin) => {
    const table = new ValueTable();
    const { unary, binary, ternary, variadic } = builtin.onIds ?? {};
    const isDecided = (args: readonly Value[]): boolean => {
      const [a, b, c] = idsOf(table, args);
      if (args.length > 3)
        return (
          variadic?.(
            table,
            Int32Array.from(args, (arg) => table.intern(arg)),
          ) !== noValue
        );
      const fast = [undefined, unary, binary, ternary][args.length];
      return fast !== undefined && fast(table, a, b, c) !== noValue;
    };
    expect(fc.sample(argsFor(builtin), { numRuns: 200, seed: 1 }).some(isDecided)).toBe(true);
  });
});

function inputsFor({ modes, params }: PredicateBuiltin): fc.Arbitrary<readonly Value[]> {
  return fc.tuple(...params.filter((_, at) => modes[at] === '+').map(valueFor));
}

describe('a predicate on ids', () => {
  it.each(predicates)('$name has the solutions it has for values', (builtin) => {
    const { onIds: _, ...onValues } = builtin;
    const outputCount = builtin.modes.filter((mode) => mode === '-').length;
    fc.assert(
      fc.property(inputsFor(builtin), (inputs) => {
        const context = { table: new ValueTable(), builtins: { now: 0n } };
        const call = (each: PredicateBuiltin): unknown => {
          const { solve, solutions } = predicateOnIds(each, inputs.length, span, context);
          const count = solve(...idsOf(context.table, inputs));
          return { count, ids: [...solutions.ids.subarray(0, count * outputCount)] };
        };
        expect(outcomeOf(() => call(builtin))).toEqual(outcomeOf(() => call(onValues)));
      }),
      { numRuns: 300 },
    );
  });

  it.each(predicates)('$name is not left to the values each time', (builtin) => {
    const table = new ValueTable();
    const isDecided = (inputs: readonly Value[]): boolean => {
      const found = builtin.onIds?.(table, new IdSolutions(), ...idsOf(table, inputs));
      return found !== undefined && found !== undecided && found > 0;
    };
    expect(fc.sample(inputsFor(builtin), { numRuns: 500, seed: 1 }).some(isDecided)).toBe(true);
  });
});

const reducers = [...standardRegistry.reducers.values()];

/** Rows of arguments, at least one row, most of them of the kind that the reducer takes. */
function rowsFor({ signature: { params, rest } }: ReducerBuiltin): fc.Arbitrary<readonly (readonly Value[])[]> {
  const more = rest === undefined ? fc.constant(0) : fc.integer({ min: rest.min, max: 3 });
  const isMixed = fc.integer({ min: 0, max: 9 }).map((n) => n === 0);
  return fc.tuple(more, isMixed).chain(([count, mixed]) => {
    const types = [...params, ...Array.from({ length: count }, () => rest?.type ?? '/any')];
    const row = fc.tuple(...types.map((type) => (mixed ? valueFor(type) : fittingFor(type))));
    return fc.array(row, { minLength: 1, maxLength: 12 });
  });
}

function columnsOf(table: ValueTable, rows: readonly (readonly Value[])[]): Int32Array[] {
  const width = rows[0]?.length ?? 0;
  // Longer than need be, as in an evaluation.
  return Array.from({ length: width }, (_, column) =>
    Int32Array.from([...rows.map((row) => table.intern(row[column] ?? numberValue(0))), noValue]),
  );
}

function expectReduced(reducer: ReducerBuiltin, rows: readonly (readonly Value[])[]): void {
  const { onIds: _, ...onValues } = reducer;
  const context = { table: new ValueTable(), builtins: { now: 0n } };
  const call = (each: ReducerBuiltin): number =>
    reducerOnIds(each, span, context)(columnsOf(context.table, rows), rows.length);
  expect(outcomeOf(() => call(reducer))).toEqual(outcomeOf(() => call(onValues)));
}

describe('a reducer on ids', () => {
  it.each(reducers)('$name gives what it gives for the sorted values', (reducer) => {
    fc.assert(
      fc.property(rowsFor(reducer), (rows) => expectReduced(reducer, rows)),
      { numRuns: 500 },
    );
  });

  it.each([
    { name: 'fn:sum', column: [maxInt64, maxInt64, 2n, 5n].map((n) => numberValue(n)) },
    { name: 'fn:sum', column: [2n ** 53n, 1n, 1n, -(2n ** 53n)].map((n) => numberValue(n)) },
    { name: 'fn:sum', column: Array.from({ length: 10_000 }, () => numberValue(2 ** 30 - 1)) },
    { name: 'fn:avg', column: [1n, 1n, 1n, 2n ** 53n].map((n) => numberValue(n)) },
    { name: 'fn:avg', column: [2n ** 53n, 1n, 1n, -1n].map((n) => numberValue(n)) },
    { name: 'fn:avg', column: [floatValue(-0)] },
    { name: 'fn:float:sum', column: [floatValue(-0), floatValue(-0)] },
    { name: 'fn:float:sum', column: [1e16, 1, 1, -1e16].map(floatValue) },
    { name: 'fn:float:max', column: [-0, 0, NaN].map(floatValue) },
    { name: 'fn:float:min', column: [0, -0, NaN].map(floatValue) },
    { name: 'fn:duration:sum', column: [maxInt64, maxInt64, 2n].map(durationValue) },
  ])('$name gives what it gives for the sorted values at the edge', ({ name, column }) => {
    const reducer = reducers.find((each) => each.name === name);
    expect(reducer).toBeDefined();
    const rows = column.map((value) => [value]);
    if (reducer !== undefined) expectReduced(reducer, rows);
  });

  it.each(reducers)('$name is not left to the values each time', (reducer) => {
    const table = new ValueTable();
    const isDecided = (rows: readonly (readonly Value[])[]): boolean =>
      reducer.onIds !== undefined && reducer.onIds(table, columnsOf(table, rows), rows.length) !== noValue;
    expect(fc.sample(rowsFor(reducer), { numRuns: 100, seed: 1 }).some(isDecided)).toBe(true);
  });
});
