import {
  type BuiltinContext,
  BuiltinError,
  type FunctionBuiltin,
  type PredicateBuiltin,
  type ReducerBuiltin,
  undecided,
  ValueTooLarge,
} from '../builtins/define.js';
import { IdSolutions } from '../builtins/id-solutions.js';
import { noValue } from '../store/value-id.js';
import { ValueTooDeep, type ValueTable } from '../store/value-table.js';
import type { Span } from '../text/source.js';
import { compareValues } from '../value/compare.js';
import { maxValueDepth, maxValueSize, partSize, type Value } from '../value/value.js';
import { Failure } from './failure.js';

/** What a call of a builtin needs to know. */
export interface CallContext {
  readonly table: ValueTable;
  readonly builtins: BuiltinContext;
}

/** A function of at most three ids; of the arguments only as many count as it was made for. */
export type IdFunction = (a: number, b: number, c: number) => number;

/** A function of as many ids as it was made for. It may write to `args`. */
export type IdFunctionOfMany = (args: Int32Array) => number;

/** A predicate with at most three inputs. */
export interface IdPredicate {
  /** Finds the solutions and tells how many there are. */
  readonly solve: (a: number, b: number, c: number) => number;
  /** The ids of the outputs, one solution after the other; valid until the next call of `solve`. */
  readonly solutions: IdSolutions;
}

/** A predicate with as many inputs as it was made for. */
export interface IdPredicateOfMany {
  readonly solve: (inputs: Int32Array) => number;
  readonly solutions: IdSolutions;
}

/** A reducer of the ids of a group's rows, `count` in each column, in any order. It may write to the columns. */
export type IdReducer = (columns: readonly Int32Array[], count: number) => number;

/** Interns a value from outside; one that nests too deep stops the evaluation. */
export function internAt(table: ValueTable, value: Value, span: Span): number {
  return callAt(span, () => table.intern(value));
}

/** Interns a value that a rule made; one that nests too deep or is too large, or one too many, stops the evaluation. */
export function internMade(table: ValueTable, value: Value, span: Span): number {
  const before = table.stored;
  const id = internAt(table, value, span);
  checkMade(table, before, id, span);
  return id;
}

/** The id of a whole number that a rule came to. INVARIANT: it is exact. */
export function intMade(table: ValueTable, value: number, span: Span): number {
  const before = table.stored;
  const id = table.int(value);
  checkAmount(table, before, span);
  return id;
}

/** Runs a builtin and gives its complaint the place where it was called. */
export function callAt<T>(span: Span, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw placed(error, span);
  }
}

/**
 * A function as a function of ids, for `arity` arguments, from 0 to 3. It makes no Value objects if the builtin has a
 * form on ids; results and failures are the same either way.
 */
export function functionOnIds(builtin: FunctionBuiltin, arity: number, span: Span, context: CallContext): IdFunction {
  const { table } = context;
  const slow: IdFunction = (a, b, c) => applyToValues(builtin, [a, b, c].slice(0, arity), span, context);
  const { unary, binary, ternary } = builtin.onIds ?? {};
  const fast = [undefined, unary, binary, ternary][arity];
  if (fast === undefined) return slow;
  return (a, b, c) => {
    const before = table.stored;
    let id: number;
    try {
      id = fast(table, a, b, c);
    } catch (error) {
      throw placed(error, span);
    }
    if (id === noValue) return slow(a, b, c);
    checkMade(table, before, id, span);
    return id;
  };
}

/** The same for any number of arguments. */
export function functionOfMany(builtin: FunctionBuiltin, span: Span, context: CallContext): IdFunctionOfMany {
  const { table } = context;
  const fast = builtin.onIds?.variadic;
  if (fast === undefined) return (args) => applyToValues(builtin, args, span, context);
  return (args) => {
    const before = table.stored;
    const id = callAt(span, () => fast(table, args));
    if (id === noValue) return applyToValues(builtin, args, span, context);
    checkMade(table, before, id, span);
    return id;
  };
}

