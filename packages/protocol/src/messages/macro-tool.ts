import type { Static } from 'typebox';
import { document, flag, label, list, number, oneOf, optional, shape, text } from './schema.js';
import { time } from './wire-fact.js';

/** How much is told of a tool, most first (Spec 05 §5.1). */
export const disclosureLevels = ['full', 'condensed', 'minimal'] as const;

export type DisclosureLevel = (typeof disclosureLevels)[number];

const skillReferenceSchema = shape({
  skill_id: label(),
  inline: flag('whether `content` is here'),
  content: optional(text()),
  'x-uri': optional(label('where the text can be fetched, if it is not here')),
});

/** A skill that a macro-tool needs. */
export type SkillReference = Static<typeof skillReferenceSchema>;

const contextResourceSchema = shape({
  uri: label('any scheme; a bare path is a file'),
  relevance: optional(text('why it matters for this tool')),
  priority: optional(number({ minimum: 0, maximum: 100 })),
});

export type ContextResource = Static<typeof contextResourceSchema>;

const contextInjectionSchema = shape({
  instructions: optional(text()),
  skills: optional(list(skillReferenceSchema)),
  context_resources: optional(list(contextResourceSchema)),
});

/** What comes with a macro-tool so that it can be used without further knowledge (Spec 06 §5). */
export type ContextInjection = Static<typeof contextInjectionSchema>;

const safetySchema = shape({
  requires_user_confirmation: flag(),
  side_effects: list(label(), 'none, filesystem, network, database, browser, process, payments, … or `x-…`'),
  reversible: optional(flag('false by default')),
  idempotent: optional(flag('false by default')),
});

export type Safety = Static<typeof safetySchema>;

/** Spec 06 §2; which members are there follows from the disclosure level. */
export const macroToolSchema = shape({
  macro_id: label('unique in a response'),
  name: label('at most 64 characters advised'),
  disclosure_level: oneOf(disclosureLevels),
  description: optional(text('full: required; condensed: one line; minimal: absent')),
  input_schema: optional(document('JSON Schema of the arguments; full: required')),
  output_schema: optional(document('JSON Schema of the result')),
  context_injection: optional(contextInjectionSchema),
  safety: optional(safetySchema),
  validity: optional(
    shape({
      not_before: optional(time('the first instant at which it may be invoked')),
      expires_at: optional(time('the last instant at which it may be invoked')),
    }),
  ),
  metadata: optional(
    shape({
      selection_phase: optional(text()),
      score: optional(number()),
      source_rules: optional(list(text(), 'names of predicates')),
    }),
  ),
});

/** A tool that was made for one evaluation. */
export type MacroTool = Static<typeof macroToolSchema>;
