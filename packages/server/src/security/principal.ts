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

export const anonymous: Principal = {
  isAnonymous: true,
  key: 'anonymous',
  identity: null,
  privileges: [],
  trustLevel: 'interactive',
  autoConfirmEffects: [],
};
