import { diagnostic } from '../diagnostics/diagnostic.js';
import { predicateKey } from '../program/program.js';
import type { Clause, Term } from '../syntax/ast.js';
import { briefTextOf } from '../text/source.js';
import { allClauses, type Analysis, report } from './analysis.js';
import { visitTerm } from '../program/variables.js';

/** A fact says what it is about: no `_` in heads, no variables in facts, no rules for what the host answers. */
export function checkHeads(analysis: Analysis): void {
  for (const { clause } of allClauses(analysis)) {
    for (const arg of clause.head.args) checkArgument(analysis, arg, clause);
    checkOwner(analysis, clause);
  }
}

function checkArgument(analysis: Analysis, arg: Term, clause: Clause): void {
  const isFact = clause.premises.length === 0;
  visitTerm(arg, (part) => {
    if (part.kind === 'wildcard') {
      report(
        analysis,
        diagnostic('head-wildcard', part.span, `\`_\` cannot stand in ${isFact ? 'a fact' : 'a head'}`, {
          help: isFact
            ? 'A fact must say what it is about. Write a value, or a rule whose conditions give one.'
            : 'Each derived fact needs a value here. Name a variable that a condition binds, or drop the column.',
        }),
        clause,
      );
    }
    if (part.kind === 'variable' && isFact) {
      report(
        analysis,
        diagnostic(
          'variable-in-fact',
          part.span,
          `the fact \`${briefTextOf(clause.head.span)}\` contains the variable \`${part.name}\``,
          {
            help: `Capital letters begin variables. Write a name \`/${part.name.toLowerCase()}\` or a string \`"${part.name}"\`, or add conditions that bind it.`,
          },
        ),
        clause,
      );
    }
  });
}

function checkOwner(analysis: Analysis, clause: Clause): void {
  const { predicate, predicateSpan, args } = clause.head;
  if (predicate.startsWith(':')) {
    report(
      analysis,
      diagnostic('builtin-head', predicateSpan, `\`${predicate}\` is a name for built-in predicates`, {
        help: 'The clause is kept, but no condition can see it: conditions of this name ask the built-in. Choose a name without `:`.',
      }),
    );
  }
  const owner = analysis.predicates.get(predicateKey(predicate, args.length));
  if (owner?.descriptors.isExternal !== true || clause.premises.length === 0) return;
  report(
    analysis,
    diagnostic('external-with-rules', clause.head.span, `\`${owner.key}\` is external, so it cannot have rules`, {
      help: 'The host answers it. Derive another predicate from it, or remove `external()`.',
      related: [{ span: owner.span, message: 'declared external here' }],
    }),
    clause,
  );
}
