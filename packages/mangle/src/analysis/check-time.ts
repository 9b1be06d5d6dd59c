import { diagnostic } from '../diagnostics/diagnostic.js';
import { predicateKey, type ProgramBatch } from '../program/program.js';
import type { Annotation, Atom, AtomLiteral, Clause, TemporalOperator, TimeBound } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import { allClauses, type Analysis, type Predicate, report } from './analysis.js';
import { isEternal } from './classify-time.js';

/** Times stand exactly where temporal predicates are, and every bound is of a kind that makes sense there. */
export function checkTime(analysis: Analysis): void {
  for (const { clause } of allClauses(analysis)) {
    checkHead(analysis, clause);
    for (const literal of clause.premises) if (literal.kind === 'atom') checkPremise(analysis, literal, clause);
  }
  for (const batch of analysis.batches) checkBatch(analysis, batch);
}

/** Facts that are read in bulk have no times. */
function checkBatch(analysis: Analysis, { predicate: key, facts }: ProgramBatch): void {
  const predicate = analysis.predicates.get(key);
  if (predicate?.isTemporal !== true) return;
  for (let row = 0; row < facts.count; row++) {
    report(analysis, missing(facts.clauseAt(row).head, predicate, 'written'));
  }
}

function checkHead(analysis: Analysis, clause: Clause): void {
  const { head, annotation } = clause;
  const predicate = find(analysis, head);
  if (annotation === undefined) {
    if (predicate?.isTemporal === true) report(analysis, missing(head, predicate, 'written'), clause);
    return;
  }
  if (predicate !== undefined && !predicate.isTemporal && !isEternal(annotation)) {
    report(analysis, unexpected(head, predicate, annotation), clause);
  }
  refuseDurations(analysis, annotation, clause);
  if (clause.premises.length === 0) refuseVariables(analysis, annotation, clause);
  refuseInverted(analysis, annotation, clause);
}

function checkPremise(analysis: Analysis, literal: AtomLiteral, clause: Clause): void {
  const { atom, annotation, operator, isNegated } = literal;
  const predicate = find(analysis, atom);
  const hasTime = annotation !== undefined || operator !== undefined;
  if (predicate !== undefined && hasTime && !predicate.isTemporal) {
    report(analysis, unexpected(atom, predicate, annotation ?? operator ?? literal), clause);
  }
  if (atom.predicate.startsWith(':') && hasTime)
    report(analysis, timedBuiltin(atom, annotation ?? operator ?? literal), clause);
  if (predicate?.isTemporal === true && !hasTime && !isNegated && !predicate.isEternal) {
    report(analysis, missing(atom, predicate, 'used'), clause);
  }
  if (annotation !== undefined) {
    refuseDurations(analysis, annotation, clause);
    refuseInverted(analysis, annotation, clause);
  }
  if (operator !== undefined) refuseWildcards(analysis, operator, clause);
}

function find(analysis: Analysis, { predicate, args }: Atom): Predicate | undefined {
  return analysis.predicates.get(predicateKey(predicate, args.length));
}

function missing(atom: Atom, { key, span, decl }: Predicate, verb: 'written' | 'used') {
  const end = { source: atom.span.source, start: atom.span.end, end: atom.span.end };
  const help =
    verb === 'used'
      ? 'Say when: `@[now]` for what holds now, `@[S, E]` to get the interval, `@[_, _]` for what holds forever.'
      : 'Say when it holds: `@[2024-01-01, 2024-12-31]`, or `@[_, _]` for always.';
  return diagnostic('missing-time', atom.span, `the temporal predicate \`${key}\` is ${verb} without a time`, {
    help,
    related: [
      { span, message: decl?.isTemporal === true ? 'declared temporal here' : 'temporal because of this clause' },
    ],
    fix: verb === 'used' ? { title: 'ask for what holds now', edits: [{ span: end, text: '@[now]' }] } : undefined,
  });
}

function unexpected(atom: Atom, { key, span, decl }: Predicate, time: Pick<Annotation, 'span'>) {
  const help =
    decl === undefined
      ? `Declare it: \`Decl ${atom.predicate}(${atom.args.map((_, at) => `A${at + 1}`).join(', ')}) temporal.\`, and give every fact a time; or remove the time here.`
      : 'Put `temporal` after the atom of its declaration, and give every fact a time; or remove the time here.';
  return diagnostic('unexpected-time', time.span, `\`${key}\` has no times`, {
    help,
    related: [{ span, message: decl === undefined ? 'this clause has no time' : 'declared without `temporal` here' }],
    fix: { title: 'remove the time', edits: [{ span: time.span, text: '' }] },
  });
}

function timedBuiltin(atom: Atom, time: Pick<Annotation, 'span'>) {
  return diagnostic('unexpected-time', time.span, `the built-in \`${atom.predicate}\` has no times`, {
    help: 'Remove the time; put it on the predicate whose facts have intervals.',
    fix: { title: 'remove the time', edits: [{ span: time.span, text: '' }] },
  });
}

function boundsOf({ start, end }: Annotation): TimeBound[] {
  return end === undefined ? [start] : [start, end];
}

function refuseDurations(analysis: Analysis, annotation: Annotation, clause: Clause): void {
  for (const bound of boundsOf(annotation)) {
    if (bound.kind !== 'duration') continue;
    const text = textOf(bound.span);
    report(
      analysis,
      diagnostic('duration-bound', bound.span, `\`${text}\` is a length of time, not a moment`, {
        help: `An interval begins and ends at moments. For the last \`${text}\` write the operator \`<-[0s, ${text}]\` before the predicate.`,
      }),
      clause,
    );
  }
}

function refuseVariables(analysis: Analysis, annotation: Annotation, clause: Clause): void {
  for (const bound of boundsOf(annotation)) {
    if (bound.kind !== 'variable') continue;
    report(
      analysis,
      diagnostic('variable-in-fact', bound.span, `the time of a fact contains the variable \`${bound.name}\``, {
        help: 'Write a date, `now`, or `_` for an open end.',
        fix: { title: 'leave this end open', edits: [{ span: bound.span, text: '_' }] },
      }),
      clause,
    );
  }
}

function refuseInverted(analysis: Analysis, { start, end, span }: Annotation, clause: Clause): void {
  if (start.kind !== 'timestamp' || end?.kind !== 'timestamp' || start.nanos <= end.nanos) return;
  report(
    analysis,
    diagnostic(
      'inverted-interval',
      span,
      `the interval ends at \`${textOf(end.span)}\`, before it starts at \`${textOf(start.span)}\``,
      {
        help: 'Write the earlier moment first.',
        fix: {
          title: 'exchange the two moments',
          edits: [
            { span: start.span, text: textOf(end.span) },
            { span: end.span, text: textOf(start.span) },
          ],
        },
      },
    ),
    clause,
  );
}

function refuseWildcards(analysis: Analysis, { start, end }: TemporalOperator, clause: Clause): void {
  for (const bound of [start, end]) {
    if (bound.kind !== 'wildcard') continue;
    report(
      analysis,
      diagnostic('window-wildcard', bound.span, 'a temporal operator needs two bounds', {
        help: 'Write durations counted from now (`<-[0d, 7d]`) or dates. For any time at all write the annotation `@[S, E]` instead of the operator.',
      }),
      clause,
    );
  }
}
