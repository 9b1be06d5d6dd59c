import { ProtocolError } from '@manglecp/protocol';

/** The times of a plan; all but `issuedAtMs` in nanoseconds of its own timeline. */
export interface ValidityWindow {
  readonly evalTime: bigint;
  /** When the server issued it, in milliseconds of the server's clock. */
  readonly issuedAtMs: number;
  /** The first instant at which it may be invoked; absent: from its evaluation on. */
  readonly notBefore?: bigint;
  /** The first instant at which it may no longer be invoked; absent: it does not lapse. */
  readonly expiresAt?: bigint;
}

/**
 * The time on the plan's own timeline, in nanoseconds: its evaluation time and what has passed on the server since it
 * was issued. The time that a client names counts only if it is later, so that a plan made for a simulated time works
 * and no client can extend one (C-31).
 */
export function timeOfPlan(
  { evalTime, issuedAtMs }: Pick<ValidityWindow, 'evalTime' | 'issuedAtMs'>,
  { nowMs, clientTime }: { readonly nowMs: number; readonly clientTime?: bigint | undefined },
): bigint {
  // A clock that was set back must not make a plan younger than it was.
  const elapsedMs = Math.max(0, Math.floor(nowMs - issuedAtMs));
  const serverTime = evalTime + BigInt(elapsedMs) * nanosPerMs;
  return clientTime !== undefined && clientTime > serverTime ? clientTime : serverTime;
}

/** Throws `macro_expired` if the plan cannot be used at this time of its own timeline (Spec 07 §2.3, C-109). */
export function checkValidity(
  { notBefore, expiresAt }: Pick<ValidityWindow, 'notBefore' | 'expiresAt'>,
  time: bigint,
): void {
  if (expiresAt !== undefined && time >= expiresAt) throw expired();
  if (notBefore !== undefined && time < notBefore) throw notYetValid(notBefore - time);
}

export function expired(): ProtocolError {
  return new ProtocolError('macro_expired', 'the macro-tool has expired; evaluate the intent again', {
    details: { reason: 'expired' },
  });
}

function notYetValid(missing: bigint): ProtocolError {
  return new ProtocolError('macro_expired', 'the macro-tool is not valid yet', {
    details: { reason: 'not_yet_valid' },
    retryAfterMs: Number((missing + nanosPerMs - 1n) / nanosPerMs),
  });
}

const nanosPerMs = 1_000_000n;
