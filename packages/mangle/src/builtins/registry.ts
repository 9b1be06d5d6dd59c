import type { Builtin, FunctionBuiltin, PredicateBuiltin, ReducerBuiltin } from './define.js';

/** The builtins a program may use, by name. Reducers and functions share the `fn:` names: `fn:sum` is both. */
export interface Registry {
  readonly functions: ReadonlyMap<string, FunctionBuiltin>;
  readonly predicates: ReadonlyMap<string, PredicateBuiltin>;
  readonly reducers: ReadonlyMap<string, ReducerBuiltin>;
}

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
