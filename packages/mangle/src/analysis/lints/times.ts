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

/**
 * `a(X)@[T], b(Y)@[T]` over instants meets only where both fall on the same nanosecond. Nothing is said if the facts of
 * the program do meet, or if rules give them times that are not known yet.
 */
export function joinOfInstants(context: LintContext): Diagnostic[] {
  return context.program.rules.flatMap((rule) => {
    const seen = new Map<string, AnnotatedPremise>();
    return annotatedPremises(rule).flatMap((premise) => {
      const name = instantVariable(premise.annotation);
      if (name === undefined) return [];
      const first = seen.get(name);
      if (first === undefined) seen.set(name, premise);
      if (first === undefined || !neverMeet(context, first.predicate, premise.predicate)) return [];
      return [instantsFinding(name, first, premise)];
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

/** True if all facts of both hold at known instants and no instant is among both. */
function neverMeet(context: LintContext, a: PredicateKey, b: PredicateKey): boolean {
  const [first, second] = [knownInstants(context, a), knownInstants(context, b)];
  return first !== undefined && second !== undefined && !Array.from(first).some((each) => second.has(each));
}

/** The instants of a predicate that has facts, and nothing else than facts at single known instants. */
function knownInstants(context: LintContext, predicate: PredicateKey): ReadonlySet<bigint> | undefined {
  const intervals = intervalsOf(context, predicate);
  const instants = new Set<bigint>();
  for (const { start, end } of intervals) {
    if (start.kind !== 'time' || end.kind !== 'time' || start.nanos !== end.nanos) return undefined;
    instants.add(start.nanos);
  }
  return instants.size === 0 ? undefined : instants;
}

function freshPair(rule: Rule): string {
  return `${freshVariable(rule, 'S')}, ${freshVariable(rule, 'E')}`;
}
