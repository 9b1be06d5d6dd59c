import { sha256 } from './sha256.js';

/** Who is asking. Made by authentication alone; nothing a message says can change it. */
export interface Principal {
  readonly isAnonymous: boolean;
  /** Tells principals apart in stores and rate limits. No credential can be read from it. */
  readonly key: string;
  readonly identity: string | null;
  /** Sorted. */
  readonly privileges: readonly string[];
  readonly trustLevel: 'interactive' | 'automated';
  /** Effects that need no confirmation; only configuration sets them (Spec 08 §4.3). */
  readonly autoConfirmEffects: readonly string[];
  /** SHA-256 of the credential that was presented; the key of confirmation tokens (C-53). Absent for anonymous ones. */
  readonly confirmationKey?: Uint8Array;
  /** When the credential ends, in milliseconds since 1970. Absent if it does not. */
  readonly expiresAtMs?: number;
}

/**
 * What policy tells principals of one name apart by: the class, and the privileges of the credential. Somebody with
 * another standing may see other tools. As a digest, because there may be any number of privileges.
 */
export function standingOf({ isAnonymous, trustLevel, privileges }: Principal): string {
  return sha256(JSON.stringify([isAnonymous, trustLevel, privileges])).toString('base64url');
}

export const anonymous: Principal = {
  isAnonymous: true,
  key: 'anonymous',
  identity: null,
  privileges: [],
  trustLevel: 'interactive',
  autoConfirmEffects: [],
};
