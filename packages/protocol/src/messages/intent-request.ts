import type { Static } from 'typebox';
import { disclosureLevels } from './macro-tool.js';
import { flag, json, jsonObject, label, list, oneOf, optional, shape, wholeOrNull } from './schema.js';

/** Spec 05 §2.2; null stands for the default (C-94). */
export const constraintsSchema = shape({
  max_facts_created: optional(wholeOrNull({ minimum: 0 })),
  max_intervals_per_atom: optional(wholeOrNull({ minimum: 1 })),
  max_compute_ms: optional(wholeOrNull({ minimum: 1 })),
  max_tools_returned: optional(wholeOrNull({ minimum: 0 })),
  max_tokens_budget: optional(wholeOrNull({ minimum: 1 })),
});

/** What an evaluation may cost. */
export type Constraints = Static<typeof constraintsSchema>;

/** `adaptive` leaves it to the scores of the tools. */
export const disclosurePreferences = [...disclosureLevels, 'adaptive'] as const;

export type DisclosurePreference = (typeof disclosurePreferences)[number];

/** Spec 05 §2.1. */
export const intentRequestSchema = shape({
  intent: shape({
    name: label(),
    params: optional(jsonObject('what is wanted; not the arguments of a tool')),
  }),
  facts: optional(list(json('a fact: fact.schema.json'), 'what the client asserts; absent means none')),
  eval_time: optional(json('an instant, or null for the clock of the server')),
  constraints: optional(constraintsSchema),
  options: optional(
    shape({
      include_proof_hints: optional(flag('false by default')),
      disclosure_preference: optional(oneOf(disclosurePreferences, 'adaptive by default')),
    }),
  ),
});

/** A question. Its facts are checked apart, against the declarations (`checkFacts`). */
export type IntentRequest = Static<typeof intentRequestSchema>;
