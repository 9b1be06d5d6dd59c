import type { Annotation, Clause } from '../syntax/ast.js';
import type { Analysis, Predicate } from './analysis.js';

/**
 * Decides which predicates are temporal: those declared so; an undeclared one whose first clause has a time; and one
 * whose clauses all say `@[_, _]`, which holds forever and therefore may be used with and without times.
 */
export function classifyTime(analysis: Analysis): void {
  for (const predicate of analysis.predicates.values()) {
    const isOnDemand = predicate.descriptors.isDeferred || predicate.descriptors.isExternal;
    predicate.isEternal = predicate.decl?.isTemporal !== true && !isOnDemand && isEternalThroughout(predicate);
    predicate.isTemporal = predicate.decl?.isTemporal === true || predicate.isEternal || startsWithTime(predicate);
  }
}

/** True for `@[_]` and `@[_, _]`. */
export function isEternal({ start, end }: Annotation): boolean {
  return start.kind === 'wildcard' && (end === undefined || end.kind === 'wildcard');
}

function isEternalThroughout({ clauses }: Predicate): boolean {
  return clauses.length > 0 && clauses.every(({ annotation }) => annotation !== undefined && isEternal(annotation));
}

/** `@[_, _]` on some clauses does not make a predicate temporal while the others have no time at all. */
function startsWithTime({ decl, clauses }: Predicate): boolean {
  const isDated = ({ annotation }: Clause): boolean => annotation !== undefined && !isEternal(annotation);
  return decl === undefined && clauses[0]?.annotation !== undefined && clauses.some(isDated);
}
