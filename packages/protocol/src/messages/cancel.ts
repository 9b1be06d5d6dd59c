import type { Static } from 'typebox';
import { label, shape } from './schema.js';

/** Spec 02 §6.2. */
export const cancelSchema = shape({ request_id: label('the id of the request that should stop') });

/** The wish to stop a request. There is no answer but that of the request. */
export type Cancel = Static<typeof cancelSchema>;