/** A predicate as a predicate on ids, for `arity` inputs, from 0 to 3. */
export function predicateOnIds(
  builtin: PredicateBuiltin,
  arity: number,
  span: Span,
  { table }: CallContext,
): IdPredicate {
  const solutions = new IdSolutions();
  const slow: IdPredicate['solve'] = (a, b, c) =>
    solveWithValues(builtin, [a, b, c].slice(0, arity), solutions, span, table);
  const fast = builtin.onIds;
  if (fast === undefined) return { solve: slow, solutions };
  const outputCount = builtin.modes.length - arity;
  const solve: IdPredicate['solve'] = (a, b, c) => {
    const before = table.stored;
    let count: number;
    try {
      count = fast(table, solutions, a, b, c);
    } catch (error) {
      throw placed(error, span);
    }
    if (count === undecided) return slow(a, b, c);
    for (let at = 0; at < count * outputCount; at++) checkSize(table, solutions.ids[at] ?? noValue, span);
    checkAmount(table, before, span);
    return count;
  };
  return { solve, solutions };
}

/** The same for any number of inputs. */
export function predicateOfMany(builtin: PredicateBuiltin, span: Span, { table }: CallContext): IdPredicateOfMany {
  const solutions = new IdSolutions();
  return { solve: (inputs) => solveWithValues(builtin, inputs, solutions, span, table), solutions };
}

/** A reducer as a reducer of ids. */
export function reducerOnIds(reducer: ReducerBuiltin, span: Span, { table }: CallContext): IdReducer {
  const slow: IdReducer = (columns, count) => reduceValues(reducer, columns, count, span, table);
  const fast = reducer.onIds;
  if (fast === undefined) return slow;
  return (columns, count) => {
    const before = table.stored;
    const id = callAt(span, () => fast(table, columns, count));
    if (id === noValue) return slow(columns, count);
    checkMade(table, before, id, span);
    return id;
  };
}

function applyToValues(
  builtin: FunctionBuiltin,
  ids: ArrayLike<number>,
  span: Span,
  { table, builtins }: CallContext,
): number {
  const args = Array.from(ids, (id) => table.get(id));
  return internMade(
    table,
    callAt(span, () => builtin.apply(args, builtins)),
    span,
  );
}

function solveWithValues(
  builtin: PredicateBuiltin,
  ids: ArrayLike<number>,
  solutions: IdSolutions,
  span: Span,
  table: ValueTable,
): number {
  const inputs = Array.from(ids, (id) => table.get(id));
  const found = callAt(span, () => builtin.solve(inputs));
  const outputs = found.flatMap((solution) => solution.map((value) => internMade(table, value, span)));
  solutions.reserve(outputs.length).set(outputs);
  return found.length;
}

function reduceValues(
  reducer: ReducerBuiltin,
  columns: readonly Int32Array[],
  count: number,
  span: Span,
  table: ValueTable,
): number {
  const rows = Array.from({ length: count }, (_, at) => columns.map((column) => table.get(column[at] ?? noValue)));
  // In the total order of values, so that lists and sums of floats do not depend on the order of derivation.
  rows.sort(compareRows);
  return internMade(
    table,
    callAt(span, () => reducer.reduce(rows)),
    span,
  );
}

function compareRows(a: readonly Value[], b: readonly Value[]): number {
  for (const [at, value] of a.entries()) {
    const other = b[at];
    const order = other === undefined ? 0 : compareValues(value, other);
    if (order !== 0) return order;
  }
  return 0;
}

/** What a call threw, with the place of the call if it is a complaint about values. */
function placed(error: unknown, span: Span): unknown {
  if (error instanceof ValueTooDeep) {
    return new Failure('value-too-deep', span, `a value nests deeper than ${maxValueDepth} levels`, { cause: error });
  }
  if (!(error instanceof BuiltinError)) return error;
  const code = error instanceof ValueTooLarge ? 'value-too-large' : 'function-failed';
  return new Failure(code, span, error.message, { cause: error });
}

/** Counts what a rule added to the table since `before` and checks the value it came to. */
function checkMade(table: ValueTable, before: number, id: number, span: Span): void {
  checkSize(table, id, span);
  checkAmount(table, before, span);
}

function checkSize(table: ValueTable, id: number, span: Span): void {
  if (table.largest <= maxValueSize || table.sizeOf(id) <= maxValueSize) return;
  throw new Failure(
    'value-too-large',
    span,
    `a value has more than ${maxValueSize} characters or ${maxValueSize / partSize} parts`,
  );
}

function checkAmount(table: ValueTable, before: number, span: Span): void {
  if (table.stored === before) return;
  table.countMade(before);
  if (table.made <= table.maxMade) return;
  throw new Failure('memory-limit', span, `the values that rules made take more than ${table.maxMade} bytes`);
}
