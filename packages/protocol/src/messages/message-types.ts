import type { Static, TSchema } from 'typebox';
import { authenticateResponseSchema } from './authenticate-response.js';
import { authenticateSchema } from './authenticate.js';
import { cancelSchema } from './cancel.js';
import { errorSchema } from './error.js';
import { intentRequestSchema } from './intent-request.js';
import { intentResponseSchema } from './intent-response.js';
import { invokeRequestSchema } from './invoke-request.js';
import { invokeResponseSchema } from './invoke-response.js';
import { manifestSchema } from './manifest.js';
import { progressSchema } from './progress.js';

export interface MessageSpec {
  /** Who sends it. */
  readonly from: 'client' | 'server';
  /** Whether it must have an id that is a non-empty string. */
  readonly needsId: boolean;
  readonly schema: TSchema;
}

/** All messages (Spec 02 §2.2, C-03). */
export const messageTypes = {
  manifest: { from: 'server', needsId: false, schema: manifestSchema },
  intent_request: { from: 'client', needsId: true, schema: intentRequestSchema },
  intent_response: { from: 'server', needsId: true, schema: intentResponseSchema },
  invoke_request: { from: 'client', needsId: true, schema: invokeRequestSchema },
  invoke_response: { from: 'server', needsId: true, schema: invokeResponseSchema },
  progress: { from: 'server', needsId: true, schema: progressSchema },
  error: { from: 'server', needsId: false, schema: errorSchema },
  cancel: { from: 'client', needsId: false, schema: cancelSchema },
  authenticate: { from: 'client', needsId: true, schema: authenticateSchema },
  authenticate_response: { from: 'server', needsId: true, schema: authenticateResponseSchema },
} as const satisfies Record<string, MessageSpec>;

export type MessageType = keyof typeof messageTypes;

/** The payload of a message of this type. */
export type Payload<Type extends MessageType> = Static<(typeof messageTypes)[Type]['schema']>;

/** Whether a text names a message; `toString` does not. */
export function isMessageType(type: string): type is MessageType {
  return Object.hasOwn(messageTypes, type);
}
