import type { Static } from 'typebox';
import { label, list, oneOf, optional, shape, text } from './schema.js';

/** Spec 06 §4. */
export const skillSchema = shape({
  skill_id: label(),
  name: text(),
  description: text(),
  content: text('the instructions; of a referenced skill a summary'),
  'x-content': optional(oneOf(['full', 'summary'], 'what `content` is')),
  content_type: optional(text('text/markdown by default')),
  resources: optional(
    list(
      shape({
        uri: label(),
        type: optional(text()),
        description: optional(text()),
      }),
    ),
  ),
});

/** Instructions that a rule has proven necessary. */
export type Skill = Static<typeof skillSchema>;
