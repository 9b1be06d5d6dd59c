import { diagnostic } from '../diagnostics/diagnostic.js';
import { predicateKey } from '../program/program.js';
import type { Atom, Clause, CompareLiteral, Term } from '../syntax/ast.js';
import { type Analysis, report, soundClauses } from './analysis.js';
import { visitTerm } from '../program/variables.js';

/** `_` matches a column of stored facts; it has no value to compare, to compute with or to give to a built-in. */
export function checkWildcards(analysis: Analysis): void {
  for (const { clause } of soundClauses(analysis)) {
    for (const literal of clause.premises) {
      const terms = literal.kind === 'compare' ? comparedTerms(literal) : valueTerms(analysis, literal.atom);
      for (const term of terms) refuseWildcards(analysis, term, clause);
    }
  }
}

/** `_ = fn:f(X)` only asks for `fn:f(X)` to have a value. */
function comparedTerms({ operator, left, right }: CompareLiteral): Term[] {
  const computed = [left, right].filter(({ kind }) => kind !== 'wildcard');
  return operator === '=' && computed.length > 0 ? computed : [left, right];
}

/** The arguments that must have a value: inputs, and everything that is computed. */
function valueTerms({ registry, predicates }: Analysis, { predicate, args }: Atom): Term[] {
  const descriptors = predicates.get(predicateKey(predicate, args.length))?.descriptors;
  const isOnDemand = descriptors?.isDeferred === true || descriptors?.isExternal === true;
  const mode = registry.predicates.get(predicate)?.modes ?? (isOnDemand ? descriptors.mode : undefined);
  return args.filter((arg, at) => arg.kind === 'apply' || mode?.[at] === '+');
}

function refuseWildcards(analysis: Analysis, term: Term, clause: Clause): void {
  visitTerm(term, (part) => {
    if (part.kind !== 'wildcard') return;
    report(
      analysis,
      diagnostic('wildcard-in-expression', part.span, '`_` has no value, and one is needed here', {
        help: 'Name a variable that another condition binds. To take a list, pair, map or struct apart use `:match_cons`, `:match_pair`, `:match_entry` or `:match_field`.',
      }),
      clause,
    );
  });
}
