import { formatTime, type JsonObject, ProtocolError } from '@manglecp/protocol';
import { argsDigest } from './args-digest.js';
import type { ConfirmationStore, PendingConfirmation } from './confirmation-store.js';
import { anonymousKey, type ConfirmationToken, hasMac, readConfirmationToken } from './confirmation-token.js';
import type { Principal } from './principal.js';

/** What is to be confirmed. */
export interface Confirmable {
  readonly macroId: string;
  readonly effects: readonly string[];
}

/** Who asks to run it, and from where. */
export interface Asker {
  readonly principal: Principal;
  readonly address: string;
}

/** `details.challenge` of `confirmation_required` (C-53). */
export interface Challenge {
  readonly nonce: string;
  readonly expires_at: string;
  readonly effects: readonly string[];
  readonly args_digest: string;
}

/**
 * Consent of users (Spec 08 §4.2). The server issues a challenge for one principal, macro-tool and arguments; the client
 * answers it with a token that only this principal can make, once. `args` are always those that were sent.
 */
export interface Confirmations {
  /** A new challenge, remembered until it is answered or too old. */
  challenge(asker: Asker, tool: Confirmable, args: JsonObject): Promise<Challenge>;
  /** Uses up the challenge that the token answers; throws `confirmation_invalid` if the token is not good for this. */
  verify(principal: Principal, tool: Confirmable, args: JsonObject, token: string): Promise<void>;
}

export interface ConfirmationOptions {
  readonly store: ConfirmationStore;
  /** How long a challenge can be answered. */
  readonly lifetimeMs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** That many unpredictable bytes. */
  readonly random: (size: number) => Uint8Array;
}

const nonceBytes = 16;
/** How far a client's clock may be ahead. One that is behind must not be: `made_at` may not precede the challenge. */
const maxSkewMs = 30_000;

/**
 * Confirmations over a store. A token that is wrong in any way uses nothing up, so that nobody who learns or guesses a
 * nonce can spoil the challenge of its owner. That leaves endless tries, which do not help: a guess has to hit 256 bits,
 * and each one costs a request that is counted.
 */
export function createConfirmations({ store, lifetimeMs, clock, random }: ConfirmationOptions): Confirmations {
  return {
    challenge: async ({ principal, address }, tool, args) => {
      const issuedAtMs = clock();
      const pending: PendingConfirmation = {
        nonce: Buffer.from(random(nonceBytes)).toString('base64url'),
        principalKey: principal.key,
        ...(principal.isAnonymous ? { address } : {}),
        macroId: tool.macroId,
        argsDigest: argsDigest(args),
        issuedAtMs,
        expiresAtMs: issuedAtMs + lifetimeMs,
      };
      await store.put(pending, issuedAtMs);
      return {
        nonce: pending.nonce,
        expires_at: formatTime(BigInt(Math.floor(pending.expiresAtMs)) * 1_000_000n),
        effects: tool.effects,
        args_digest: pending.argsDigest,
      };
    },
    verify: async (principal, tool, args, text) => {
      const token = readConfirmationToken(text);
      if (token === undefined) throw notConfirmed();
      const subject = { principalKey: principal.key, macroId: tool.macroId, argsDigest: argsDigest(args) };
      const pending = await store.get(token.nonce);
      if (pending === undefined || !isFor(pending, subject) || !isTimely(pending, token, clock())) throw notConfirmed();
      const key = principal.confirmationKey ?? anonymousKey(token.nonce);
      if (!hasMac(key, { ...pending, madeAt: token.madeAt }, token.mac)) throw notConfirmed();
      // Last, and atomic: of two requests with the same token one comes too late.
      if (!(await store.take(token.nonce))) throw notConfirmed();
    },
  };
}

/**
 * Whether a principal need not be asked: only one that the operator configured as automated, and only if every effect is
 * among those the operator listed for it (SEC-022 to SEC-024).
 */
export function isConfirmationWaived(principal: Principal, effects: readonly string[]): boolean {
  if (principal.trustLevel !== 'automated' || effects.length === 0) return false;
  return effects.every((effect) => principal.autoConfirmEffects.includes(effect));
}

/** Why is not told: it would say what a forger has right already. */
function notConfirmed(): ProtocolError {
  return new ProtocolError('confirmation_invalid', 'the confirmation token is not valid for this invocation');
}

type Bound = Pick<PendingConfirmation, 'principalKey' | 'macroId' | 'argsDigest'>;

function isFor(pending: PendingConfirmation, bound: Bound): boolean {
  const names = ['principalKey', 'macroId', 'argsDigest'] as const;
  return names.every((name) => pending[name] === bound[name]);
}

function isTimely(pending: PendingConfirmation, token: ConfirmationToken, nowMs: number): boolean {
  const isAfterChallenge = token.madeAtMs + token.precisionMs > pending.issuedAtMs;
  const isPast = token.madeAtMs <= nowMs + maxSkewMs;
  return isAfterChallenge && isPast && nowMs <= pending.expiresAtMs;
}
