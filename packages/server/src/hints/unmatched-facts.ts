import {
  compareText,
  type Evaluation,
  type FactInput,
  type PredicateKey,
  type Rule,
  type Value,
} from '@manglecp/mangle';
import type { ProofHints } from '@manglecp/protocol';
import { relation, textOf } from '../facts/relation.js';
import type { PredicateRoles } from './predicate-roles.js';
import { hasSolution, programRules } from './program-rules.js';

/** Facts of the client that did nothing, and why. */
export type UnmatchedFacts = NonNullable<ProofHints['unmatched_facts']>[number];

const unread = 'no rule reads it';
const unmatched = 'no rule that reads it found a match';

/** The host reads it itself. */
const upgradeKey: PredicateKey = 'disclosure_upgrade/1';

const steps = relation('macro_step', 4);

/** Predicates that are looked at more closely than by name. */
const maxSearched = 50;

export interface UnmatchedOptions {
  readonly roles: PredicateRoles;
  /** The names of the tools of the answer. */
  readonly tools: Iterable<string>;
  /** What the host knows of facts that it did not take, or reads itself. */
  readonly known: readonly UnmatchedFacts[];
}

/**
 * The predicates whose facts of the client had no part in anything, each once for each reason, sorted. What policy reads
 * is not among them, so that nobody can tell by this what it looks at.
 */
export function unmatchedFacts(
  evaluation: Evaluation,
  facts: readonly FactInput[],
  { roles, tools, known }: UnmatchedOptions,
): UnmatchedFacts[] {
  const keys = new Set(facts.map(({ predicate, args }): PredicateKey => `${predicate}/${args.length}`));
  keys.delete(upgradeKey);
  const bound = keys.size === 0 ? new Set<string>() : boundFacts(evaluation, tools);
  const found = [...known];
  for (const key of [...keys].sort(compareText).slice(0, maxSearched)) {
    const pred = key.slice(0, key.lastIndexOf('/'));
    const reason = bound.has(pred) ? undefined : reasonFor(evaluation, key, roles);
    if (reason !== undefined) found.push({ pred, reason });
  }
  const byText = new Map(found.map((each) => [`${each.pred}\n${each.reason}`, each]));
  return [...byText.values()].sort((a, b) => compareText(a.pred, b.pred) || compareText(a.reason, b.reason));
}

function reasonFor(evaluation: Evaluation, key: PredicateKey, roles: PredicateRoles): string | undefined {
  const readers = programRules(evaluation.program).readersOf(key);
  if (readers.length === 0) return unread;
  const isOfPolicy = readers.some((rule) => roles.originOf(rule).layer === 'policy');
  return isOfPolicy || readers.some((rule) => mayMatch(evaluation, key, rule)) ? undefined : unmatched;
}

/** A fact that a rule negates has an effect, whether or not it is there. */
function mayMatch(evaluation: Evaluation, key: PredicateKey, rule: Rule): boolean {
  const { predicates } = evaluation.program;
  const isSimple = rule.premises.every((premise) => {
    if (!('predicate' in premise)) return true;
    const isNegated = premise.kind === 'atom' && premise.isNegated && premise.predicate === key;
    return !isNegated && predicates.get(premise.predicate)?.isDeferred !== true;
  });
  return !isSimple || hasSolution(evaluation, rule) !== false;
}

/** The names of predicates whose facts the plans of tools refer to. */
function boundFacts(evaluation: Evaluation, tools: Iterable<string>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const tool of tools) for (const [, , , template] of steps.of(evaluation, tool)) collectFacts(template, names);
  return names;
}

function collectFacts(value: Value | undefined, names: Set<string>): void {
  if (value?.kind === 'list') for (const item of value.items) collectFacts(item, names);
  if (value?.kind !== 'struct' && value?.kind !== 'map') return;
  for (const [key, item] of value.entries) {
    const name = key.kind === 'name' && key.text === '/fact' ? textOf(item) : undefined;
    if (name !== undefined) names.add(name);
    collectFacts(item, names);
  }
}
