import { type Static, Unsafe } from 'typebox';
import type { Json } from '../json/json.js';
import { json, jsonObject, label, list, nullable, oneOf, oneOfOrNull, optional, shape, textOrNull } from './schema.js';

/** An instant: RFC 3339, epoch milliseconds, `now`; as a bound also `_` (Spec 03 §4.2). */
export type Time = string | number;

export function time(description: string) {
  return Unsafe<Time>({ type: ['string', 'number'], description });
}

export function timeOrNull(description: string) {
  return Unsafe<Time | null>({ type: ['string', 'number', 'null'], description });
}

/** Spec 03 §5. */
export const provenanceSchema = shape({
  source_type: label('server, scan, external, client, derived, or a type of its own that begins with `x-`'),
  source_id: optional(textOrNull('which database, scanner, …')),
  asserted_at: optional(timeOrNull('when it was asserted, not when it holds')),
});

/** Where a fact comes from. Never part of what the fact says. */
export type Provenance = Static<typeof provenanceSchema>;

/** Spec 03 §4.1. */
export const temporalAnnotationSchema = shape({
  at: optional(time('the one instant at which it holds; excludes `start` and `end`')),
  start: optional(time('the first instant at which it holds, or `_`')),
  end: optional(time('the last instant at which it holds, or `_`')),
});

/** When a fact holds: `at`, or `start` and `end`, all included. */
export type TemporalAnnotation = Static<typeof temporalAnnotationSchema>;

export const categories = ['server', 'session', 'derived'] as const;

const factMembers = {
  pred: label('lower-case letters, digits and `_`, at most 128, a letter first'),
  args: optional(list(json(), 'the arguments by position')),
  named_args: optional(jsonObject('the arguments by the names of the declaration; instead of `args`')),
  t: optional(nullable(temporalAnnotationSchema)),
  source: optional(nullable(provenanceSchema)),
};

/** Spec 03 §2. */
export const wireFactSchema = shape({
  ...factMembers,
  category: optional(oneOfOrNull(categories)),
});

/** A fact as it travels. */
export type WireFact = Static<typeof wireFactSchema>;

/** A fact of a state delta, whose category must be told (Spec 03 §6.2). */
export const assertedFactSchema = shape({ ...factMembers, category: oneOf(categories) });

export type AssertedFact = Static<typeof assertedFactSchema>;

/** A fact in which `null` stands for any value (Spec 07 §4.4). */
export const factPatternSchema = wireFactSchema;

export type FactPattern = WireFact;

/** Spec 03 §7: one argument of the structured form. */
export type Descriptor =
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'number'; readonly value: Json }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'wildcard' }
  | { readonly type: 'list'; readonly elements: readonly Descriptor[] }
  | { readonly type: 'map'; readonly entries: Readonly<Record<string, Descriptor>> };

/** A fact in the structured form. The other members are those of a fact. */
export interface StructuredFact {
  readonly head: { readonly predicate: string; readonly args: readonly Descriptor[] };
  readonly t?: TemporalAnnotation | null;
  readonly source?: Provenance | null;
  readonly category?: WireFact['category'];
}
