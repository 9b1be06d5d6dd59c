import { decodeMessage } from '@manglecp/protocol';

/** Status and recoverability of every code that may be sent (Spec 09 §3.1, C-65). A defect has no row. */
const codes: Readonly<Record<string, readonly [status: number, isRecoverable: boolean]>> = {
  unsupported_version: [400, true],
  malformed_message: [400, false],
  message_too_large: [413, true],
  invalid_type: [400, false],
  auth_required: [401, true],
  auth_invalid: [401, true],
  auth_insufficient: [403, false],
  invalid_facts: [400, true],
  unknown_predicate: [400, true],
  arity_mismatch: [400, true],
  type_mismatch: [400, true],
  reserved_predicate: [400, false],
  too_many_facts: [400, true],
  evaluation_timeout: [408, true],
  derivation_limit_exceeded: [413, true],
  interval_limit_exceeded: [413, true],
  invalid_temporal_pattern: [400, false],
  evaluation_failed: [500, false],
  macro_not_found: [404, true],
  macro_expired: [410, true],
  schema_validation_failed: [400, true],
  confirmation_required: [403, true],
  confirmation_invalid: [403, true],
  execution_failed: [500, false],
  server_not_ready: [503, true],
  rate_limited: [429, true],
  cancelled: [499, false],
  'x-not_found': [404, false],
  'x-method_not_allowed': [405, false],
};

/** What a message that was sent deserves, found out without the code under test. */
export interface Expectation {
  /** What its answer carries; null if the message has no id that can be told. */
  readonly id: string | null;
  /** A cancellation that is in order is not answered. */
  readonly isSilent: boolean;
  /** As the message says. */
  readonly type: unknown;
}

/** Larger messages are not looked into. */
export const maxMessageBytes = 16_777_216;

export function expectationOf(bytes: Uint8Array): Expectation {
  const message = bytes.length > maxMessageBytes ? undefined : readStrictly(bytes);
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    return { id: null, isSilent: false, type: undefined };
  }
  const { id, type } = message as Record<string, unknown>;
  return { id: isId(id) && id !== '' ? id : null, isSilent: isCancel(message), type };
}

function isCancel(message: object): boolean {
  const { id = null, type, manglecp, payload } = message as Record<string, unknown>;
  if (type !== 'cancel' || manglecp !== '2026-02-draft' || (id !== null && !isId(id))) return false;
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return false;
  const { request_id: target } = payload as Record<string, unknown>;
  return typeof target === 'string' && target !== '';
}

/** Longer ones are refused, and not repeated. */
const maxIdBytes = 4096;

function isId(id: unknown): id is string {
  return typeof id === 'string' && Buffer.byteLength(id) <= maxIdBytes;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const maxDepth = 128;

/** JSON with the bounds that the protocol sets to it; undefined if it is not that. */
function readStrictly(bytes: Uint8Array): unknown {
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    const { members, isGood } = survey(value, 0);
    // Each member has one colon; of members with the same key the engine's parser keeps one.
    const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/:/g)?.length ?? 0;
    return isGood && colons === members ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The members in all objects; good values are not too deep and have whole characters. */
function survey(value: unknown, depth: number): { readonly members: number; readonly isGood: boolean } {
  if (typeof value === 'string') return { members: 0, isGood: !/\p{Surrogate}/u.test(value) };
  if (typeof value !== 'object' || value === null) return { members: 0, isGood: true };
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  let members = keys.length;
  let isGood = depth < maxDepth && keys.every((key) => survey(key, 0).isGood);
  for (const each of Object.values(value)) {
    const part = survey(each, depth + 1);
    members += part.members;
    isGood &&= part.isGood;
  }
  return { members, isGood };
}

/** An answer that came. */
export interface Judged {
  readonly type: string;
  readonly id: string | null;
  readonly code?: string;
  /** What is wrong with it, whatever it answers. */
  readonly fault?: string;
}

const serverTypes = ['manifest', 'intent_response', 'invoke_response', 'authenticate_response', 'progress', 'error'];

/** Judges one answer by itself. `status` is that of HTTP. */
export function judge(text: string, status?: number): Judged {
  if (/[\r\n]/.test(text)) return { type: '', id: null, fault: 'the answer has a line break' };
  try {
    const message = decodeMessage(text);
    const { type, id } = message;
    const fault = faultOf(message, text, status);
    const code = message.type === 'error' ? { code: message.payload.code } : {};
    return { type, id, ...code, ...(fault === undefined ? {} : { fault }) };
  } catch (error) {
    return { type: '', id: null, fault: `the answer is no message: ${String(error)}` };
  }
}

function faultOf(
  message: ReturnType<typeof decodeMessage>,
  text: string,
  status: number | undefined,
): string | undefined {
  if (!serverTypes.includes(message.type)) return `a server does not send \`${message.type}\``;
  if (message.manglecp !== '2026-02-draft') return 'the version is another one';
  if (message.type !== 'error') return status === undefined || status === 200 ? undefined : `status ${status}`;
  const { code, recoverable } = message.payload;
  const row = Object.hasOwn(codes, code) ? codes[code] : undefined;
  if (row === undefined) return `the code \`${code}\` must not be sent`;
  if (status !== undefined && status !== row[0]) return `\`${code}\` has status ${row[0]}, not ${status}`;
  if (recoverable !== row[1]) return `\`${code}\` is told to be ${recoverable ? '' : 'not '}recoverable`;
  return /node_modules|\bat [\w.]+ \(|\.ts:\d|file:\/\//.test(text) ? 'the error tells of the program' : undefined;
}

const responses: Readonly<Record<string, string>> = {
  intent_request: 'intent_response',
  invoke_request: 'invoke_response',
  authenticate: 'authenticate_response',
};

/** Whether an answer of this type can be one to that message. */
export function isAnswerTo({ type }: Expectation, answer: Judged): boolean {
  return answer.type === 'error' || (typeof type === 'string' && responses[type] === answer.type);
}
