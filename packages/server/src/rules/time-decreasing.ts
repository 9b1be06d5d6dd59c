import type { PredicateKey, Program, Rule } from '@manglecp/mangle';
import { clockRulesOf } from './clock-rules.js';

/**
 * The predicates by which a pack may make the answer depend on time so that only less of it can follow from fewer facts:
 * they offer tools and say what these are made of. Others exclude, or are read by rules that ask for their absence.
 */
const growing: ReadonlySet<PredicateKey> = new Set([
  'macro_tool/2',
  'mandatory_for_intent/2',
  'tool_relevant_to_intent/3',
  'vector_similarity/3',
  'tool_serves_intent/2',
  'macro_step/4',
  'macro_step_optional/2',
  'macro_param/4',
  'macro_param_doc/3',
]);

/**
 * Whether offers of tools that are gone because facts passed out of sight stay away as long as none comes into sight: no
 * rule of the pack asks for the absence of what depends on time, counts it, compares with the time, or excludes anything
 * for it. Where no tool keeps another one out, the answer follows its offers.
 */
export function isTimeDecreasing(program: Program, isKernel: (rule: Rule) => boolean): boolean {
  if (clockRulesOf(program).length > 0) return false;
  const rules = program.rules.filter((rule) => !isKernel(rule));
  const timed = new Set<PredicateKey>();
  for (let size = -1; size !== timed.size;) {
    size = timed.size;
    for (const rule of rules) if (looksAtTime(rule, timed)) timed.add(rule.predicate);
  }
  const owned = new Set(
    program.rules.filter(isKernel).flatMap(({ predicate, premises }) => [predicate, ...premises.flatMap(readsOf)]),
  );
  return (
    rules.every((rule) => !looksAtTime(rule, timed) || isPlain(rule, timed)) &&
    [...timed].every((key) => growing.has(key) || !owned.has(key)) &&
    [...timed].every((key) => program.predicates.get(key)?.lattice === undefined)
  );
}

type Premise = Rule['premises'][number];

function readsOf(premise: Premise): readonly PredicateKey[] {
  return 'predicate' in premise ? [premise.predicate] : [];
}

function looksAtTime({ premises, interval }: Rule, timed: ReadonlySet<PredicateKey>): boolean {
  if (interval?.start.kind === 'now' || interval?.end.kind === 'now') return true;
  return premises.some((premise) => hasWindow(premise) || readsOf(premise).some((key) => timed.has(key)));
}

function hasWindow(premise: Premise): boolean {
  if (premise.kind !== 'temporal' || premise.window === undefined) return false;
  return [premise.window.from, premise.window.to].some(({ kind }) => kind === 'now');
}

function isPlain({ premises, grouping, interval }: Rule, timed: ReadonlySet<PredicateKey>): boolean {
  // A fact that is derived for now holds at other times, too, and may come into sight of a rule that looks elsewhere.
  if (grouping !== undefined || interval !== undefined) return false;
  return premises.every((premise) => premise.kind !== 'atom' || !premise.isNegated || !timed.has(premise.predicate));
}
