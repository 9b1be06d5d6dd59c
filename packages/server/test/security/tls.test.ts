import { request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { connect, createServer, type PeerCertificate, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { inspectMessage } from '../harness/inspect-message.js';
import type { Message } from '../harness/peer.js';
import { until } from '../harness/until.js';
import { type Authority, type Certificate, type CertificateFiles } from './certificates.js';
import { openAuthority, openCertificateFiles } from './certificates.js';
import { intent } from './desk.js';
import { type Listener, listen } from './listener.js';
import { people, secrets } from './people.js';

let authority: Authority;
let first: Certificate;
let files: CertificateFiles;
let listener: Listener;
beforeAll(async () => {
  authority = await openAuthority();
  first = await authority.issue('first.example');
  // The server sends the chain as it stands in its file.
  files = openCertificateFiles({ ...first, cert: `${first.cert}\n${authority.cert}` });
  listener = await listen({ pack: 'guarded', config: { tls: files.settings, auth: people } });
});
afterAll(async () => {
  await listener.stop();
  files.dispose();
});

interface Handshake {
  readonly protocol: string | null;
  readonly certificate: PeerCertificate;
  readonly isTrusted: boolean;
}

/** Shakes hands and hangs up. Old versions need weaker ciphers on the side of the client. */
function shakeHands(port: number, version?: SecureVersion): Promise<Handshake> {
  const limits =
    version === undefined ? {} : { minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' };
  const target = { host: '127.0.0.1', port, ca: authority.cert, rejectUnauthorized: false, ...limits };
  return new Promise((resolve, reject) => {
    const socket = connect(target, () => {
      const protocol = socket.getProtocol();
      const found = { protocol, certificate: socket.getPeerCertificate(true), isTrusted: socket.authorized };
      socket.once('close', () => resolve(found)).destroy();
    });
    socket.once('error', reject);
  });
}

/** Posts an intent over TLS to a server that must be trusted. */
function post(url: string, headers: Record<string, string> = {}): Promise<Message> {
  return new Promise((resolve, reject) => {
    const own = { 'content-type': 'application/json' };
    const target = { method: 'POST', ca: authority.cert, servername: 'localhost', headers: { ...own, ...headers } };
    request(`${url}/manglecp/evaluate`, target, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(inspectMessage(Buffer.concat(chunks).toString(), response.statusCode)));
    })
      .on('error', reject)
      .end(JSON.stringify(intent('observe')));
  });
}

describe('TLS', () => {
  it.each<SecureVersion>(['TLSv1.2', 'TLSv1.3'])('SEC-033 speaks %s', async (version) => {
    expect(await shakeHands(listener.port, version)).toMatchObject({ protocol: version, isTrusted: true });
  });

  it.each<SecureVersion>(['TLSv1', 'TLSv1.1'])('SEC-033 SEC-001 refuses %s', async (version) => {
    await expect(shakeHands(listener.port, version)).rejects.toThrow();
    // This client could, if the server let it.
    const lax = createServer({ ...first, minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' });
    await new Promise<void>((resolve) => lax.listen(0, '127.0.0.1', resolve));
    const { port } = lax.address() as { port: number };
    expect(await shakeHands(port, version)).toMatchObject({ protocol: version });
    lax.close();
  });

  it('SEC-034 prefers 1.3 and sends the chain that the operator configured', async () => {
    const { protocol, certificate, isTrusted } = await shakeHands(listener.port);
    expect({ protocol, isTrusted }).toEqual({ protocol: 'TLSv1.3', isTrusted: true });
    expect(certificate.subject.CN).toBe('first.example');
    expect((certificate as { issuerCertificate?: PeerCertificate }).issuerCertificate?.subject.CN).toBe(
      'Test authority',
    );
  });

  it('SEC-036 SEC-033 serves HTTP and WebSocket, on loopback as well', async () => {
    expect(listener.url).toMatch(/^https:/);
    expect(await post(listener.url)).toMatchObject({ type: 'intent_response' });
    const asClerk = { authorization: `Bearer ${secrets.clerk}` };
    expect(await post(listener.url, asClerk)).toMatchObject({ type: 'intent_response' });
    const socket = new WebSocket(`${listener.url.replace('https', 'wss')}/manglecp/ws`, { ca: authority.cert });
    const greeting = await new Promise<string>((resolve, reject) => {
      socket.once('message', (data: Buffer) => resolve(data.toString()));
      socket.once('error', reject);
    });
    expect(inspectMessage(greeting)).toMatchObject({ type: 'manifest' });
    socket.close();
  });

  it('SEC-033 SEC-036 has no plain text beside it, and its hosts and origins are checked alike', async () => {
    const heard = await new Promise<string>((resolve) => {
      const chunks: Buffer[] = [];
      const socket = connectPlain(listener.port, '127.0.0.1');
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
      socket.write('GET /.well-known/manglecp/manifest.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    });
    expect(heard).not.toContain('Guarded');
    expect(await post(listener.url, { host: 'evil.example' })).toMatchObject({ type: 'error' });
    expect(await post(listener.url, { origin: listener.url.replace('https', 'http') })).toMatchObject({
      type: 'error',
    });
    expect(await post(listener.url, { origin: listener.url })).toMatchObject({ type: 'intent_response' });
  });

  it('SEC-034 takes a new certificate while it runs, and keeps the old one while the files do not fit', async () => {
    const second = await authority.issue('second.example');
    files.write({ cert: second.cert, key: first.key });
    await until(() => listener.log().includes('the old certificate stays in use'));
    expect((await shakeHands(listener.port)).certificate.subject.CN).toBe('first.example');
    files.write(second);
    await until(async () => (await shakeHands(listener.port)).certificate.subject.CN === 'second.example');
    expect(await post(listener.url)).toMatchObject({ type: 'intent_response' });
    expect(listener.log()).not.toContain('PRIVATE KEY');
  });

  it('SEC-034 does not start with files that do not fit', async () => {
    const other = await authority.issue('other.example');
    const unfit = openCertificateFiles({ cert: first.cert, key: other.key });
    await expect(listen({ config: { tls: unfit.settings } })).rejects.toMatchObject({ name: 'SetupError' });
    unfit.dispose();
  });
});
