import { timingSafeEqual } from 'node:crypto';
import type { CredentialConfig } from '../config/config.js';
import { type SetupProblem, SetupError } from './setup-error.js';

/** Credentials by their SHA-256. */
export interface CredentialTable {
  readonly size: number;
  /** The entry with this digest. How long it takes tells nothing of which entry it is, nor of how near a guess came. */
  find(digest: Uint8Array): CredentialConfig | undefined;
}

/** Throws a `SetupError` for a digest that is none, and for one that stands there twice: its identity would be open. */
export function createCredentialTable(name: string, credentials: readonly CredentialConfig[]): CredentialTable {
  const problems: SetupProblem[] = [];
  const seen = new Set<string>();
  const entries = credentials.map((credential, index) => {
    const { sha256 } = credential;
    if (!/^[0-9a-f]{64}$/.test(sha256)) {
      problems.push({ message: `\`auth.${name}\` entry ${index}: \`sha256\` must be 64 lower-case hex digits` });
    }
    if (seen.has(sha256)) problems.push({ message: `\`auth.${name}\` entry ${index} repeats an earlier \`sha256\`` });
    seen.add(sha256);
    return { credential, digest: Buffer.from(sha256, 'hex') };
  });
  if (problems.length > 0) throw new SetupError(problems);
  return {
    size: entries.length,
    find: (digest) => {
      let found: CredentialConfig | undefined;
      // Every entry is compared, also after one was found.
      for (const entry of entries) if (timingSafeEqual(entry.digest, digest)) found = entry.credential;
      return found;
    },
  };
}
