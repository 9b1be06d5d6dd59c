import { type Diagnostic, diagnostic, type RelatedPlace } from '../../diagnostics/diagnostic.js';
import type { PredicateKey, Rule } from '../../program/program.js';
import { textOf } from '../../text/source.js';
import { isSuppliedByHost, type LintContext, storedPremises } from './context.js';
import { contradictionIn } from './contradictions.js';
import { noProducers } from './producers.js';

/** Rules that cannot hold whatever the facts are, so far as this can be proved. */
export function neverFires(context: LintContext): Diagnostic[] {
  const producible = producibleOf(context);
  return context.program.rules.flatMap((rule) => {
    const found = contradicting(rule) ?? emptyPremise(context, rule, producible);
    return found === undefined ? [] : [found];
  });
}

/** Declared predicates that rules need and nothing in the program produces; the host may still supply them. */
export function noProducer(context: LintContext): Diagnostic[] {
  const { program, producers } = context;
  const seen = new Set<PredicateKey>();
  return program.rules.flatMap((rule) =>
    storedPremises(rule).flatMap(({ predicate, span }) => {
      const info = program.predicates.get(predicate);
      if (info?.decl === undefined || producers.has(predicate) || isSuppliedByHost(info) || seen.has(predicate))
        return [];
      seen.add(predicate);
      const message = `\`${rule.predicate}\` holds only if the host supplies \`${predicate}\`: no fact or rule produces it`;
      const help =
        'Add `descr [extensional()]` to its declaration if the facts come from outside; otherwise check the spelling.';
      const related = [{ span: info.decl.atom.span, message: `\`${predicate}\` is declared here` }];
      return [diagnostic('no-producer', span, message, { help, related })];
    }),
  );
}

function contradicting(rule: Rule): Diagnostic | undefined {
  const found = contradictionIn(rule);
  if (found === undefined) return undefined;
  const { premise, other } = found;
  const text = textOf(premise.span);
  const message =
    other === undefined
      ? `\`${rule.predicate}\` cannot hold by this rule: \`${text}\` is never true`
      : `\`${rule.predicate}\` cannot hold by this rule: \`${text}\` excludes \`${textOf(other.span)}\``;
  const related = other === undefined ? [] : [{ span: other.span, message: 'the condition it excludes' }];
  const help = 'All conditions of a rule must hold at once. Use two rules for "one or the other".';
  return diagnostic('never-fires', premise.span, message, { help, related });
}

/** The predicates that can have facts: those with facts, those the host may fill, and what follows from them. */
function producibleOf({ program, producers }: LintContext): ReadonlySet<PredicateKey> {
  const producible = new Set<PredicateKey>();
  for (const info of program.predicates.values()) {
    const { facts, rules } = producers.get(info.key) ?? noProducers;
    if (facts.length > 0 || rules.length === 0 || info.isDeferred || isSuppliedByHost(info)) producible.add(info.key);
  }
  const possible = program.rules.filter((rule) => contradictionIn(rule) === undefined);
  addDerivable(producible, possible);
  return producible;
}

/** Adds what the rules derive from predicates that are there. */
function addDerivable(producible: Set<PredicateKey>, rules: readonly Rule[]): void {
  const waiting = new Map<PredicateKey, Rule[]>();
  const due = [...rules];
  // The list grows while it is walked: rules come again when what they wait for turns out to be producible.
  for (const rule of due) {
    if (producible.has(rule.predicate)) continue;
    const missing = storedPremises(rule).find(({ predicate }) => !producible.has(predicate));
    if (missing !== undefined) {
      const others = waiting.get(missing.predicate) ?? [];
      waiting.set(missing.predicate, others);
      others.push(rule);
      continue;
    }
    producible.add(rule.predicate);
    for (const each of waiting.get(rule.predicate) ?? []) due.push(each);
  }
}

function emptyPremise(context: LintContext, rule: Rule, producible: ReadonlySet<PredicateKey>): Diagnostic | undefined {
  const premise = storedPremises(rule).find(({ predicate }) => !producible.has(predicate));
  if (premise === undefined) return undefined;
  const { predicate, span } = premise;
  const message =
    predicate === rule.predicate
      ? `\`${predicate}\` can never hold: every rule for it needs \`${predicate}\` already`
      : `\`${rule.predicate}\` cannot hold by this rule: no rule for \`${predicate}\` can ever hold`;
  const help = `Add a fact or a rule that gives the first \`${predicate}\`, or check the spelling.`;
  return diagnostic('never-fires', span, message, { help, related: rulesOf(context, predicate, rule) });
}

function rulesOf({ producers }: LintContext, predicate: PredicateKey, except: Rule): RelatedPlace[] {
  const { rules } = producers.get(predicate) ?? noProducers;
  const others = rules.filter((rule) => rule !== except).slice(0, 1);
  return others.map(({ clause }) => ({
    span: clause.head.span,
    message: `a rule for \`${predicate}\` that cannot hold`,
  }));
}
