import { createHash, createHmac } from 'node:crypto';

/** What `confirmation_required` holds (C-53). */
export interface Challenge {
  readonly nonce: string;
  readonly expires_at: string;
  readonly effects: readonly string[];
  readonly args_digest: string;
}

export interface Consent {
  readonly challenge: Challenge;
  readonly macroId: string;
  /** The secret that the principal presents; absent for nobody in particular. */
  readonly credential?: string;
  /** When the user agreed; now if absent. */
  readonly madeAt?: string;
}

/** The token that a client makes when its user agrees, written after the text of C-53 and not after the server. */
export function consent({ challenge, macroId, credential, madeAt = new Date().toISOString() }: Consent): string {
  const { nonce, args_digest: digest } = challenge;
  const key = createHash('sha256')
    .update(credential ?? nonce)
    .digest();
  const mac = createHmac('sha256', key).update(`${nonce}\n${macroId}\n${digest}\n${madeAt}`).digest('base64url');
  return `v1.${nonce}.${madeAt}.${mac}`;
}

/** The digest of arguments whose members are already in the order of RFC 8785. */
export function digestOf(canonicalArgs: string): string {
  return createHash('sha256').update(canonicalArgs).digest('hex');
}
