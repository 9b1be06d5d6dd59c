import type { BuiltinStep, Operand, Plan, Step } from '../plan/plan.js';
import { fewRows, Presence } from '../store/presence.js';
import type { PredicateFacts } from '../store/predicate-facts.js';
import type { Budget } from './budget.js';
import {
  functionOfMany,
  functionOnIds,
  type IdFunction,
  type IdFunctionOfMany,
  type IdPredicate,
  type IdPredicateOfMany,
  predicateOfMany,
  predicateOnIds,
} from './calls.js';
import type { CompiledPlan } from './compiled-plan.js';
import type { TaskContext } from './cursor.js';
import { createReader, instantAt } from './operands.js';
import { FlatInput } from './flat-input.js';
import type { RowSink } from './row-sink.js';

/** How many steps may pass before somebody looks at the clock, where functions are called: one may take long. */
const stepsWithCalls = 128;

/** Where generated code puts its rows until it is given a place. */
const nowhere: RowSink = { add: () => undefined, addAll: () => undefined };

/** The array for the rows of the next function, unless one is running: a function of the host may evaluate something. */
let idleRows: Int32Array | undefined;

/**
 * What the generated function of a plan works with: its state between two slices, the place for its rows, and the
 * things it asks for by the number of a step or an extra. The names are those that generated code uses.
 */
export class CompiledRun {
  readonly state: Int32Array;
  readonly constants: Int32Array;
  readonly registers: Int32Array;
  /** What loops without a base read, by the number of the step. */
  readonly inputs: readonly (FlatInput | undefined)[];
  /** Where the function puts its rows, one after the other. */
  rows: Int32Array = nothing;
  /** How much of `rows` it has filled. */
  filled = 0;
  readonly fewRows = fewRows;
  readonly nothing = nothing;
  bound: ArrayLike<number> = [];
  resume = 0;
  fuel = 0;
  readonly #plan: Plan;
  readonly #compiled: CompiledPlan;
  readonly #presences: (Presence | undefined)[] = [];
  /** The numbers of a row. */
  readonly #rowLength: number;
  readonly #mostSteps: number;
  #out: RowSink = nowhere;
  #context: TaskContext | undefined;

  constructor(plan: Plan, compiled: CompiledPlan) {
    this.#plan = plan;
    this.#compiled = compiled;
    this.state = new Int32Array(2 * compiled.loopCount);
    this.constants = Int32Array.from(compiled.extras.constants);
    this.registers = new Int32Array(plan.registerCount);
    this.inputs = Array.from(compiled.extras.inputs, (spec) => (spec === undefined ? undefined : new FlatInput(spec)));
    this.#rowLength = Math.max(1, plan.grouping?.kept.length ?? plan.head.length);
    const isJoin = compiled.extras.calls.length === 0 && plan.steps.every(({ kind }) => kind !== 'builtin');
    this.#mostSteps = plan.callsHost ? 1 : isJoin ? Infinity : stepsWithCalls;
  }

  /** Begins in an evaluation, or goes on in it with other values. */
  start(context: TaskContext, sink: RowSink, bound: ArrayLike<number>): void {
    this.#context = context;
    this.#out = sink;
    this.bound = bound;
    this.resume = 0;
  }

