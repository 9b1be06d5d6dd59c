import { type PredicateKey, type Program } from '../program/program.js';
import type { Base } from './base.js';
import type { Evaluator } from './evaluator.js';
import { type FactInput, readHostFact } from './host-facts.js';

/** Takes facts from the base one at a time, if they are there, and tells their predicates. */
export function* withdraw(
  evaluator: Evaluator,
  inputs: Iterable<FactInput>,
  program: Program,
): Generator<PredicateKey> {
  const { database } = evaluator;
  for (const input of inputs) {
    const { info, args, interval } = readHostFact(input, program, () => undefined);
    const ids = args.map((value) => database.table.find(value));
    if (interval !== undefined) ids.push(database.table.time(interval.start), database.table.time(interval.end));
    const row = ids.filter((id) => id !== undefined);
    if (row.length !== ids.length) continue;
    if (info.lattice !== undefined) evaluator.lattice.withdraw(info.key, row);
    else if (!database.own(info.key).rows.withdraw(row)) continue;
    yield info.key;
  }
}

/** The base with the changes of a run that revised it. */
export function commit(evaluator: Evaluator, base: Base, version: number): Base {
  return evaluator.database.commit(base, version, evaluator.lattice.candidates);
}
