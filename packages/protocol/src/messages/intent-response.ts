import type { Static } from 'typebox';
import { macroToolSchema } from './macro-tool.js';
import { skillSchema } from './skill.js';
import { json, label, list, nullable, number, oneOf, optional, shape, text, whole, wholeOrNull } from './schema.js';
import { time, wireFactSchema } from './wire-fact.js';

const derivationSchema = shape({
  macro_id: label(),
  selected_by: text('skeleton, flesh or dependency'),
  score: optional(number()),
  supporting_facts: optional(list(wireFactSchema, 'facts of the client that contributed')),
  rule_chain: optional(list(text(), 'names of predicates')),
  tree: optional(json('fact, type and children of each node')),
});

/** Spec 09 §5. */
export const proofHintsSchema = shape({
  derivations: optional(list(derivationSchema)),
  excluded: optional(list(shape({ candidate: text(), excluded_by: text(), reason: text() }))),
  unmatched_facts: optional(list(shape({ pred: text(), reason: text() }))),
});

/** Why the tools were selected, by names of predicates only. */
export type ProofHints = Static<typeof proofHintsSchema>;

const ruleCoverageSchema = shape({
  total_rules: whole({ minimum: 0 }),
  rules_fired: whole({ minimum: 0 }),
  rules_dormant: whole({ minimum: 0 }),
  rules_inapplicable: whole({ minimum: 0 }),
  dormant_details: optional(
    list(
      shape({
        rule: text(),
        missing_predicates: list(text()),
        status: oneOf(['fired', 'partially_alive', 'dead', 'inapplicable']),
      }),
    ),
  ),
});

/** Spec 09 §6. */
export type RuleCoverage = Static<typeof ruleCoverageSchema>;

/** Spec 05 §4. */
export const intentResponseSchema = shape({
  eval_time_used: time('the instant that `now` meant'),
  eval_duration_ms: optional(whole({ minimum: 0 })),
  macro_tools: list(macroToolSchema),
  proof_hints: optional(nullable(proofHintsSchema)),
  required_skills: optional(list(skillSchema)),
  diagnostics: optional(
    shape({
      facts_evaluated: optional(whole({ minimum: 0 })),
      facts_derived: optional(whole({ minimum: 0 })),
      rules_fired: optional(whole({ minimum: 0 })),
      phases_completed: optional(wholeOrNull({ minimum: 0 })),
      rule_coverage: optional(ruleCoverageSchema),
      'x-unlisted_intent': optional(text('the manifest does not list the intent; perhaps which one was meant')),
    }),
  ),
});

/** The answer to a question: the tools that the rules have proven. */
export type IntentResponse = Static<typeof intentResponseSchema>;
