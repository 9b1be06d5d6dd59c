import { BuiltinError } from '../builtins/define.js';
import { EvaluationError } from '../engine/evaluation-error.js';
import { type ValueTable, ValueTooDeep } from '../store/value-table.js';
import { chainOver, type TimedRow } from './chain.js';
import type { CallPlan, OutputPlan, RulePlan, RuleStep } from './rule-plan.js';
import type { EvaluationView, PredicateView, RowLookup } from './view.js';

/** Work that may still be done; shared by everything that answers one question. */
export interface Fuel {
  left: number;
}

/** Which rows of the head's own component may be used. */
export interface SolverBounds {
  /** Only rows with a smaller stamp. */
  readonly before: number;
  /** The row to be derived; of the rows with its own stamp, intervals in lower rows count for what they cover. */
  readonly row: number;
  /** Whether rows may be used that a better one replaced since. */
  readonly takesDead: boolean;
  /** Instead of `row`, where predicates cover windows of each other: which rows with its own stamp came before it. */
  readonly isBefore?: ((predicate: number, row: number) => boolean) | undefined;
}

const unbounded: SolverBounds = { before: Infinity, row: 0, takesDead: false };

export type SolverOutcome = 'solution' | 'done' | 'limit';

/**
 * Finds the solutions of one rule's body over the facts of a finished evaluation, one after the other, by a walk over
 * its steps. For a proof it looks only at facts of the same component that came before (`before`).
 */
export class Solver {
  readonly plan: RulePlan;
  readonly registers: number[];
  /** The row that each step stands on, for steps that read facts. */
  readonly rows: number[];
  /** Why the last function that could not be computed failed. */
  failure: string | undefined;
  readonly #view: EvaluationView;
  readonly #steps: readonly RuleStep[];
  readonly #walks: (FactWalk | undefined)[];
  readonly #template: Template;
  readonly #solutions: (readonly (readonly number[])[])[] = [];
  /** The solution that comes next, for builtins. */
  readonly #positions: number[];
  #before = Infinity;
  #row = 0;
  #takesDead = false;
  #isBefore: SolverBounds['isBefore'];
  #depth = -1;
  #isAt = false;
  #isShown = false;

  constructor(plan: RulePlan, view: EvaluationView) {
    this.plan = plan;
    this.#view = view;
    this.#steps = plan.steps;
    this.#template = templateOf(plan, view.constants);
    this.registers = this.#template.registers.slice();
    const count = plan.steps.length;
    this.rows = new Array<number>(count).fill(-1);
    this.#walks = plan.steps.map((step) => (step.predicate === '' ? undefined : new FactWalk(step, view)));
    this.#positions = new Array<number>(count).fill(0);
    this.refresh();
  }

