import { checkGoal } from './check-goal.js';
import { operandOf } from '../plan/operand.js';
import { type PredicateInfo, type PredicateKey, predicateKey, type Program } from '../program/program.js';
import type { Atom, Term } from '../syntax/ast.js';
import { compareText } from '../text/order.js';
import { compareValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import { EvaluationError } from './evaluation-error.js';
import type { Evaluator, Interval } from './evaluator.js';
import { createReader } from './operands.js';
import { runSync } from './run-sync.js';

/** A fact of a finished evaluation. */
export interface Fact {
  readonly predicate: PredicateKey;
  /** The predicate's name without its arity. */
  readonly name: string;
  readonly args: readonly Value[];
  /** When it holds; only for temporal predicates. */
  readonly interval?: Interval;
}

/** The model of a program: every fact that holds. Immutable; it keeps the facts alive as long as it is held. */
export class Evaluation {
  readonly program: Program;
  /** The evaluation time. */
  readonly now: bigint;
  /** For the search of proofs; not part of the public interface. */
  readonly evaluator: Evaluator;

  constructor(program: Program, evaluator: Evaluator, now: bigint) {
    this.program = program;
    this.now = now;
    this.evaluator = evaluator;
  }

  /** The predicates that have facts, by name and arity. Deferred predicates store none. */
  predicates(): PredicateInfo[] {
    return [...this.program.predicates.values()]
      .filter((info) => !info.isDeferred && this.count(info.key) > 0)
      .sort((a, b) => compareText(a.name, b.name) || a.arity - b.arity);
  }

  /** How many facts a predicate has; a temporal one counts each stored interval. */
  count(predicate: PredicateKey): number {
    const { database } = this.evaluator;
    return database.has(predicate) ? database.facts(predicate).rows.liveSize : 0;
  }

  /** All facts, or those of one predicate (`edge/2`, or `edge` for every arity), in the total order of values. */
  facts(predicate?: string): Fact[] {
    const infos = this.predicates().filter(
      ({ key, name }) => predicate === undefined || predicate === key || predicate === name,
    );
    return infos.flatMap((info) => this.#factsOf(info).sort(compareFacts));
  }

  /**
   * The facts that a goal matches: constants must be equal, a repeated variable must have one value. A deferred
   * predicate is solved for the goal, an external one is not asked again. Throws an `EvaluationError` for a goal that
   * names nothing of the program or cannot be computed.
   */
  query(goal: Atom): Fact[] {
    const problem = checkGoal(this.program, goal);
    if (problem !== undefined) throw new EvaluationError(problem);
    const info = this.program.predicates.get(predicateKey(goal.predicate, goal.args.length));
    if (info === undefined) return [];
    const pattern = this.evaluator.guarded(() => goal.args.map((arg) => this.#patternOf(arg)));
    if (info.isDeferred) this.#ask(info, pattern, goal);
    return this.#factsOf(info)
      .filter(({ args }) => matches(pattern, args))
      .sort(compareFacts);
  }

  /** A deferred predicate is solved for the goal's constants, if its inputs are among them. */
  #ask({ key, mode }: PredicateInfo, pattern: readonly Pattern[], { span }: Atom): void {
    const { database } = this.evaluator;
    const inputs = pattern.filter((_, at) => mode?.[at] === '+');
    const ids = inputs.flatMap((input) => (typeof input === 'object' ? [database.table.intern(input)] : []));
    if (ids.length !== inputs.length) return;
    this.evaluator.guarded(() => runSync(this.evaluator.solve(key, ids, span)));
  }

  /** Functions of constants are evaluated, so that `p([1, 2])` finds a list. */
  #patternOf(term: Term): Pattern {
    if (term.kind === 'wildcard') return undefined;
    if (term.kind === 'variable') return term.name;
    const { table, builtins } = this.evaluator.taskContext;
    const context = { table, builtins, registers: new Int32Array(0) };
    const operand = operandOf(term, new Map(), this.program.registry);
    return table.get(createReader(operand, context)());
  }

  #factsOf({ key, name, arity, isTemporal }: PredicateInfo): Fact[] {
    const { table } = this.evaluator.database;
    const { rows } = this.evaluator.database.facts(key);
    const facts: Fact[] = [];
    for (let row = 0; row < rows.size; row++) {
      if (rows.isDead(row)) continue;
      const values = rows.row(row);
      const args = values.slice(0, arity).map((id) => table.get(id));
      if (!isTemporal) facts.push({ predicate: key, name, args });
      else {
        const interval = { start: table.nanosOf(values[arity] ?? -1), end: table.nanosOf(values[arity + 1] ?? -1) };
        facts.push({ predicate: key, name, args, interval });
      }
    }
    return facts;
  }
}

/** A value, a variable's name, or anything. */
type Pattern = Value | string | undefined;

function matches(pattern: readonly Pattern[], args: readonly Value[]): boolean {
  const bound = new Map<string, Value>();
  return pattern.every((each, at) => {
    const value = args[at];
    if (each === undefined || value === undefined) return true;
    if (typeof each === 'object') return compareValues(each, value) === 0;
    const known = bound.get(each);
    bound.set(each, value);
    return known === undefined || compareValues(known, value) === 0;
  });
}

function compareFacts(a: Fact, b: Fact): number {
  for (const [at, value] of a.args.entries()) {
    const other = b.args[at];
    const order = other === undefined ? 0 : compareValues(value, other);
    if (order !== 0) return order;
  }
  return compareInstants(a.interval?.start, b.interval?.start) || compareInstants(a.interval?.end, b.interval?.end);
}

function compareInstants(a: bigint | undefined, b: bigint | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b ? -1 : 1;
}
