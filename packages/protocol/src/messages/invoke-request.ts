import type { Static } from 'typebox';
import { json, jsonObject, label, optional, shape, textOrNull } from './schema.js';

/** Spec 07 §2. */
export const invokeRequestSchema = shape({
  macro_id: label('of a macro-tool that was offered before'),
  args: jsonObject('what the input schema of the tool asks for'),
  eval_time: optional(json('an instant, or null for the clock of the server')),
  confirmation_token: optional(textOrNull('the proof that a user agreed')),
});

/** The wish to run a macro-tool. */
export type InvokeRequest = Static<typeof invokeRequestSchema>;
