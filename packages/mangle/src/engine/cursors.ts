import type {
  AbsentStep,
  AskStep,
  AssignStep,
  BuiltinStep,
  CompareStep,
  CoverStep,
  Output,
  ScanStep,
  Step,
  WindowOperands,
} from '../plan/plan.js';
import type { Span } from '../text/source.js';
import type { Cursor, CursorContext } from './cursor.js';
import { callAt, createReader, instantAt, internMade, type Reader } from './operands.js';
import { type RowTest, scanRows } from './scan.js';

export function createCursor(step: Step, context: CursorContext): Cursor {
  switch (step.kind) {
    case 'scan':
      return scanCursor(step, context);
    case 'cover':
      return coverCursor(step, context);
    case 'absent':
      return absentCursor(step, context);
    case 'assign':
      return assignCursor(step, context);
    case 'compare':
      return compareCursor(step, context);
    case 'builtin':
      return builtinCursor(step, context);
    case 'ask':
      return askCursor(step, context);
  }
}

/** A step with at most one solution. */
function testCursor(test: () => boolean): Cursor {
  return { open: test, next: () => false };
}

function scanCursor(step: ScanStep, context: CursorContext): Cursor {
  const { rows } = context.database.facts(step.predicate);
  const accept = step.window === undefined ? undefined : overlapTest(step, step.window, context);
  return scanRows(rows, step, context, accept);
}

/** Whether the interval in the last two columns of a row meets the window. */
function overlapTest({ predicate, span }: ScanStep, window: WindowOperands, context: CursorContext): RowTest {
  const { table } = context;
  const { rows } = context.database.facts(predicate);
  const bounds = windowReader(window, context, span);
  return (row) => {
    const [from, to] = bounds();
    return table.nanosOf(rows.at(row, rows.width - 2)) <= to && table.nanosOf(rows.at(row, rows.width - 1)) >= from;
  };
}

function windowReader(window: WindowOperands, context: CursorContext, span: Span): () => [bigint, bigint] {
  const readFrom = createReader(window.from, context);
  const readTo = createReader(window.to, context);
  const { table } = context;
  return () => {
    const from = instantAt(table, readFrom(), span);
    const to = instantAt(table, readTo(), span);
    return window.isUnordered && from > to ? [to, from] : [from, to];
  };
}

/**
 * The atoms whose coverage holds. A full evaluation walks the atoms; one that reads the last round walks its new
 * intervals, since only their atoms can have begun to cover the window.
 */
function coverCursor(step: CoverStep, context: CursorContext): Cursor {
  const { rows, atoms, coverage } = context.database.facts(step.predicate);
  if (coverage === undefined) throw new Error(`${step.predicate} has no intervals`);
  const bounds = windowReader(step.window, context, step.span);
  const covers = (atom: number): boolean => coverage(atom).covers(...bounds());
  if (step.range !== 'recent') return scanRows(atoms, { ...step, range: 'all' }, context, covers);
  return scanRows(rows, step, context, (row) => covers(atoms.find(rows.row(row))));
}

function absentCursor({ predicate, key, span }: AbsentStep, context: CursorContext): Cursor {
  const { atoms } = context.database.facts(predicate);
  const step = { predicate, range: 'all', key, binds: [], repeats: [], span } as const;
  const present = scanRows(atoms, step, context);
  return testCursor(() => !present.open());
}

function assignCursor({ register, value }: AssignStep, context: CursorContext): Cursor {
  const read = createReader(value, context);
  const { registers } = context;
  return testCursor(() => {
    registers[register] = read();
    return true;
  });
}

function compareCursor({ operator, left, right }: CompareStep, context: CursorContext): Cursor {
  const a = createReader(left, context);
  const b = createReader(right, context);
  return testCursor(operator === '=' ? () => a() === b() : () => a() !== b());
}

function askCursor({ predicate, inputs, span }: AskStep, context: CursorContext): Cursor {
  const readers = inputs.map((input) => createReader(input, context));
  return testCursor(() =>
    context.ask(
      predicate,
      readers.map((read) => read()),
      span,
    ),
  );
}

function builtinCursor({ builtin, inputs, outputs, isNegated, span }: BuiltinStep, context: CursorContext): Cursor {
  const { table } = context;
  const readers = inputs.map((input) => createReader(input, context));
  const accept = solutionTest(outputs, context);
  let solutions: readonly (readonly number[])[] = [];
  let at = 0;
  const solve = (): void => {
    const values = readers.map((read) => table.get(read()));
    const found = callAt(span, () => builtin.solve(values));
    solutions = found.map((solution) => solution.map((value) => internMade(table, value, span)));
    at = 0;
  };
  const next = (): boolean => {
    while (at < solutions.length) if (accept(solutions[at++] ?? [])) return true;
    return false;
  };
  const open = (): boolean => {
    solve();
    return next();
  };
  return isNegated ? testCursor(() => !open()) : { open, next };
}

/** Writes the outputs of a solution into the registers; tells whether they agree with what is known. */
function solutionTest(outputs: readonly Output[], context: CursorContext): (solution: readonly number[]) => boolean {
  const sinks = outputs.map((output) => outputSink(output, context));
  return (solution) => sinks.every((sink, at) => sink(solution[at] ?? -1));
}

function outputSink(output: Output, context: CursorContext): (id: number) => boolean {
  const { registers } = context;
  switch (output.kind) {
    case 'ignore':
      return () => true;
    case 'bind':
      return (id) => {
        registers[output.register] = id;
        return true;
      };
    case 'equal': {
      const read: Reader = createReader(output.value, context);
      return (id) => id === read();
    }
  }
}
