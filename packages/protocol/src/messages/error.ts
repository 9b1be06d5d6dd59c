import type { Static } from 'typebox';
import { document, flag, label, optional, shape, text, wholeOrNull } from './schema.js';

/** Spec 09 §2.2. */
export const errorSchema = shape({
  code: label('a code of the registry, or one that begins with `x-`'),
  message: text('for people'),
  recoverable: flag('whether a changed or repeated request can succeed'),
  retry_after_ms: optional(wholeOrNull({ minimum: 0 }, 'how long to wait first')),
  details: optional(document('per code')),
});

/** The payload of an error as another peer sent it. */
export type ErrorMessagePayload = Static<typeof errorSchema>;
