import { describe, expect, it } from 'vitest';
import { clip, quote } from './clip.js';
import { ProtocolError } from './protocol-error.js';
import { type ErrorCode, errorSpec, errorSpecs, extensionSpecs } from './registry.js';

describe('ProtocolError', () => {
  it('ERR-001 gives a payload with what there is to tell', () => {
    expect(new ProtocolError('auth_invalid', 'no').toPayload()).toEqual({
      code: 'auth_invalid',
      message: 'no',
      recoverable: true,
    });
    const options = { details: { limit: 5 }, retryAfterMs: 0, cause: new Error('inside') };
    expect(new ProtocolError('rate_limited', 'later', options).toPayload()).toEqual({
      code: 'rate_limited',
      message: 'later',
      recoverable: true,
      retry_after_ms: 0,
      details: { limit: 5 },
    });
  });

  it('ERR-029 tells nothing of a defect but keeps it as the cause', () => {
    const defect = new TypeError('secret of /etc/passwd');
    const error = ProtocolError.from(defect);
    expect(error.cause).toBe(defect);
    expect(error.toPayload()).toEqual({
      code: 'internal_error',
      message: 'the server failed; the operator finds the reason in its log',
      recoverable: false,
    });
  });

  it('leaves alone what is a protocol error already', () => {
    const error = new ProtocolError('cancelled', 'x');
    expect(ProtocolError.from(error)).toBe(error);
  });
});

describe('the registry', () => {
  /** Code, HTTP status, recoverable: Spec 09 §3.1. */
  const registry: readonly (readonly [ErrorCode, number, boolean, string])[] = [
    ['unsupported_version', 400, true, 'ERR-003'],
    ['malformed_message', 400, false, 'ERR-004'],
    ['message_too_large', 413, true, 'ERR-005'],
    ['invalid_type', 400, false, 'ERR-006'],
    ['auth_required', 401, true, 'ERR-007'],
    ['auth_invalid', 401, true, 'ERR-008'],
    ['auth_insufficient', 403, false, 'ERR-009'],
    ['invalid_facts', 400, true, 'ERR-010'],
    ['unknown_predicate', 400, true, 'ERR-011'],
    ['arity_mismatch', 400, true, 'ERR-012'],
    ['type_mismatch', 400, true, 'ERR-013'],
    ['reserved_predicate', 400, false, 'ERR-014'],
    ['too_many_facts', 400, true, 'ERR-015'],
    ['evaluation_timeout', 408, true, 'ERR-016'],
    ['derivation_limit_exceeded', 413, true, 'ERR-017'],
    ['interval_limit_exceeded', 413, true, 'ERR-018'],
    ['invalid_temporal_pattern', 400, false, 'ERR-019'],
    ['evaluation_failed', 500, false, 'ERR-020'],
    ['macro_not_found', 404, true, 'ERR-021'],
    ['macro_expired', 410, true, 'ERR-022'],
    ['schema_validation_failed', 400, true, 'ERR-023'],
    ['confirmation_required', 403, true, 'ERR-024'],
    ['confirmation_invalid', 403, true, 'ERR-025'],
    ['execution_failed', 500, false, 'ERR-026'],
    ['server_not_ready', 503, true, 'ERR-027'],
    ['rate_limited', 429, true, 'ERR-028'],
    ['internal_error', 500, false, 'ERR-029'],
    ['cancelled', 499, false, 'ERR-030'],
  ];

  it.each(registry)('%s: %i, recoverable %s (%s)', (code, http, recoverable) => {
    expect(errorSpec(code)).toMatchObject({ http, recoverable });
  });

  it('ERR-031 has these codes, and others only with `x-`', () => {
    expect(Object.keys(errorSpecs)).toEqual(registry.map(([code]) => code));
    expect(Object.keys(extensionSpecs).filter((code) => !code.startsWith('x-'))).toEqual([]);
  });
});

describe('texts of the peer', () => {
  it.each([
    ['short', 'short'],
    ['x'.repeat(128), 'x'.repeat(128)],
    ['x'.repeat(129), `${'x'.repeat(128)}…`],
    [`${'x'.repeat(127)}😀`, `${'x'.repeat(127)}…`],
  ])('%.12s… is clipped between characters', (text, expected) => {
    expect(clip(text)).toBe(expected);
  });

  it('are quoted in one line', () => {
    expect(quote('a\r\n\u2028\u0085b')).toBe('`a\\u000d\\u000a\\u2028\\u0085b`');
  });
});
