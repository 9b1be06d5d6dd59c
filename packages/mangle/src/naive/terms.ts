import { BuiltinError } from '../builtins/define.js';
import type { Registry } from '../builtins/registry.js';
import type { Term } from '../syntax/ast.js';
import type { Value } from '../value/value.js';
import type { Intern } from './intern.js';
import { NaiveError } from './naive-error.js';

/** The values of variables. Never changed: a longer one is a copy. */
export type Bindings = ReadonlyMap<string, Value>;

/** What the value of a term depends on besides the variables. */
export interface TermContext {
  readonly registry: Registry;
  readonly now: bigint;
  readonly intern: Intern;
}

export function valueOf(context: TermContext, term: Term, bindings: Bindings): Value {
  if (term.kind === 'constant') return context.intern(term.value);
  if (term.kind === 'wildcard') throw new NaiveError('`_` has no value');
  if (term.kind === 'variable') {
    const value = bindings.get(term.name);
    if (value === undefined) throw new NaiveError(`variable \`${term.name}\` has no value`);
    return value;
  }
  const args = term.args.map((arg) => valueOf(context, arg, bindings));
  const builtin = context.registry.functions.get(term.name);
  if (builtin === undefined) throw new BuiltinError(`unknown function \`${term.name}\``);
  return context.intern(builtin.apply(args, { now: context.now }));
}

/** True if all variables of the term are among the bound ones. */
export function isEvaluable(term: Term, bound: ReadonlySet<string>): boolean {
  if (term.kind === 'constant') return true;
  if (term.kind === 'variable') return bound.has(term.name);
  return term.kind === 'apply' && term.args.every((arg) => isEvaluable(arg, bound));
}

/** An argument to match: a value that must be equal, or the name of a variable to bind. */
export type Pattern = { readonly value: Value } | { readonly free: string };

/** `_` matches everything: a variable that nobody reads. */
export function patternOf(context: TermContext, term: Term, bindings: Bindings, column: number): Pattern {
  if (term.kind === 'wildcard') return { free: `_in column ${column}` };
  if (term.kind === 'variable' && !bindings.has(term.name)) return { free: term.name };
  return { value: valueOf(context, term, bindings) };
}

/** The bindings extended so that the patterns equal the values, or undefined. A repeated variable must agree. */
export function match(
  patterns: readonly Pattern[],
  values: readonly Value[],
  bindings: Bindings,
): Bindings | undefined {
  for (const [column, pattern] of patterns.entries()) {
    if ('value' in pattern && pattern.value !== values[column]) return undefined;
  }
  const fresh = new Map<string, Value>();
  for (const [column, pattern] of patterns.entries()) {
    const value = values[column];
    if ('value' in pattern || value === undefined) continue;
    if ((fresh.get(pattern.free) ?? value) !== value) return undefined;
    fresh.set(pattern.free, value);
  }
  return fresh.size === 0 ? bindings : new Map([...bindings, ...fresh]);
}
