import { createHmac, timingSafeEqual } from 'node:crypto';
import { sha256 } from './sha256.js';

/** What a token vouches for. */
export interface TokenSubject {
  readonly nonce: string;
  readonly macroId: string;
  readonly argsDigest: string;
  /** RFC 3339, as written in the token. */
  readonly madeAt: string;
}

export interface ConfirmationToken {
  readonly nonce: string;
  readonly madeAt: string;
  /** When it says it was made, in milliseconds since 1970. */
  readonly madeAtMs: number;
  /** How exact `madeAt` is written: the moment meant lies less than this after `madeAtMs`. */
  readonly precisionMs: number;
  readonly mac: string;
}

export interface TokenInput {
  readonly nonce: string;
  readonly macroId: string;
  readonly argsDigest: string;
  /** RFC 3339. */
  readonly madeAt: string;
  /** The bearer token, JWT or API key that the invocation will carry; absent for anonymous clients. */
  readonly credential?: string;
  /** What the server keeps of the credential, for who knows that instead. */
  readonly key?: Uint8Array;
}

/** The token that answers a challenge (C-53), as a client makes it after its user agreed. */
export function makeConfirmationToken({ credential, key, ...subject }: TokenInput): string {
  const secret = key ?? (credential === undefined ? anonymousKey(subject.nonce) : sha256(credential));
  return `v1.${subject.nonce}.${subject.madeAt}.${macOf(secret, subject)}`;
}

/** Anonymous clients have no secret of their own, so the nonce, which only they were told, serves as one. */
export function anonymousKey(nonce: string): Uint8Array {
  return sha256(nonce);
}

/** No token that is well formed is longer. */
const maxTokenLength = 256;

/** Takes a token apart; nothing if it is not one. The time may hold a dot, so the parts are cut off from both ends. */
export function readConfirmationToken(text: string): ConfirmationToken | undefined {
  if (text.length > maxTokenLength) return undefined;
  const [, nonce, madeAt, mac] = /^v1\.([\w-]+)\.(.+)\.([\w-]+)=?$/.exec(text) ?? [];
  if (nonce === undefined || madeAt === undefined || mac === undefined) return undefined;
  const time = readTime(madeAt);
  return time === undefined ? undefined : { nonce, madeAt, mac, ...time };
}

/** Whether the key's owner made the token for this subject. The time it takes tells nothing of how near a guess came. */
export function hasMac(key: Uint8Array, subject: TokenSubject, mac: string): boolean {
  const expected = Buffer.from(macOf(key, subject));
  const actual = Buffer.from(mac);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function macOf(key: Uint8Array, { nonce, macroId, argsDigest, madeAt }: TokenSubject): string {
  return createHmac('sha256', key).update([nonce, macroId, argsDigest, madeAt].join('\n'), 'utf8').digest('base64url');
}

function readTime(text: string): { madeAtMs: number; precisionMs: number } | undefined {
  const match = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d{1,9}))?(?:Z|[+-]\d\d:\d\d)$/i.exec(text);
  const madeAtMs = match === null ? Number.NaN : Date.parse(text.toUpperCase());
  if (Number.isNaN(madeAtMs)) return undefined;
  return { madeAtMs, precisionMs: Math.max(1, 10 ** (3 - (match?.[1]?.length ?? 0))) };
}
