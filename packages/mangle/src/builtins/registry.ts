import { arithmeticBuiltins } from './arithmetic.js';
import { compareBuiltins } from './compare.js';
import type { Builtin, FunctionBuiltin, PredicateBuiltin, ReducerBuiltin } from './define.js';
import { durationBuiltins } from './duration.js';
import { intervalBuiltins } from './interval.js';
import { listBuiltins } from './list.js';
import { reducerBuiltins } from './reducers.js';
import { structureBuiltins } from './structure.js';
import { textBuiltins } from './text.js';
import { timeBuiltins } from './time.js';

/** The builtins a program may use, by name. Reducers and functions share the `fn:` names: `fn:sum` is both. */
export interface Registry {
  readonly functions: ReadonlyMap<string, FunctionBuiltin>;
  readonly predicates: ReadonlyMap<string, PredicateBuiltin>;
  readonly reducers: ReadonlyMap<string, ReducerBuiltin>;
}

/** A registry of these rows; of two rows with one kind and name the later counts. */
export function createRegistry(builtins: readonly Builtin[]): Registry {
  const functions = new Map<string, FunctionBuiltin>();
  const predicates = new Map<string, PredicateBuiltin>();
  const reducers = new Map<string, ReducerBuiltin>();
  for (const builtin of builtins) {
    if (builtin.kind === 'function') functions.set(builtin.name, builtin);
    else if (builtin.kind === 'predicate') predicates.set(builtin.name, builtin);
    else reducers.set(builtin.name, builtin);
  }
  return { functions, predicates, reducers };
}

/** Every builtin of the language, one row each. `fn:group_by` is no builtin: it is the syntax that begins a grouping. */
export const standardBuiltins: readonly Builtin[] = [
  ...compareBuiltins,
  ...arithmeticBuiltins,
  ...textBuiltins,
  ...listBuiltins,
  ...structureBuiltins,
  ...timeBuiltins,
  ...durationBuiltins,
  ...intervalBuiltins,
  ...reducerBuiltins,
];

/** The registry of a program to which the host adds nothing. */
export const standardRegistry: Registry = createRegistry(standardBuiltins);
