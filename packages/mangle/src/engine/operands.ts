import type { PredicateBuiltin } from '../builtins/define.js';
import type { IdSolutions } from '../builtins/id-solutions.js';
import { noValue } from '../store/value-id.js';
import type { ValueTable } from '../store/value-table.js';
import type { Operand } from '../plan/plan.js';
import type { Span } from '../text/source.js';
import { oracleText } from '../value/format.js';
import { type CallContext, functionOfMany, functionOnIds, predicateOfMany, predicateOnIds } from './calls.js';
import { Failure } from './failure.js';

export { callAt, internAt, internMade } from './calls.js';

/** Gives the id of a value under the current registers. */
export type Reader = () => number;

export interface OperandContext extends CallContext {
  readonly registers: Int32Array;
}

/** Turns an operand into a function. Calls of constants are evaluated at most once, and only when they are reached. */
export function createReader(operand: Operand, context: OperandContext): Reader {
  const { table, registers } = context;
  switch (operand.kind) {
    case 'constant': {
      const id = table.intern(operand.value);
      return () => id;
    }
    case 'instant': {
      const id = table.time(BigInt.asIntN(64, context.builtins.now + operand.offset));
      return () => id;
    }
    case 'register': {
      const { register } = operand;
      return () => registers[register] ?? noValue;
    }
    case 'call': {
      const call = createCall(operand, context);
      return isFixed(operand) ? once(call) : call;
    }
  }
}

/** The solutions of a predicate under the current registers. */
export interface Solver {
  /** Finds the solutions and tells how many there are. */
  readonly solve: () => number;
  /** The ids of the outputs, one solution after the other; valid until the next call of `solve`. */
  readonly solutions: IdSolutions;
}

/** Turns a builtin predicate and its inputs into a function. */
export function createSolver(
  builtin: PredicateBuiltin,
  inputs: readonly Operand[],
  span: Span,
  context: OperandContext,
): Solver {
  const readers = inputs.map((input) => createReader(input, context));
  const [a = missing, b = missing, c = missing] = readers;
  if (readers.length > 3) {
    const { solve, solutions } = predicateOfMany(builtin, span, context);
    return { solve: readMany(readers, solve), solutions };
  }
  const { solve, solutions } = predicateOnIds(builtin, readers.length, span, context);
  return { solve: () => solve(a(), b(), c()), solutions };
}

/** The instant an id stands for. Numbers are nanoseconds, as in the reference with the bounds check off. */
export function instantAt(table: ValueTable, id: number, span: Span): bigint {
  const kind = table.kindOf(id);
  if (kind === 'time' || kind === 'number') return table.bigOf(id);
  const text = oracleText(table.get(id));
  throw new Failure('invalid-interval', span, `expected a time as interval bound, got \`${text}\``);
}

function createCall({ builtin, args, span }: Extract<Operand, { kind: 'call' }>, context: OperandContext): Reader {
  const readers = args.map((arg) => createReader(arg, context));
  const [a = missing, b = missing, c = missing] = readers;
  if (readers.length > 3) return readMany(readers, functionOfMany(builtin, span, context));
  const call = functionOnIds(builtin, readers.length, span, context);
  return () => call(a(), b(), c());
}

/** Stands for an argument that is not there. */
const missing: Reader = () => noValue;

function readMany(readers: readonly Reader[], call: (args: Int32Array) => number): Reader {
  const ids = new Int32Array(readers.length);
  return () => {
    for (let at = 0; at < ids.length; at++) ids[at] = readers[at]?.() ?? noValue;
    return call(ids);
  };
}

function isFixed(operand: Operand): boolean {
  if (operand.kind === 'call') return operand.builtin.isConstant && operand.args.every(isFixed);
  return operand.kind !== 'register';
}

function once(read: Reader): Reader {
  let id = noValue;
  return () => (id === noValue ? (id = read()) : id);
}