  /** Gives the values that each evaluation numbers for itself their ids; for a view that shows another one. */
  refresh(): void {
    const { plan } = this;
    const { table } = this.#view;
    for (const walk of this.#walks) if (walk !== undefined) this.#view.use(walk.facts);
    for (const { register, value } of this.#template.rest) {
      this.registers[register] = table.intern(value);
    }
    for (const { register, offset } of plan.instants) {
      this.registers[register] = table.time(BigInt.asIntN(64, this.#view.now + offset));
    }
  }

  /** Holds no rows any more; to be followed by `refresh`. */
  release(): void {
    for (const walk of this.#walks) walk?.lookup?.release();
  }

  /** Starts anew; the registers of the plan's bound variables must be set. */
  start({ before, row, takesDead, isBefore }: SolverBounds = unbounded): void {
    this.#isBefore = isBefore;
    this.#before = before;
    this.#row = row;
    this.#takesDead = takesDead;
    this.#depth = 0;
    this.#isShown = false;
    this.failure = undefined;
    this.#isAt = this.#steps.length === 0 || this.#open(0);
  }

  /** How many steps are satisfied where the last `next` stopped, or began to turn back. */
  get depth(): number {
    return this.#depth;
  }

  /** Goes on to the next solution. `onStuck` is told of each step that has none at all under the steps before it. */
  next(fuel: Fuel, onStuck?: (depth: number) => void): SolverOutcome {
    const last = Math.max(this.#steps.length - 1, 0);
    if (this.#isShown) {
      this.#isShown = false;
      this.#isAt = this.#steps.length > 0 && this.#advance(this.#depth);
    } else if (!this.#isAt && this.#depth === 0) onStuck?.(0);
    while (this.#depth >= 0) {
      if (--fuel.left < 0) return 'limit';
      if (!this.#isAt) {
        this.#depth--;
        this.#isAt = this.#depth >= 0 && this.#advance(this.#depth);
      } else if (this.#depth < last) {
        this.failure = undefined;
        this.#isAt = this.#open(++this.#depth);
        if (!this.#isAt) onStuck?.(this.#depth);
      } else {
        this.#isShown = true;
        return 'solution';
      }
    }
    return 'done';
  }

  /** Runs calls into their registers; false if one fails. */
  call(calls: readonly CallPlan[]): boolean {
    const { table, now } = this.#view;
    try {
      for (const { builtin, args, register } of calls) {
        const values = args.map((arg) => table.get(this.registers[arg] ?? 0));
        this.registers[register] = table.make(builtin.apply(values, { now }));
      }
      return true;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** The rows whose intervals together cover the window of a step, as few as it takes; empty if they do not. */
  chainOf(at: number): readonly number[] {
    const step = this.#steps[at];
    const facts = this.#walks[at]?.facts;
    const bounds = step === undefined ? undefined : this.#bounds(step);
    if (facts === undefined || step === undefined || bounds === undefined) return [];
    return chainOver(this.#timedRows(step, facts, this.rows[at] ?? -1), ...bounds);
  }

  /** The facts that a step reads, if it reads any. */
  factsOf(at: number): PredicateView | undefined {
    return this.#walks[at]?.facts;
  }

  #open(at: number): boolean {
    const step = this.#steps[at];
    if (step === undefined || (step.calls.length > 0 && !this.call(step.calls))) return false;
    const { registers } = this;
    switch (step.kind) {
      case 'assign':
        registers[step.left] = registers[step.right] ?? 0;
        return true;
      case 'equal':
        return registers[step.left] === registers[step.right];
      case 'differ':
        return registers[step.left] !== registers[step.right];
      case 'builtin':
        return this.#openBuiltin(step, at);
      default:
        return this.#openFacts(step, at);
    }
  }

  #advance(at: number): boolean {
    const walk = this.#walks[at];
    if (walk !== undefined) return this.#nextRow(walk, at);
    const step = this.#steps[at];
    return step?.kind === 'builtin' && !step.isNegated && this.#nextSolution(step, at);
  }

  #openFacts(step: RuleStep, at: number): boolean {
    if (step.inputs.length > 0 && !this.#ask(step)) return false;
    const walk = this.#walks[at];
    if (walk === undefined) return false;
    walk.start(this.registers);
    if (step.kind !== 'absent') return this.#nextRow(walk, at);
    for (let row = walk.next(); row !== -1; row = walk.next()) if (!walk.facts.isDead(row)) return false;
    return true;
  }

  #ask({ inputs, predicate, premise }: RuleStep): boolean {
    if (this.#before !== Infinity || predicate === '') return true;
    try {
      const ids = inputs.map((register) => this.registers[register] ?? 0);
      this.#view.solve(this.#view.predicate(predicate).info, ids, premise.span);
      return true;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Goes on to the next row that satisfies a step. */
  #nextRow(walk: FactWalk, at: number): boolean {
    const { step, facts } = walk;
    for (let row = walk.next(); row !== -1; row = walk.next()) {
      if (!this.#counts(step, facts, row) || !this.#load(step, facts, row) || !this.#fits(step, facts, row)) continue;
      this.rows[at] = row;
      return true;
    }
    return false;
  }

  #counts(step: RuleStep, facts: PredicateView, row: number): boolean {
    if (!step.isSameComponent || this.#before === Infinity) return !facts.isDead(row);
    if (facts.stamp(row) >= this.#before && !this.#isJustBefore(step, facts, row)) return false;
    return !facts.isDead(row) || (this.#takesDead && facts.isReplaced(row));
  }

  /** What is covered counts at once, not only from the next round on. */
  #isJustBefore({ kind, predicate }: RuleStep, facts: PredicateView, row: number): boolean {
    if (kind !== 'cover' || facts.stamp(row) !== this.#before) return false;
    if (this.#isBefore !== undefined) return this.#isBefore(facts.number, row);
    return predicate === this.plan.rule.predicate && row < this.#row;
  }

  #load({ binds, repeats }: RuleStep, facts: PredicateView, row: number): boolean {
    const { registers } = this;
    for (let at = 0; at < binds.length; at++) {
      const bind = binds[at];
      if (bind !== undefined) registers[bind.register] = facts.at(row, bind.column);
    }
    for (let at = 0; at < repeats.length; at++) {
      const repeat = repeats[at];
      if (repeat !== undefined && registers[repeat.register] !== facts.at(row, repeat.column)) return false;
    }
    return true;
  }

  /** Whether the row's interval agrees with the window of the step. */
  #fits(step: RuleStep, facts: PredicateView, row: number): boolean {
    if (step.window === undefined) return true;
    const bounds = this.#bounds(step);
    if (bounds === undefined) return false;
    const [from, to] = bounds;
    const { premise } = step;
    const isFree = premise.kind === 'temporal' && premise.binds === undefined;
    if (step.kind === 'cover') {
      const rows = this.#timedRows(step, facts, row);
      // Without bounds to bind, an atom is one solution, not each of its intervals.
      if (isFree && rows[0]?.row !== row) return false;
      if (chainOver(rows, from, to).length === 0) return false;
      if (isFree) return true;
    }
    const { arity } = facts.info;
    const { table } = this.#view;
    return table.nanosOf(facts.at(row, arity)) <= to && table.nanosOf(facts.at(row, arity + 1)) >= from;
  }

  /** The rows that differ from this one in their interval alone and count. */
  #timedRows(step: RuleStep, facts: PredicateView, row: number): TimedRow[] {
    const { arity } = facts.info;
    const { table } = this.#view;
    const args = Array.from({ length: arity }, (_, column) => column);
    const lookup = facts.lookup(args);
    const found: TimedRow[] = [];
    for (let each = lookup.first(args.map((column) => facts.at(row, column))); each !== -1; each = lookup.next(each)) {
      if (!this.#counts(step, facts, each)) continue;
      found.push({
        row: each,
        start: table.nanosOf(facts.at(each, arity)),
        end: table.nanosOf(facts.at(each, arity + 1)),
      });
    }
    return found;
  }

  #bounds({ window }: RuleStep): [bigint, bigint] | undefined {
    const from = window === undefined ? undefined : this.#instant(window.from);
    const to = window === undefined ? undefined : this.#instant(window.to);
    if (from === undefined || to === undefined) return undefined;
    return window?.isUnordered === true && from > to ? [to, from] : [from, to];
  }

  /** Numbers are nanoseconds, as in evaluations. */
  #instant(register: number): bigint | undefined {
    const value = this.#view.table.get(this.registers[register] ?? 0);
    if (value.kind === 'time') return value.nanos;
    return value.kind === 'number' ? value.value : undefined;
  }

  #openBuiltin(step: RuleStep, at: number): boolean {
    const { table } = this.#view;
    try {
      const inputs = step.inputs.map((register) => table.get(this.registers[register] ?? 0));
      const found = step.builtin?.solve(inputs) ?? [];
      this.#solutions[at] = found.map((solution) => solution.map((value) => table.make(value)));
    } catch (error) {
      return this.#fail(error);
    }
    this.#positions[at] = 0;
    return this.#nextSolution(step, at) !== step.isNegated;
  }

  #nextSolution({ outputs }: RuleStep, at: number): boolean {
    const solutions = this.#solutions[at] ?? [];
    for (let position = this.#positions[at] ?? 0; position < solutions.length; position++) {
      this.#positions[at] = position + 1;
      if (this.#accepts(outputs, solutions[position] ?? [])) return true;
    }
    return false;
  }

  #accepts(outputs: readonly OutputPlan[], solution: readonly number[]): boolean {
    for (let at = 0; at < outputs.length; at++) {
      const output = outputs[at];
      if (output === undefined || output.kind === 'ignore') continue;
      if (output.kind === 'bind') this.registers[output.register] = solution[at] ?? 0;
      else if (this.registers[output.register] !== solution[at]) return false;
    }
    return true;
  }

  /** A function that cannot be computed makes its premise fail, whatever the reason. */
  #fail(error: unknown): false {
    if (error instanceof BuiltinError || error instanceof EvaluationError) this.failure = error.message;
    else if (error instanceof ValueTooDeep) this.failure = 'a value nests too deep';
    else throw error;
    return false;
  }
}

/** A walk over the facts that a step of a rule reads, those that have the values of its key. */
class FactWalk {
  readonly step: RuleStep;
  readonly facts: PredicateView;
  /** Finds rows by a part of their columns; undefined if the key has all or none. */
  readonly lookup: RowLookup | undefined;
  readonly #registers: readonly number[];
  /** The walk goes on with the same array. */
  readonly #key: number[];
  /** The row that comes next, or -1. */
  #position = -1;

  constructor(step: RuleStep, view: EvaluationView) {
    const { predicate, keyColumns, keyRegisters, isWhole } = step;
    this.step = step;
    this.facts = view.predicate(predicate);
    this.lookup = keyColumns.length > 0 && !isWhole ? this.facts.lookup(keyColumns) : undefined;
    this.#registers = keyRegisters;
    this.#key = new Array<number>(keyRegisters.length).fill(0);
  }

  start(registers: readonly number[]): void {
    const key = this.#key;
    for (let at = 0; at < key.length; at++) key[at] = registers[this.#registers[at] ?? 0] ?? 0;
    if (this.lookup !== undefined) this.#position = this.lookup.first(key);
    else if (key.length > 0) this.#position = this.facts.find(key);
    else this.#position = this.facts.end > 0 ? 0 : -1;
  }

  /** The next row, dead ones included; -1 at the end. */
  next(): number {
    const row = this.#position;
    if (row === -1) return -1;
    if (this.lookup !== undefined) this.#position = this.lookup.next(row);
    else this.#position = this.#key.length === 0 && row + 1 < this.facts.end ? row + 1 : -1;
    return row;
  }
}

interface Template {
  readonly registers: readonly number[];
  /** Constants that each evaluation numbers for itself. */
  readonly rest: RulePlan['constants'];
}

const templates = new WeakMap<RulePlan, Template>();

/** The registers of a plan with the constants that have the same ids in all evaluations of its program. */
function templateOf(plan: RulePlan, constants: ValueTable): Template {
  let template = templates.get(plan);
  if (template === undefined) {
    const registers = new Array<number>(plan.registerCount).fill(0);
    const rest = plan.constants.filter(({ register, value }) => {
      const id = constants.find(value);
      registers[register] = id ?? 0;
      return id === undefined;
    });
    template = { registers, rest };
    templates.set(plan, template);
  }
  return template;
}
