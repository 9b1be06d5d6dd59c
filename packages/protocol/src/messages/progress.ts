import type { Static } from 'typebox';
import { numberOrNull, oneOf, optional, shape, textOrNull } from './schema.js';

/** Spec 07 §7. */
export const progressSchema = shape({
  status: oneOf(['started', 'running', 'finalizing']),
  detail: optional(textOrNull()),
  percent: optional(numberOrNull({ minimum: 0, maximum: 100 })),
});

/** How far an invocation is. */
export type Progress = Static<typeof progressSchema>;