  /** Lets go of the evaluation, so that the run can be used by another one. */
  release(): void {
    this.#context = undefined;
    this.#out = nowhere;
    this.rows = nothing;
    for (const presence of this.#presences) presence?.reset(undefined);
    for (const input of this.inputs) input?.release();
  }

  /** True when all solutions are out; false when the slice is over. */
  run(budget: Budget): boolean {
    for (;;) {
      const isDone = this.#enter(budget);
      if (this.filled > 0) this.#out.addAll(this.rows, this.filled / this.#rowLength);
      idleRows = this.rows;
      if (isDone) return true;
      if (budget.refuel(this.#plan.rule.predicate) < 0) return false;
    }
  }

  /** Runs the function until it is done or its fuel is used up. */
  #enter(budget: Budget): boolean {
    // Rows beyond a limit are noticed before anything that comes after them.
    const granted = Math.min(budget.fuel, this.#mostSteps, budget.room + 1);
    this.fuel = granted;
    this.filled = 0;
    // A row takes a step at least, but for those on the way back to where the function was left.
    const room = (Math.max(granted, 0) + this.#compiled.loopCount + 1) * this.#rowLength;
    this.rows = idleRows !== undefined && idleRows.length >= room ? idleRows : new Int32Array(Math.max(1024, 2 * room));
    idleRows = undefined;
    for (let at = 0; at < this.inputs.length; at++) this.inputs[at]?.fetch(this.facts(at));
    const isDone = this.#compiled.run(this);
    budget.fuel -= granted - this.fuel;
    return isDone;
  }

  facts(at: number): PredicateFacts {
    return this.#evaluation.database.at(this.#compiled.numbers[at] ?? -1);
  }

  presence(at: number): Presence {
    const spec = this.#compiled.extras.presences[at];
    if (spec === undefined) throw new Error('the step tests no presence');
    const presence = (this.#presences[at] ??= new Presence(spec.columns, spec.isOld));
    const facts = this.facts(at);
    return presence.reset(spec.side === 'rows' ? facts.rows : facts.atoms);
  }

  ask(at: number, inputs: readonly number[]): boolean {
    const step = this.#step(at);
    if (step.kind !== 'ask') throw new Error('the step asks nothing');
    return this.#evaluation.ask(step.predicate, inputs, step.span);
  }

  /** Whether the interval of a row meets a window. */
  overlaps(at: number, row: number, from: number, to: number): boolean {
    const [start, end] = this.#window(at, from, to);
    const { table } = this.#evaluation;
    const { rows } = this.facts(at);
    return table.nanosOf(rows.at(row, rows.width - 2)) <= end && table.nanosOf(rows.at(row, rows.width - 1)) >= start;
  }

  /** Whether the intervals of an atom, given by its row, cover a window. */
  covers(at: number, atom: number, from: number, to: number): boolean {
    if (atom === -1) return false;
    const [start, end] = this.#window(at, from, to);
    return this.facts(at).coverage(atom).covers(start, end);
  }

  /** The same for the atom of a row with an interval. */
  coversRow(at: number, row: number, from: number, to: number): boolean {
    const step = this.#step(at);
    const { rows, atoms } = this.facts(at);
    const values = rows.row(row);
    const isOld = step.kind === 'cover' && step.isOld;
    return this.covers(at, isOld ? atoms.findInBase(values) : atoms.find(values), from, to);
  }

  /** An operand without registers. */
  fixed(extra: number): number {
    return createReader(this.#extra(extra), { ...this.#evaluation, registers: this.registers })();
  }

  call(extra: number): IdFunction {
    const { builtin, args, span } = this.#callAt(extra);
    return functionOnIds(builtin, args.length, span, this.#evaluation);
  }

  callOfMany(extra: number): IdFunctionOfMany {
    const { builtin, span } = this.#callAt(extra);
    return functionOfMany(builtin, span, this.#evaluation);
  }

  solver(at: number): IdPredicate | IdPredicateOfMany {
    const { builtin, inputs, span } = this.#builtin(at);
    if (inputs.length > 3) return predicateOfMany(builtin, span, this.#evaluation);
    return predicateOnIds(builtin, inputs.length, span, this.#evaluation);
  }

  /** Whether one of the solutions of a builtin has these values at these places. */
  isSolved(
    { solutions }: IdPredicate | IdPredicateOfMany,
    count: number,
    width: number,
    same: readonly (readonly [place: number, value: number])[],
  ): boolean {
    for (let at = 0; at < count; at++) {
      if (same.every(([place, value]) => solutions.ids[at * width + place] === value)) return true;
    }
    return false;
  }

  get #evaluation(): TaskContext {
    if (this.#context === undefined) throw new Error('the run was not started');
    return this.#context;
  }

  #window(at: number, from: number, to: number): readonly [bigint, bigint] {
    const step = this.#step(at);
    if (step.kind !== 'scan' && step.kind !== 'cover') throw new Error('the step has no window');
    const { table } = this.#evaluation;
    const [start, end] = [instantAt(table, from, step.span), instantAt(table, to, step.span)];
    return step.window?.isUnordered === true && start > end ? [end, start] : [start, end];
  }

  #step(at: number): Step {
    const step = this.#plan.steps[at];
    if (step === undefined) throw new Error(`the plan has no step ${at}`);
    return step;
  }

  #builtin(at: number): BuiltinStep {
    const step = this.#step(at);
    if (step.kind !== 'builtin') throw new Error('the step calls no builtin');
    return step;
  }

  #extra(at: number): Operand {
    const operand = this.#compiled.extras.calls[at];
    if (operand === undefined) throw new Error(`the plan has no operand ${at}`);
    return operand;
  }

  #callAt(extra: number): Extract<Operand, { kind: 'call' }> {
    const operand = this.#extra(extra);
    if (operand.kind !== 'call') throw new Error('the operand calls nothing');
    return operand;
  }
}

const nothing = new Int32Array(0);
