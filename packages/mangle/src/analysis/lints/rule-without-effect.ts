import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { AtomPremise, Rule } from '../../program/program.js';
import { textOf } from '../../text/source.js';
import type { LintContext } from './context.js';
import { removeClause } from './edits.js';
import { sameTerms } from './terms.js';

/** `p(X) :- p(X), …`: whatever the rule derives is there already. */
export function ruleWithoutEffect({ program }: LintContext): Diagnostic[] {
  return program.rules.flatMap((rule) => {
    const premise = rule.premises.find((each): each is AtomPremise => each.kind === 'atom' && repeatsHead(rule, each));
    return premise === undefined ? [] : [finding(rule, premise)];
  });
}

function repeatsHead(rule: Rule, { isNegated, predicate, args }: AtomPremise): boolean {
  return !isNegated && rule.grouping === undefined && predicate === rule.predicate && sameTerms(args, rule.args);
}

function finding({ clause }: Rule, premise: AtomPremise): Diagnostic {
  const text = textOf(premise.span);
  return diagnostic('rule-without-effect', premise.span, `this rule derives \`${text}\` only where it already holds`, {
    help: 'Remove the rule, or check the arguments of the head and of this condition.',
    related: [{ span: clause.head.span, message: 'the head is the same' }],
    fix: { title: 'remove the rule', edits: [removeClause(clause)] },
  });
}
