import { type Diagnostic, diagnostic, type Fix } from '../../diagnostics/diagnostic.js';
import type { ComparePremise, Rule } from '../../program/program.js';
import { textOf } from '../../text/source.js';
import type { LintContext } from './context.js';
import { removePremise } from './edits.js';
import { sameTerm } from './terms.js';

const alwaysTrue: ReadonlySet<ComparePremise['operator']> = new Set(['=', '<=', '>=']);

/** `X = X`, `X != X` and the like: always true or never true. */
export function selfComparison({ program }: LintContext): Diagnostic[] {
  return program.rules.flatMap((rule) =>
    rule.premises.flatMap((premise) => {
      if (premise.kind !== 'compare' || premise.left.kind === 'constant') return [];
      return sameTerm(premise.left, premise.right) ? [finding(rule, premise)] : [];
    }),
  );
}

function finding(rule: Rule, { operator, span }: ComparePremise): Diagnostic {
  const text = textOf(span);
  if (alwaysTrue.has(operator)) {
    const help = 'Remove it, or write the other value you meant.';
    return diagnostic('self-comparison', span, `\`${text}\` is always true`, { help, fix: removal(rule, span.start) });
  }
  const help = 'Write the other value you meant; as it is, the rule derives nothing.';
  return diagnostic('self-comparison', span, `\`${text}\` is never true`, { help });
}

function removal({ clause }: Rule, start: number): Fix | undefined {
  const literal = clause.premises.find(({ span }) => span.start === start);
  const edit = literal === undefined ? undefined : removePremise(clause, literal);
  return edit === undefined ? undefined : { title: 'remove the condition', edits: [edit] };
}
