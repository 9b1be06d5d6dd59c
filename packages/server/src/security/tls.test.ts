import { X509Certificate } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type SecureContextOptions, type SecureVersion } from 'node:tls';
import { generate } from 'selfsigned';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readTls, type TlsMaterial, watchTls } from './tls.js';

interface Pair {
  readonly cert: string;
  readonly private: string;
}

/** Lets both sides try old versions, which need weaker signatures. */
const ciphers = 'DEFAULT:@SECLEVEL=0';
const files = { cert: 'cert.pem', key: 'key.pem' };
const mismatch = '`tls`: the key in `key.pem` does not belong to the certificate in `cert.pem`';
let first: Pair;
let second: Pair;
let folder: string;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  const make = (name: string): Promise<Pair> => generate([{ name: 'commonName', value: name }], { keySize: 2048 });
  [first, second] = await Promise.all([make('first.example'), make('second.example')]);
});

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manglecp-tls-'));
  await write(first);
});

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await rm(folder, { recursive: true });
});

async function write(pair: { readonly cert?: string; readonly private?: string }): Promise<void> {
  if (pair.private !== undefined) await replace('key.pem', pair.private);
  if (pair.cert !== undefined) await replace('cert.pem', pair.cert);
}

/** At once, so that nobody reads half of it. */
async function replace(name: string, text: string): Promise<void> {
  await writeFile(path.join(folder, 'next'), text);
  await rename(path.join(folder, 'next'), path.join(folder, name));
}

async function listen(material: TlsMaterial, change: SecureContextOptions = {}): Promise<Server> {
  const server = createServer({ ...material.options, ciphers, ...change });
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The protocol that was agreed on, and the name in the certificate. */
function shakeHands(server: Server, version?: SecureVersion): Promise<{ protocol: string | null; name: string }> {
  const { port } = server.address() as AddressInfo;
  const limits = version === undefined ? {} : { minVersion: version, maxVersion: version };
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ciphers, ...limits }, () => {
      const result = { protocol: socket.getProtocol(), name: String(socket.getPeerCertificate().subject.CN) };
      socket.once('close', () => resolve(result)).destroy();
    }).once('error', reject);
  });
}

describe('SEC-033 a listener', () => {
  it.each<[SecureVersion]>([['TLSv1.2'], ['TLSv1.3']])('speaks %s', async (version) => {
    const server = await listen(await readTls(files, folder));
    expect(await shakeHands(server, version)).toEqual({ protocol: version, name: 'first.example' });
  });

  it('SEC-034 prefers 1.3', async () => {
    const server = await listen(await readTls(files, folder));
    expect(await shakeHands(server)).toMatchObject({ protocol: 'TLSv1.3' });
  });

  it.each<[SecureVersion]>([['TLSv1'], ['TLSv1.1']])('refuses %s', async (version) => {
    const material = await readTls(files, folder);
    await expect(shakeHands(await listen(material), version)).rejects.toThrow();
    // Nothing else refuses it here.
    const lax = await listen(material, { minVersion: 'TLSv1' });
    expect(await shakeHands(lax, version)).toMatchObject({ protocol: version });
  });
});

describe('files that cannot be used', () => {
  it.each<[string, { cert?: string; private?: string }, string]>([
    ['another key', { private: 'second' }, mismatch],
    ['no certificate', { cert: 'x' }, '`tls.cert`: `cert.pem` is not a certificate in PEM form'],
    ['no key', { private: 'x' }, '`tls.key`: `key.pem` is not a private key in PEM form without a passphrase'],
  ])('are told apart: %s', async (_name, change, message) => {
    await write(change.private === 'second' ? { private: second.private } : change);
    await expect(readTls(files, folder)).rejects.toMatchObject({ name: 'SetupError', message });
  });

  it('are told apart: one that is missing', async () => {
    const missing = readTls({ ...files, key: 'missing.pem' }, folder);
    await expect(missing).rejects.toMatchObject({ message: '`tls.key`: cannot read `missing.pem`' });
  });

  it('are told apart: swapped', async () => {
    await expect(readTls({ cert: 'key.pem', key: 'cert.pem' }, folder)).rejects.toMatchObject({ name: 'SetupError' });
  });

  it('SEC-040 do not show the key', async () => {
    await write({ private: `${first.private.slice(0, 200)}marker` });
    const failure = await readTls(files, folder).catch((error: unknown) => error);
    expect(String(failure)).not.toContain('marker');
  });
});

it('knows when the certificate ends', async () => {
  expect((await readTls(files, folder)).expiresAtMs).toBeGreaterThan(Date.parse('2026-01-01'));
});

/** What a watch reports, one after the other: the certificate's name or a problem. */
async function watch(server?: Server): Promise<() => Promise<string>> {
  const reports: string[] = [];
  const waiting: ((report: string) => void)[] = [];
  const report = (text: string): void => {
    const next = waiting.shift();
    if (next === undefined) reports.push(text);
    else next(text);
  };
  const current = await readTls(files, folder);
  const handle = watchTls(files, folder, {
    current,
    intervalMs: 5,
    onChange: ({ options }) => {
      server?.setSecureContext(options);
      report(new X509Certificate(options.cert).subject);
    },
    onProblem: ({ message }) => report(message),
  });
  closers.push(() => handle.close());
  return () => {
    const known = reports.shift();
    return known === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(known);
  };
}

it('reports what it finds if nobody says what is in use', async () => {
  const reported = new Promise<string>((resolve) => {
    const handle = watchTls(files, folder, {
      intervalMs: 5,
      onChange: ({ options }) => resolve(new X509Certificate(options.cert).subject),
      onProblem: ({ message }) => resolve(message),
    });
    closers.push(() => handle.close());
  });
  expect(await reported).toBe('CN=first.example');
});

describe('a renewal', () => {
  it('SEC-033 reaches new connections without a restart', async () => {
    const server = await listen(await readTls(files, folder));
    expect(await shakeHands(server)).toMatchObject({ name: 'first.example' });
    const next = await watch(server);
    await write(second);
    while ((await next()) !== 'CN=second.example') continue;
    expect(await shakeHands(server)).toMatchObject({ name: 'second.example', protocol: 'TLSv1.3' });
  });

  it('that is half done is reported once and not used; the rest of it is', async () => {
    const next = await watch();
    await write({ cert: second.cert });
    expect(await next()).toBe(mismatch);
    await write({ private: second.private });
    expect(await next()).toBe('CN=second.example');
  });

  it('is seen when a file goes and comes', async () => {
    const next = await watch();
    await rm(path.join(folder, 'cert.pem'));
    expect(await next()).toBe('`tls.cert`: cannot read `cert.pem`');
    await write({ cert: first.cert });
    expect(await next()).toBe('CN=first.example');
  });
});
