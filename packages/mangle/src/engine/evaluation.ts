import { type PredicateInfo, type PredicateKey, predicateKey, type Program } from '../program/program.js';
import type { Atom } from '../syntax/ast.js';
import { compareText } from '../text/order.js';
import type { Value } from '../value/value.js';
import { checkGoal } from './check-goal.js';
import { EvaluationError } from './evaluation-error.js';
import type { Evaluator } from './evaluator.js';
import { compareFacts, type Fact, factAt } from './fact.js';
import { forEachMatch, type GoalPattern, goalPattern } from './goal-pattern.js';
import { internAt } from './operands.js';
import { runSync } from './run-sync.js';

export type { Fact } from './fact.js';

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

  /**
   * How many facts rules derived, as `limits.maxFacts` counts them: with this number as the limit the evaluation passes,
   * with one less it does not. A value that was replaced by a merge was derived, too. The questions to deferred
   * predicates and their answers are counted apart; if they are more than the facts, this is their number, and queries
   * on deferred predicates add to it. For a request, what the base holds does not count.
   */
  get derivedCount(): number {
    return this.evaluator.derivedCount;
  }

  /**
   * How many facts of a predicate rules derived for this run; what the base holds does not count. With columns, only
   * facts whose values in all of them are accepted.
   */
  countDerived(
    predicate: PredicateKey,
    columns: readonly number[] = [],
    accepts: (value: Value) => boolean = () => true,
  ): number {
    const { database } = this.evaluator;
    if (!database.has(predicate)) return 0;
    const { own } = database.facts(predicate).rows;
    if (columns.length === 0) return own.size - own.given;
    const known = new Map<number, boolean>();
    const isAccepted = (id: number): boolean => {
      const found = known.get(id) ?? accepts(database.table.get(id));
      known.set(id, found);
      return found;
    };
    let count = 0;
    for (let row = 0; row < own.size; row++) {
      if (!own.isGiven(row) && columns.every((column) => isAccepted(own.at(row, column)))) count++;
    }
    return count;
  }

  /** All facts, or those of one predicate (`edge/2`, or `edge` for every arity), in the total order of values. */
  facts(predicate?: string): Fact[] {
    const infos = this.predicates().filter(
      ({ key, name }) => predicate === undefined || predicate === key || predicate === name,
    );
    return infos.flatMap((info) => this.#factsOf(info, { columns: [], values: [], equal: [] }));
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
    if (info.isDeferred) this.#ask(info, goal);
    return this.#factsOf(
      info,
      this.evaluator.guarded(() => goalPattern(goal, this.evaluator, this.program)),
    );
  }

  /** A deferred predicate is solved for the goal's constants, if its inputs are among them. */
  #ask({ key, mode }: PredicateInfo, goal: Atom): void {
    const { evaluator } = this;
    evaluator.guarded(() => {
      // A constant that no fact has yet may be an input all the same.
      for (const arg of goal.args) {
        if (arg.kind === 'constant') internAt(evaluator.database.table, arg.value, arg.span);
      }
      const { columns, values } = goalPattern(goal, evaluator, this.program);
      const isInput = (column: number): boolean => mode?.[column] === '+';
      const inputs = values.filter((_, at) => isInput(columns[at] ?? -1));
      if (inputs.length === goal.args.filter((_, column) => isInput(column)).length) {
        runSync(evaluator.solve(key, inputs, goal.span));
      }
    });
  }

  #factsOf(info: PredicateInfo, pattern: GoalPattern): Fact[] {
    const { database } = this.evaluator;
    const facts = database.facts(info.key);
    const found: Fact[] = [];
    forEachMatch(facts.rows, pattern, (row) => found.push(factAt(info, facts, row, database.table)));
    return found.sort(compareFacts);
  }
}
