import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Instant, IntervalExpression, PredicateKey, Rule } from '../../program/program.js';
import type { Annotation, AtomLiteral } from '../../syntax/ast.js';
import { textOf } from '../../text/source.js';
import { maxInt64, minInt64 } from '../../value/value.js';
import type { LintContext } from './context.js';
import { noProducers } from './producers.js';
import { freshVariable } from './terms.js';

/** `p(X)@[_]` reads like "at any time" and means "at all times". */
export function eternalOnly(context: LintContext): Diagnostic[] {
  return context.program.rules.flatMap((rule) =>
    annotatedPremises(rule).flatMap(({ predicate, annotation }) => {
      const { start, end = start } = annotation;
      if (start.kind !== 'wildcard' || end.kind !== 'wildcard' || mayBeEternal(context, predicate)) return [];
      const names = freshPair(rule);
      const message = `\`${textOf(annotation.span)}\` matches only facts that hold at all times`;
      const fix = { title: `write \`@[${names}]\``, edits: [{ span: annotation.span, text: `@[${names}]` }] };
      const help = `Write \`@[${names}]\` for "at any time", or \`@[now]\` for "at present".`;
      return [diagnostic('eternal-only', annotation.span, message, { help, fix })];
    }),
  );
}

/** `a(X)@[T], b(Y)@[T]` over instants meets only where both fall on the same nanosecond. */
export function joinOfInstants(context: LintContext): Diagnostic[] {
  return context.program.rules.flatMap((rule) => {
    const seen = new Map<string, AnnotatedPremise>();
    return annotatedPremises(rule).flatMap((premise) => {
      const name = instantVariable(premise.annotation);
      if (name === undefined || !holdsInstants(context, premise.predicate)) return [];
      const first = seen.get(name);
      if (first === undefined) seen.set(name, premise);
      return first === undefined ? [] : [instantsFinding(name, first, premise)];
    });
  });
}

/** The variable of `@[T]` or `@[T, T]`. */
function instantVariable({ start, end = start }: Annotation): string | undefined {
  return start.kind === 'variable' && end.kind === 'variable' && start.name === end.name ? start.name : undefined;
}

function instantsFinding(name: string, first: AnnotatedPremise, second: AnnotatedPremise): Diagnostic {
  const pair = `\`${textOf(first.literal.span)}\` and \`${textOf(second.literal.span)}\``;
  return diagnostic('join-of-instants', second.annotation.span, `${pair} meet only at exactly the same instant`, {
    help: `Give each its own variable and compare them, for example by \`fn:time:sub\`, if \`${name}\` need not be equal.`,
    related: [{ span: first.annotation.span, message: `\`${name}\` is bound here` }],
  });
}

interface AnnotatedPremise {
  readonly predicate: PredicateKey;
  readonly literal: AtomLiteral;
  readonly annotation: Annotation;
}

/** Temporal premises as they are written: annotated, without an operator. */
function annotatedPremises({ premises, clause }: Rule): AnnotatedPremise[] {
  return clause.premises.flatMap((literal) => {
    if (literal.kind !== 'atom' || literal.annotation === undefined || literal.operator !== undefined) return [];
    const premise = premises.find((each) => each.kind === 'temporal' && each.span.start === literal.span.start);
    if (premise?.kind !== 'temporal') return [];
    return [{ predicate: premise.predicate, literal, annotation: literal.annotation }];
  });
}

function intervalsOf({ producers }: LintContext, predicate: PredicateKey): IntervalExpression[] {
  const { facts, rules } = producers.get(predicate) ?? noProducers;
  return [...facts, ...rules].flatMap(({ interval }) => interval ?? []);
}

/** A producer without a beginning, or with one known only at run time, may be eternal. */
function mayBeEternal(context: LintContext, predicate: PredicateKey): boolean {
  return intervalsOf(context, predicate).some(({ start, end }) => reaches(start, minInt64) && reaches(end, maxInt64));
}

function reaches(instant: Instant, limit: bigint): boolean {
  return instant.kind === 'variable' || (instant.kind === 'time' && instant.nanos === limit);
}

/** True if there are producers and all of them give single instants. */
function holdsInstants(context: LintContext, predicate: PredicateKey): boolean {
  const intervals = intervalsOf(context, predicate);
  return intervals.length > 0 && intervals.every(({ start, end }) => sameInstant(start, end));
}

function sameInstant(a: Instant, b: Instant): boolean {
  if (a.kind === 'time') return b.kind === 'time' && a.nanos === b.nanos;
  if (a.kind === 'now') return b.kind === 'now' && a.offset === b.offset;
  return b.kind === 'variable' && a.name === b.name;
}

function freshPair(rule: Rule): string {
  return `${freshVariable(rule, 'S')}, ${freshVariable(rule, 'E')}`;
}
