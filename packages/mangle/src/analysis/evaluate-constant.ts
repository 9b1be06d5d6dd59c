import { BuiltinError } from '../builtins/define.js';
import type { Registry } from '../builtins/registry.js';
import type { Term } from '../syntax/ast.js';
import type { Span } from '../text/source.js';
import type { Value } from '../value/value.js';
import { visitTerm } from '../program/variables.js';

export type Constant = { readonly value: Value } | ConstantFailure;

export interface ConstantFailure {
  readonly problem: string;
  /** The innermost application that failed. */
  readonly span: Span;
}

/** False if the value depends on the evaluation, such as `fn:time:now()`. */
export function isConstant(term: Term, { functions }: Registry): boolean {
  let result = true;
  visitTerm(term, (part) => {
    if (part.kind === 'apply' && functions.get(part.name)?.isConstant === false) result = false;
  });
  return result;
}

/** The value of a term without variables. INVARIANT: functions and their arities have been checked. */
export function evaluateConstant(term: Term, registry: Registry): Constant {
  if (term.kind === 'constant') return { value: term.value };
  if (term.kind !== 'apply') return { problem: 'not a constant', span: term.span };
  const args: Value[] = [];
  for (const arg of term.args) {
    const inner = evaluateConstant(arg, registry);
    if ('problem' in inner) return inner;
    args.push(inner.value);
  }
  const builtin = registry.functions.get(term.name);
  if (builtin === undefined) return { problem: `there is no function \`${term.name}\``, span: term.span };
  try {
    // Constant functions do not look at the clock.
    return { value: builtin.apply(args, { now: 0n }) };
  } catch (error) {
    if (error instanceof BuiltinError) return { problem: error.message, span: term.span };
    throw error;
  }
}
