import { type Diagnostic, diagnostic, type Edit } from '../diagnostics/diagnostic.js';
import type { AtomLiteral, Clause, Literal } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import { bindsOf, type Draft, isLink } from './drafts.js';
import type { FreshName } from './fresh-names.js';
import type { Ordered } from './order-premises.js';
import { computedHints } from './portable-arguments.js';
import { variablesOfAll } from '../program/variables.js';

/** Hints about a correct rule that the reference engine refuses or reads in another way. */
export function portabilityHints(
  clause: Clause,
  drafts: readonly Draft[],
  ordered: Ordered,
  fresh: FreshName,
): Diagnostic[] {
  const negations = clause.premises.filter((literal) => literal.kind === 'atom' && literal.isNegated);
  return [
    ...reorderHint(drafts, ordered),
    ...drafts.flatMap((draft) => linkHint(draft, drafts)),
    ...[...ordered.relaxed].flatMap(([draft, late]) => computedHints(draft, late, fresh)),
    ...negations.flatMap((literal) => negationHints(literal, drafts)),
  ];
}

/** The reference delays one negated condition at a time correctly; of several it may lose one. */
function reorderHint(drafts: readonly Draft[], { drafts: ordered, relaxed }: Ordered): Diagnostic[] {
  // What is relaxed has a hint of its own, if it needs one.
  const early = drafts.filter((draft) => draft.isEarly && !relaxed.has(draft) && linkFor(draft, drafts) === undefined);
  const isNegated = ({ literal }: Draft): boolean => literal?.kind === 'atom' && literal.isNegated;
  const isHarmless = early.length === 1 && early.every(isNegated);
  const [first] = early;
  if (first === undefined || isHarmless) return [];
  const place = drafts.indexOf(first);
  const given = new Set(drafts.slice(0, place).flatMap(bindsOf));
  const missing = new Set(first.ways[0]?.needs.map(({ name }) => name).filter((name) => !given.has(name)));
  const binder = drafts.slice(place + 1).find((draft) => bindsOf(draft).some((name) => missing.has(name)));
  const names = binder === undefined ? [] : bindsOf(binder).filter((name) => missing.has(name));
  const text = textOf(first.premise.span);
  const order = portableOrder(drafts, ordered, new Set(early));
  const message =
    binder === undefined
      ? `\`${text}\` stands before the condition that binds its variables`
      : `\`${text}\` stands before \`${textOf(binder.premise.span)}\`, which gives \`${names[0] ?? ''}\` its value`;
  return [
    diagnostic('reordered', first.premise.span, message, {
      help: `It runs as soon as its variables have values. The Go engine does not wait; the portable order is \`${order.map(({ span }) => textOf(span)).join(', ')}\`.`,
      related: binder === undefined ? [] : [{ span: binder.premise.span, message: 'binds it' }],
      fix: { title: 'put the conditions into the portable order', edits: exchange(drafts, order) },
    }),
  ];
}

/** `X = Y` gives `X` the value of `Y`, but not for functions and comparisons of the reference, in whatever order. */
function linkHint(draft: Draft, drafts: readonly Draft[]): Diagnostic[] {
  const link = draft.isEarly ? linkFor(draft, drafts) : undefined;
  if (link === undefined) return [];
  const [text, equality] = [textOf(draft.premise.span), textOf(link.premise.span)];
  return [
    diagnostic('reordered', draft.premise.span, `\`${text}\` has its value from \`${equality}\` alone`, {
      help: 'The Go engine refuses this, in any order. To be portable, write one variable in place of the two.',
      related: [{ span: link.premise.span, message: 'the two variables' }],
    }),
  ];
}

/** The equality of two variables that a condition has a value from, if nothing else gives it. */
function linkFor({ ways }: Draft, drafts: readonly Draft[]): Draft | undefined {
  const direct = new Set(drafts.filter((draft) => !isLink(draft)).flatMap(bindsOf));
  const lacking = new Set(
    ways.flatMap(({ needs }) => needs.map(({ name }) => name)).filter((name) => !direct.has(name)),
  );
  return drafts.find((draft) => isLink(draft) && bindsOf(draft).some((name) => lacking.has(name)));
}

/** The written conditions in the order in which they run; conditions that did not have to wait keep their order. */
function portableOrder(drafts: readonly Draft[], ordered: readonly Draft[], waited: ReadonlySet<Draft>): Literal[] {
  const result = drafts.filter((draft) => draft.literal !== undefined && !waited.has(draft));
  for (const draft of ordered.filter((each) => waited.has(each))) {
    const before = new Set(ordered.slice(0, ordered.indexOf(draft)));
    let at = result.findLastIndex((each) => before.has(each) && isBinderOf(each, draft)) + 1;
    for (let next = result[at]; next !== undefined && waited.has(next); next = result[at]) at += 1;
    result.splice(at, 0, draft);
  }
  return result.flatMap(({ literal }) => (literal === undefined ? [] : [literal]));
}

function isBinderOf(draft: Draft, waiting: Draft): boolean {
  const needed = new Set(waiting.ways.flatMap(({ needs }) => needs.map(({ name }) => name)));
  return bindsOf(draft).some((name) => needed.has(name));
}

/** Puts the text of each condition into the place of another, so that layout and comments stay. */
function exchange(drafts: readonly Draft[], order: readonly Literal[]): Edit[] {
  const places = drafts.flatMap(({ literal }) => (literal === undefined ? [] : [literal]));
  return places.flatMap((place, at) => {
    const literal = order[at];
    return literal === undefined || literal === place ? [] : [{ span: place.span, text: textOf(literal.span) }];
  });
}

function negationHints(literal: Literal, drafts: readonly Draft[]): Diagnostic[] {
  if (literal.kind !== 'atom') return [];
  if (literal.atom.args.some(({ kind }) => kind === 'wildcard')) return [wildcardHint(literal)];
  const plain = new Set(drafts.filter(({ premise }) => premise.kind !== 'temporal').flatMap(bindsOf));
  const timed = new Set(drafts.filter(({ premise }) => premise.kind === 'temporal').flatMap(bindsOf));
  const lost = variablesOfAll(literal.atom.args).find(({ name }) => timed.has(name) && !plain.has(name));
  if (lost === undefined) return [];
  return [
    diagnostic(
      'negation-over-time',
      literal.span,
      `\`${textOf(literal.span)}\` depends on \`${lost.name}\`, which only a temporal condition binds`,
      {
        help: 'This is fine here, but the Go engine drops the negated condition. To be portable, derive a predicate without times first and negate in a second rule.',
      },
    ),
  ];
}

function wildcardHint({ atom, span }: AtomLiteral): Diagnostic {
  const text = textOf(span);
  const kept = atom.args.filter(({ kind }) => kind !== 'wildcard').map((arg) => textOf(arg.span));
  const written = textOf(atom.predicateSpan);
  const name = `has_${written.replace(/^.*[.:]/, '')}`;
  const help = `The Go engine drops this condition. To be portable, write \`${name}(${kept.join(', ')}) :- ${textOf(atom.span)}.\` and negate \`${name}(${kept.join(', ')})\`.`;
  return diagnostic(
    'negation-wildcard',
    span,
    `\`${text}\` is read as "there is no such fact", whatever stands for \`_\``,
    { help },
  );
}
