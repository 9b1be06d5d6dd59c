import { type PredicateInfo, predicateKey, type Program } from '../program/program.js';
import type { RowSet } from '../store/row-set.js';
import type { Atom } from '../syntax/ast.js';
import { parseAtom } from '../syntax/parser.js';
import { createSource } from '../text/source.js';
import { checkGoal } from './check-goal.js';
import { EvaluationError } from './evaluation-error.js';
import type { Evaluator } from './evaluator.js';
import { compareFacts, type Fact, factAt } from './fact.js';
import { goalPattern, isMatch } from './goal-pattern.js';

/** The facts that came and went with one change of a base, each in the total order of values. */
export interface FactChange {
  readonly added: readonly Fact[];
  readonly removed: readonly Fact[];
}

/** Reads the text of a goal; throws an `EvaluationError` if it is none. */
export function readGoal(text: string): Atom {
  const { node, diagnostics } = parseAtom(createSource('goal', text));
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new EvaluationError(error);
  if (node === undefined) throw new TypeError('expected a goal, such as `p(X)`');
  return node;
}

/** Those who want to know what changes of a base do to the facts that match a goal. */
export class Watchers {
  readonly #watchers = new Set<Watcher>();

  /** Begins with the next change. Leaving the loop, or `return()`, ends it. */
  watch(goal: Atom, program: Program): AsyncIterableIterator<FactChange> {
    const problem = checkGoal(program, goal);
    const info = program.predicates.get(predicateKey(goal.predicate, goal.args.length));
    if (problem !== undefined) throw new EvaluationError(problem);
    if (info === undefined || info.isDeferred) throw new TypeError('a deferred predicate has no facts to watch');
    const watcher = new Watcher(goal, info, () => this.#watchers.delete(watcher));
    this.#watchers.add(watcher);
    return watcher;
  }

  /** Tells everybody what a run did to the base it revised. */
  tell(evaluator: Evaluator, program: Program): void {
    for (const watcher of this.#watchers) watcher.tell(evaluator, program);
  }
}

class Watcher implements AsyncIterableIterator<FactChange> {
  readonly #goal: Atom;
  readonly #info: PredicateInfo;
  readonly #leave: () => void;
  readonly #changes: FactChange[] = [];
  readonly #waiting: ((result: IteratorResult<FactChange>) => void)[] = [];
  #isOver = false;

  constructor(goal: Atom, info: PredicateInfo, leave: () => void) {
    this.#goal = goal;
    this.#info = info;
    this.#leave = leave;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<FactChange>> {
    if (this.#isOver) return Promise.resolve({ done: true, value: undefined });
    const change = this.#changes.shift();
    if (change !== undefined) return Promise.resolve({ done: false, value: change });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  return(): Promise<IteratorResult<FactChange>> {
    this.#isOver = true;
    this.#leave();
    this.#changes.length = 0;
    for (const resolve of this.#waiting.splice(0)) resolve({ done: true, value: undefined });
    return Promise.resolve({ done: true, value: undefined });
  }

  tell(evaluator: Evaluator, program: Program): void {
    const change = this.#changeOf(evaluator, program);
    if (change.added.length === 0 && change.removed.length === 0) return;
    const resolve = this.#waiting.shift();
    if (resolve !== undefined) resolve({ done: false, value: change });
    else if (this.#changes.length < maxPending) this.#changes.push(change);
    else this.#changes.push(together(this.#changes.pop() ?? noChange, change));
  }

  #changeOf(evaluator: Evaluator, program: Program): FactChange {
    const { database } = evaluator;
    const facts = database.facts(this.#info.key);
    const { rows } = facts;
    const pattern = goalPattern(this.#goal, evaluator, program);
    const read = (found: readonly number[]): Fact[] =>
      found
        .filter((row) => isMatch(rows, pattern, row))
        .map((row) => factAt(this.#info, facts, row, database.table))
        .sort(compareFacts);
    const own = Array.from({ length: rows.own.size }, (_, row) => row);
    const added = own.filter((row) => rows.moved?.has(row) !== true && !rows.own.isDead(row));
    return { added: read(added.map((row) => row + rows.limit)), removed: read(listOf(rows.gone)) };
  }
}

/** Who reads more slowly than the base changes gets several changes as one. */
const maxPending = 256;

const noChange: FactChange = { added: [], removed: [] };

/** What two changes, one after the other, come to. */
function together(first: FactChange, second: FactChange): FactChange {
  const without = (facts: readonly Fact[], others: readonly Fact[]): Fact[] =>
    facts.filter((fact) => !others.some((other) => compareFacts(fact, other) === 0));
  return {
    added: [...without(first.added, second.removed), ...without(second.added, first.removed)].sort(compareFacts),
    removed: [...without(first.removed, second.added), ...without(second.removed, first.added)].sort(compareFacts),
  };
}

function listOf(rows: RowSet | undefined): number[] {
  return Array.from({ length: rows?.size ?? 0 }, (_, at) => rows?.at(at) ?? -1);
}
