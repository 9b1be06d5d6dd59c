/** What a code means and how it travels. */
export interface ErrorSpec {
  /** The status on HTTP. Clients dispatch on the code, never on the status. */
  readonly http: number;
  /** Whether a changed or repeated request can succeed. */
  readonly recoverable: boolean;
  /** When it is raised, as a sentence of the reference. */
  readonly meaning: string;
  /** The members of `details`, each with what it holds; none for codes without details. */
  readonly details: Readonly<Record<string, string>>;
}

const violations = { violations: 'every fact that was refused: fact_index, predicate, issue, message, …' };
const budget = {
  budget: 'limit, consumed and unit (`derived_facts`, `intervals` or `ms`)',
  partial_results_available: 'always false',
  suggestion: 'what to change',
};
const reason = {
  reason: 'a word for programs',
  offset: 'where in the text the fault is, in bytes',
  schema_errors: 'path, keyword and message of each fault',
};

/** Every code of Spec 09 §3.1, in its order. The HTTP binding, clients and the reference of errors read this table. */
export const errorSpecs = {
  unsupported_version: {
    http: 400,
    recoverable: true,
    meaning: 'the protocol version is not spoken here',
    details: { requested_version: 'what was asked for', supported_versions: 'what is spoken' },
  },
  malformed_message: {
    http: 400,
    recoverable: false,
    meaning: 'the message or its payload is broken',
    details: reason,
  },
  message_too_large: {
    http: 413,
    recoverable: true,
    meaning: 'the message is larger than `limits.max_message_bytes`',
    details: { limit: 'the largest number of bytes' },
  },
  invalid_type: {
    http: 400,
    recoverable: false,
    meaning: 'the message type is unknown, or not accepted here',
    details: { type: 'the type that was sent', accepted: 'the types that are accepted here' },
  },
  auth_required: {
    http: 401,
    recoverable: true,
    meaning: 'credentials are needed and none were sent',
    details: { schemes: 'the schemes of which one will do' },
  },
  auth_invalid: { http: 401, recoverable: true, meaning: 'the credentials are wrong or expired', details: {} },
  auth_insufficient: { http: 403, recoverable: false, meaning: 'the permission is lacking', details: {} },
  invalid_facts: { http: 400, recoverable: true, meaning: 'some facts fail the checks', details: violations },
  unknown_predicate: {
    http: 400,
    recoverable: true,
    meaning: 'predicates are not part of the facts profile',
    details: violations,
  },
  arity_mismatch: {
    http: 400,
    recoverable: true,
    meaning: 'facts have the wrong number of arguments',
    details: violations,
  },
  type_mismatch: { http: 400, recoverable: true, meaning: 'arguments have the wrong type', details: violations },
  reserved_predicate: {
    http: 400,
    recoverable: false,
    meaning: 'predicates use the reserved prefix `_manglecp_`',
    details: violations,
  },
  too_many_facts: {
    http: 400,
    recoverable: true,
    meaning: 'there are more facts than `limits.max_facts_per_request`',
    details: { limit: 'the largest number of facts', actual: 'how many there were' },
  },
  evaluation_timeout: {
    http: 408,
    recoverable: true,
    meaning: 'the evaluation took longer than `max_compute_ms`',
    details: budget,
  },
  derivation_limit_exceeded: {
    http: 413,
    recoverable: true,
    meaning: 'the rules derived more facts than `max_facts_created`',
    details: budget,
  },
  interval_limit_exceeded: {
    http: 413,
    recoverable: true,
    meaning: 'a fact has more separate intervals than `max_intervals_per_atom`',
    details: budget,
  },
  invalid_temporal_pattern: {
    http: 400,
    recoverable: false,
    meaning: 'the rules hold a temporal recursion that never ends',
    details: {},
  },
  evaluation_failed: {
    http: 500,
    recoverable: false,
    meaning: 'the rules, a function or an external predicate failed',
    details: {},
  },
  macro_not_found: {
    http: 404,
    recoverable: true,
    meaning: 'the macro-tool was never issued to this principal, or is no longer kept',
    details: {},
  },
  macro_expired: {
    http: 410,
    recoverable: true,
    meaning: 'the macro-tool is outside its validity window',
    details: { reason: '`expired`, `not_yet_valid` or `policy_changed`' },
  },
  schema_validation_failed: {
    http: 400,
    recoverable: true,
    meaning: 'the arguments do not fit the input schema',
    details: { schema_errors: 'path, keyword and message of each fault' },
  },
  confirmation_required: {
    http: 403,
    recoverable: true,
    meaning: 'the macro-tool needs the consent of a user',
    details: { challenge: 'nonce, expires_at, effects and args_digest' },
  },
  confirmation_invalid: {
    http: 403,
    recoverable: true,
    meaning: 'the confirmation token is wrong, used or too old',
    details: {},
  },
  execution_failed: {
    http: 500,
    recoverable: false,
    meaning: 'an action of the plan failed',
    details: {
      events: 'what was done',
      completed_actions: 'the first actions that succeeded',
      completed_count: 'how many did',
    },
  },
  server_not_ready: { http: 503, recoverable: true, meaning: 'the server is booting, draining or busy', details: {} },
  rate_limited: { http: 429, recoverable: true, meaning: 'too many requests', details: {} },
  internal_error: { http: 500, recoverable: false, meaning: 'a defect of the server', details: {} },
  cancelled: { http: 499, recoverable: false, meaning: 'the client cancelled the request', details: {} },
} as const satisfies Record<string, ErrorSpec>;

/** Codes of our own, for what the specification has no code for (C-65). */
export const extensionSpecs = {
  'x-not_found': { http: 404, recoverable: false, meaning: 'there is nothing at this path', details: {} },
  'x-method_not_allowed': {
    http: 405,
    recoverable: false,
    meaning: 'this path takes another method',
    details: { allowed: 'the methods it takes' },
  },
} as const satisfies Record<`x-${string}`, ErrorSpec>;

/** The codes of the specification. */
export type StandardErrorCode = keyof typeof errorSpecs;

/** The codes this implementation sends. */
export type ErrorCode = StandardErrorCode | keyof typeof extensionSpecs;

const allSpecs: Readonly<Record<ErrorCode, ErrorSpec>> = { ...errorSpecs, ...extensionSpecs };

/** The row of a code. */
export function errorSpec(code: ErrorCode): ErrorSpec {
  return allSpecs[code];
}
