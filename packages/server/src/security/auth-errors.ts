import { ProtocolError } from '@manglecp/protocol';

/** No more than this is told: a reason would help to guess. It has no cause, for a wrong credential is no failure of ours. */
export function credentialsNotValid(): ProtocolError {
  return new ProtocolError('auth_invalid', 'the credentials are not valid');
}

/** Only said of credentials that were valid before. */
export function credentialsExpired(): ProtocolError {
  return new ProtocolError('auth_invalid', 'the credentials have expired');
}

/**
 * The issuer's keys cannot be had, so nobody knows whether the credentials are good. `auth_invalid` would make clients
 * throw away credentials that may be fine, and after `internal_error` they would not try again.
 */
export function credentialsUncheckable(retryAfterMs: number, cause: unknown): ProtocolError {
  return new ProtocolError('server_not_ready', 'the credentials cannot be checked at the moment', {
    retryAfterMs,
    cause,
  });
}

/** Nobody said who is asking, and somebody has to. */
export function credentialsNeeded(schemes: readonly string[]): ProtocolError {
  return new ProtocolError('auth_required', 'credentials are needed here', { details: { schemes } });
}
