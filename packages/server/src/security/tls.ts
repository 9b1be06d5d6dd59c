import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import type { TlsConfig } from '../config/config.js';
import { SetupError, type SetupProblem } from './setup-error.js';

/** A certificate and its key that fit together. */
export interface TlsMaterial {
  /** For `https.createServer` and for `server.setSecureContext`. */
  readonly options: { readonly cert: Buffer; readonly key: Buffer; readonly minVersion: 'TLSv1.2' };
  /** When the certificate ends, in milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** Reads a certificate with its chain, and its key (SEC-033). Throws a `SetupError` that says what does not fit. */
export async function readTls(files: TlsConfig, folder: string): Promise<TlsMaterial> {
  const [cert, key] = await Promise.all([readPem('cert', files, folder), readPem('key', files, folder)]);
  const certificate = parse('cert', files, () => new X509Certificate(cert));
  const privateKey = parse('key', files, () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw tlsError(`\`tls\`: the key in \`${files.key}\` does not belong to the certificate in \`${files.cert}\``);
  }
  const options = { cert, key, minVersion: 'TLSv1.2' } as const;
  parse('cert', files, () => createSecureContext(options));
  return { options, expiresAtMs: Date.parse(certificate.validTo) };
}

export interface TlsWatch {
  /** What is in use. Without it the first look reports whatever it finds. */
  readonly current?: TlsMaterial;
  /** How often the files are read. They are polled, because mounted secrets change by way of symbolic links. */
  readonly intervalMs?: number;
  /** New connections should use this from now on. */
  readonly onChange: (material: TlsMaterial) => void;
  /** The files cannot be used as they are now; what was in use stays. Half-way through a renewal that is normal. */
  readonly onProblem: (problem: SetupProblem) => void;
}

const defaultIntervalMs = 5_000;

/**
 * Reports every change of the files, until it is closed. A problem is reported once and not at each look. Does not keep
 * the process alive.
 */
export function watchTls(files: TlsConfig, folder: string, watch: TlsWatch): { close(): void } {
  let seen: TlsMaterial | SetupProblem | undefined = watch.current;
  let isReading = false;
  let isClosed = false;
  const look = async (): Promise<void> => {
    const found = await readTls(files, folder).catch(problemOf);
    if (isClosed || (seen !== undefined && isSame(seen, found))) return;
    seen = found;
    if ('message' in found) watch.onProblem(found);
    else watch.onChange(found);
  };
  const timer = setInterval(() => {
    if (isReading) return;
    isReading = true;
    void look().finally(() => (isReading = false));
  }, watch.intervalMs ?? defaultIntervalMs);
  timer.unref();
  return {
    close: () => {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

function isSame(seen: TlsMaterial | SetupProblem, found: TlsMaterial | SetupProblem): boolean {
  if ('message' in seen || 'message' in found) {
    return 'message' in seen && 'message' in found && seen.message === found.message;
  }
  return seen.options.cert.equals(found.options.cert) && seen.options.key.equals(found.options.key);
}

function problemOf(error: unknown): SetupProblem {
  if (error instanceof SetupError) return { message: error.message };
  throw error;
}

async function readPem(name: keyof TlsConfig, files: TlsConfig, folder: string): Promise<Buffer> {
  try {
    return await readFile(path.resolve(folder, files[name]));
  } catch (cause) {
    throw tlsError(`\`tls.${name}\`: cannot read \`${files[name]}\``, cause);
  }
}

function parse<T>(name: keyof TlsConfig, files: TlsConfig, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const expected = name === 'cert' ? 'a certificate in PEM form' : 'a private key in PEM form without a passphrase';
    throw tlsError(`\`tls.${name}\`: \`${files[name]}\` is not ${expected}`, cause);
  }
}

function tlsError(message: string, cause?: unknown): SetupError {
  return new SetupError([{ message }], { cause });
}
