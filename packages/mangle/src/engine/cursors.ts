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
import { noValue } from '../store/value-id.js';
import type { Span } from '../text/source.js';
import type { Cursor, CursorContext } from './cursor.js';
import { createReader, createSolver, instantAt, type Reader } from './operands.js';
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
 * The atoms whose coverage holds. A plan that reads what changed walks the intervals that came or went, since only
 * their atoms can have begun or ceased to cover the window; others walk the atoms.
 */
function coverCursor(step: CoverStep, context: CursorContext): Cursor {
  const facts = context.database.facts(step.predicate);
  const { rows, atoms } = facts;
  const bounds = windowReader(step.window, context, step.span);
  const covers = (atom: number): boolean => atom !== -1 && facts.coverage(atom).covers(...bounds());
  if (!isDriven(step.range)) {
    return scanRows(atoms, { ...step, range: step.isOld ? 'old' : 'all' }, context, covers);
  }
  const find = step.isOld ? atoms.findInBase.bind(atoms) : atoms.find.bind(atoms);
  return scanRows(rows, step, context, (row) => covers(find(rows.row(row))));
}

function isDriven(range: ScanStep['range']): boolean {
  return range === 'recent' || range === 'added' || range === 'gone' || range === 'doomed';
}

function absentCursor({ predicate, key, isOld }: AbsentStep, context: CursorContext): Cursor {
  const { atoms } = context.database.facts(predicate);
  const step = { range: isOld ? 'old' : 'all', key, binds: [], repeats: [] } as const;
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
  const { solve, solutions } = createSolver(builtin, inputs, span, context);
  const sinks = outputs.map((output) => outputSink(output, context));
  let count = 0;
  let at = 0;
  /** Writes the outputs of a solution into the registers; tells whether they agree with what is known. */
  const accept = (first: number): boolean => {
    for (let output = 0; output < sinks.length; output++) {
      if (sinks[output]?.(solutions.ids[first + output] ?? noValue) === false) return false;
    }
    return true;
  };
  const next = (): boolean => {
    while (at < count) if (accept(sinks.length * at++)) return true;
    return false;
  };
  const open = (): boolean => {
    count = solve();
    at = 0;
    return next();
  };
  return isNegated ? testCursor(() => !open()) : { open, next };
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
