import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { JwtConfig } from '../config/config.js';
import { fetchText } from './fetch-text.js';
import { type Bucket, takeToken } from './token-bucket.js';

export interface KeySourceOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Files of the configuration are relative to this folder. */
  readonly folder: string;
  readonly fetch?: typeof fetch;
  readonly readFile?: (file: string) => Promise<string>;
}

/** The keys of an issuer. Keys are fetched when they are needed, so a server starts although its issuer is away. */
export interface KeySource {
  /** The key that a token names. Throws `KeysUnavailable`, or an error of jose if there is no such key. */
  readonly find: JWTVerifyGetKey;
  /** Reads the keys now; throws whatever is wrong with them. */
  load(): Promise<void>;
}

/** The keys cannot be had and those known before are too old. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number, cause: unknown) {
    super('the keys of the issuer cannot be had', { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** How old keys may get before they are read again: a file costs little, a request to the issuer more. */
const fileMaxAgeMs = 5_000;
const urlMaxAgeMs = 600_000;
/** Keys that cannot be renewed stay good for so long, then nobody can log in. */
const maxStaleMs = 3_600_000;
/** After a failure the issuer is left alone for a while. */
const failurePauseMs = 5_000;
/**
 * Tokens with an unknown key make the keys be read again, because keys rotate. Anybody can send such tokens, so this
 * happens five times at once at most, and then every half minute.
 */
const unknownKeyRate = { capacity: 5, intervalMs: 30_000 };

/** A source for the one of `jwks_url` and `jwks_file` that is configured. */
export function createKeySource(config: JwtConfig, options: KeySourceOptions): KeySource {
  const { jwks_url: url, jwks_file: file } = config;
  if (url !== null) return new CachedKeys(() => fetchText(url, options.fetch ?? fetch), urlMaxAgeMs, options.clock);
  const read = options.readFile ?? ((name: string) => readFile(name, 'utf8'));
  return new CachedKeys(() => read(path.resolve(options.folder, file ?? '')), fileMaxAgeMs, options.clock);
}

type KeySet = ReturnType<typeof createLocalJWKSet>;

/**
 * Keys that are kept: unknown at first, fresh after a reading, stale when they get old and cannot be renewed, and at last
 * useless. At most one reading is under way at a time.
 */
class CachedKeys implements KeySource {
  readonly #read: () => Promise<string>;
  readonly #maxAgeMs: number;
  readonly #clock: () => number;
  #known: { readonly text: string; readonly keys: KeySet; readonly atMs: number } | undefined;
  #failure: { readonly cause: unknown; readonly atMs: number } | undefined;
  #pending: Promise<void> | undefined;
  #unknownKeys: Bucket | undefined;

  constructor(read: () => Promise<string>, maxAgeMs: number, clock: () => number) {
    this.#read = read;
    this.#maxAgeMs = maxAgeMs;
    this.#clock = clock;
  }

  readonly find: JWTVerifyGetKey = async (header, token) => {
    const keys = await this.#current();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !this.#mayReadForUnknownKey()) throw error;
      const renewed = await this.#renewed();
      return await renewed(header, token);
    }
  };

  async load(): Promise<void> {
    const text = await this.#read();
    const atMs = this.#clock();
    // The same text keeps its keys, which are imported already.
    const keys = text === this.#known?.text ? this.#known.keys : createLocalJWKSet(parseKeys(text));
    this.#known = { text, keys, atMs };
    this.#failure = undefined;
  }

  async #current(): Promise<KeySet> {
    const known = this.#known;
    if (known !== undefined && this.#hasPassed(known.atMs) < this.#maxAgeMs) return known.keys;
    try {
      return await this.#renewed();
    } catch (error) {
      if (known !== undefined && this.#clock() - known.atMs < maxStaleMs) return known.keys;
      throw error;
    }
  }

  /** The keys as they are now; throws `KeysUnavailable` if they cannot be read, without trying if that failed just now. */
  async #renewed(): Promise<KeySet> {
    if (this.#failure !== undefined) {
      const pauseMs = failurePauseMs - this.#hasPassed(this.#failure.atMs);
      if (pauseMs > 0) throw new KeysUnavailable(pauseMs, this.#failure.cause);
    }
    this.#pending ??= this.load().finally(() => (this.#pending = undefined));
    try {
      await this.#pending;
    } catch (cause) {
      this.#failure = { cause, atMs: this.#clock() };
    }
    if (this.#failure !== undefined) throw new KeysUnavailable(failurePauseMs, this.#failure.cause);
    if (this.#known === undefined) throw new Error('keys that were read are not known');
    return this.#known.keys;
  }

  /** How long ago that was. After the clock has gone back nobody knows, so it counts as long ago. */
  #hasPassed(atMs: number): number {
    const passedMs = this.#clock() - atMs;
    return passedMs < 0 ? Infinity : passedMs;
  }

  #mayReadForUnknownKey(): boolean {
    const { bucket, waitMs } = takeToken(this.#unknownKeys, unknownKeyRate, this.#clock());
    this.#unknownKeys = bucket;
    return waitMs === 0;
  }
}

/** Throws for anything but a set of public keys: a secret or private key in it was published by mistake. */
function parseKeys(text: string): Parameters<typeof createLocalJWKSet>[0] {
  const json = parseObject(text);
  const keys = Object.hasOwn(json, 'keys') ? (json as { keys: unknown }).keys : undefined;
  if (!Array.isArray(keys)) throw new Error('expected a JSON Web Key Set with a list of `keys`');
  const isSecret = (key: unknown) => typeof key === 'object' && key !== null && ('d' in key || 'k' in key);
  if (keys.some(isSecret)) throw new Error('expected public keys, got a secret or private one');
  return { keys: keys as Parameters<typeof createLocalJWKSet>[0]['keys'] };
}

/** What is wrong with the text is not told in detail: a message could hold a part of it. */
function parseObject(text: string): object {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null) return json;
  } catch {
    // Reported below, together with other kinds of JSON.
  }
  throw new Error('expected a JSON object');
}
