import { compareText, type Diagnostic, type PredicateKey, type Rule } from '@manglecp/mangle';
import type { PackConfig } from '../config/config.js';
import { placedProblem, type Problem } from './problem.js';

type Mode = PackConfig['temporal_recursion'];

/** The predicates of rules that extend their own intervals, if the pack wants them refused, sorted. */
export function refusedPredicates(rules: readonly Rule[], mode: Mode): readonly PredicateKey[] {
  return mode === 'refuse' ? [...new Set(rules.map(({ predicate }) => predicate))].sort(compareText) : [];
}

/** Warns of each rule that extends its own intervals, and says what becomes of a question that reaches it. */
export function warnSelfExtending(rules: readonly Rule[], mode: Mode): readonly Problem[] {
  const fate =
    mode === 'refuse'
      ? 'a question that reaches it is refused with `invalid_temporal_pattern`'
      : 'a question that reaches it ends at a limit, usually with `interval_limit_exceeded`';
  const help = `Add a condition on the time, such as \`:time:lt(Next, Last)\`; ${fate}.`;
  return rules.map(({ predicate, clause }) => {
    const message = `this recursion never ends: each interval of \`${predicate}\` gives a later one`;
    return { ...placedProblem('self-extending', clause.head.span, message, help), severity: 'warning' };
  });
}

const recursionCodes: ReadonlySet<string> = new Set<Diagnostic['code']>([
  'temporal-recursion',
  'temporal-mutual-recursion',
  'future-recursion',
]);

/** Whether the engine says of one of these rules that it may not end, where it is known that it does not. */
export function isSaidBetter({ code, span }: Diagnostic, rules: readonly Rule[]): boolean {
  if (!recursionCodes.has(code)) return false;
  return rules.some(({ clause: { span: whole } }) => {
    return whole.source === span.source && whole.start <= span.start && span.end <= whole.end;
  });
}
