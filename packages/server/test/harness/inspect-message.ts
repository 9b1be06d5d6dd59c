import { decodeMessage } from '@manglecp/protocol';
import type { Message } from './peer.js';

/** How an error with this code travels. */
export interface CodeRow {
  readonly status: number;
  readonly recoverable: boolean;
}

/** Spec 09 §3.1, written down again: what the server sends is not measured by the server's own table. */
export const errorCodes: Readonly<Record<string, CodeRow>> = {
  unsupported_version: { status: 400, recoverable: true },
  malformed_message: { status: 400, recoverable: false },
  message_too_large: { status: 413, recoverable: true },
  invalid_type: { status: 400, recoverable: false },
  auth_required: { status: 401, recoverable: true },
  auth_invalid: { status: 401, recoverable: true },
  auth_insufficient: { status: 403, recoverable: false },
  invalid_facts: { status: 400, recoverable: true },
  unknown_predicate: { status: 400, recoverable: true },
  arity_mismatch: { status: 400, recoverable: true },
  type_mismatch: { status: 400, recoverable: true },
  reserved_predicate: { status: 400, recoverable: false },
  too_many_facts: { status: 400, recoverable: true },
  evaluation_timeout: { status: 408, recoverable: true },
  derivation_limit_exceeded: { status: 413, recoverable: true },
  interval_limit_exceeded: { status: 413, recoverable: true },
  invalid_temporal_pattern: { status: 400, recoverable: false },
  evaluation_failed: { status: 500, recoverable: false },
  macro_not_found: { status: 404, recoverable: true },
  macro_expired: { status: 410, recoverable: true },
  schema_validation_failed: { status: 400, recoverable: true },
  confirmation_required: { status: 403, recoverable: true },
  confirmation_invalid: { status: 403, recoverable: true },
  execution_failed: { status: 500, recoverable: false },
  server_not_ready: { status: 503, recoverable: true },
  rate_limited: { status: 429, recoverable: true },
  internal_error: { status: 500, recoverable: false },
  cancelled: { status: 499, recoverable: false },
};

/**
 * Reads a message of the server and throws if it is not one: every message that any test sees fits the schema of its
 * type, and every error is one of the registry, or begins with `x-`, and tells nothing of the inside (ERR-001, ERR-031).
 */
export function inspectMessage(text: string, status?: number): Message {
  const message = JSON.parse(text) as Message;
  try {
    decodeMessage(text);
  } catch (error) {
    throw new Error(`the server sent what is no message: ${text.slice(0, 2000)}`, { cause: error });
  }
  const fault = message.type === 'error' ? faultOf(message, status) : statusFault(status, 200);
  if (fault !== undefined) throw new Error(`${fault}: ${text.slice(0, 2000)}`);
  return message;
}

interface ErrorPayload {
  readonly code: string;
  readonly message: string;
  readonly recoverable: boolean;
}

function faultOf({ payload, id }: Message, status: number | undefined): string | undefined {
  const { code, message, recoverable } = payload as ErrorPayload;
  const row = Object.hasOwn(errorCodes, code) ? errorCodes[code] : undefined;
  if (row === undefined && !/^x-[a-z]/.test(code)) return 'the server sent an error with a code that is none';
  if (row !== undefined && row.recoverable !== recoverable) return 'the server sent an error with the wrong flag';
  if (id === '') return 'the server sent an error with an empty id';
  if (!/^\S.{9,}$/.test(message)) return 'the server sent an error that says nothing, or more than one line';
  if (hasLeak(message)) return 'the server sent an error that tells of its inside';
  return row === undefined ? undefined : statusFault(status, row.status);
}

function statusFault(status: number | undefined, expected: number): string | undefined {
  return status === undefined || status === expected ? undefined : `expected the status ${expected}, got ${status}`;
}

/** Places in files, and lines of stack traces. */
function hasLeak(message: string): boolean {
  return /\.(?:ts|js|mjs|mg)\b|\bat \S+ \(|node:internal|\/(?:work|tmp|home|usr)\//.test(message);
}
