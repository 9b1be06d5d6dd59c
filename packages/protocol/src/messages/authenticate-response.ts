import type { Static } from 'typebox';
import { label, list, oneOf, optional, shape, text, textOrNull } from './schema.js';

/** Spec 08 §3.3, §4.3. */
export const authenticateResponseSchema = shape({
  status: oneOf(['authenticated']),
  identity: textOrNull(),
  permissions: list(text()),
  trust_level: optional(text('`automated` may do without the consent of a user')),
  auto_confirm_effects: optional(list(label(), 'effects that need no consent')),
});

/** That a login has succeeded, and for whom. */
export type AuthenticateResponse = Static<typeof authenticateResponseSchema>;
