import { type BuiltinContext, BuiltinError, ValueTooLarge } from '../builtins/define.js';
import type { Operand } from '../plan/plan.js';
import { ValueTooDeep, type ValueTable } from '../store/value-table.js';
import type { Span } from '../text/source.js';
import { oracleText } from '../value/format.js';
import { maxValueDepth, maxValueSize, partSize, type Value } from '../value/value.js';
import { maxMadeSize } from './budget.js';
import { Failure } from './failure.js';

/** Gives the id of a value under the current registers. */
export type Reader = () => number;

export interface OperandContext {
  readonly table: ValueTable;
  readonly registers: Int32Array;
  readonly builtins: BuiltinContext;
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
      return () => registers[register] ?? -1;
    }
    case 'call': {
      const call = createCall(operand, context);
      return isFixed(operand) ? once(call) : call;
    }
  }
}

/** Interns a value from outside; one that nests too deep stops the evaluation. */
export function internAt(table: ValueTable, value: Value, span: Span): number {
  return inDepth(span, () => table.intern(value));
}

/** Interns a value that a rule made; one that nests too deep or is too large, or one too many, stops the evaluation. */
export function internMade(table: ValueTable, value: Value, span: Span): number {
  const id = inDepth(span, () => table.make(value));
  if (table.sizeOf(id) > maxValueSize) {
    throw new Failure(
      'value-too-large',
      span,
      `a value has more than ${maxValueSize} characters or ${maxValueSize / partSize} parts`,
    );
  }
  if (table.made > maxMadeSize) {
    throw new Failure('memory-limit', span, `the values that rules made take more than ${maxMadeSize} bytes`);
  }
  return id;
}

function inDepth(span: Span, intern: () => number): number {
  try {
    return intern();
  } catch (error) {
    if (!(error instanceof ValueTooDeep)) throw error;
    throw new Failure('value-too-deep', span, `a value nests deeper than ${maxValueDepth} levels`, { cause: error });
  }
}

/** Runs a builtin and gives its complaint the place where it was called. */
export function callAt<T>(span: Span, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof BuiltinError)) throw error;
    const code = error instanceof ValueTooLarge ? 'value-too-large' : 'function-failed';
    throw new Failure(code, span, error.message, { cause: error });
  }
}

/** The instant an id stands for. Numbers are nanoseconds, as in the reference with the bounds check off. */
export function instantAt(table: ValueTable, id: number, span: Span): bigint {
  const value = table.get(id);
  if (value.kind === 'time') return value.nanos;
  if (value.kind === 'number') return value.value;
  throw new Failure('invalid-interval', span, `expected a time as interval bound, got \`${oracleText(value)}\``);
}

function createCall(operand: Extract<Operand, { kind: 'call' }>, context: OperandContext): Reader {
  const { builtin, span } = operand;
  const { table, builtins } = context;
  const readers = operand.args.map((arg) => createReader(arg, context));
  return () => {
    const args = readers.map((read) => table.get(read()));
    return internMade(
      table,
      callAt(span, () => builtin.apply(args, builtins)),
      span,
    );
  };
}

function isFixed(operand: Operand): boolean {
  if (operand.kind === 'call') return operand.builtin.isConstant && operand.args.every(isFixed);
  return operand.kind !== 'register';
}

function once(read: Reader): Reader {
  let id = -1;
  return () => (id === -1 ? (id = read()) : id);
}
