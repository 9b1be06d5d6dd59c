import type { Static } from 'typebox';
import { label, shape } from './schema.js';

/** Spec 08 §3.3. */
export const authenticateSchema = shape({
  scheme: label('one that the manifest offers'),
  token: label(),
});

/** A login on a session transport. */
export type Authenticate = Static<typeof authenticateSchema>;
