import { networkInterfaces } from 'node:os';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Finished, type Running, startCommand } from '../harness/command.js';
import { openHttpPeer } from '../harness/http-peer.js';
import { errorOf, toolNames } from '../harness/answers.js';
import { openWebSocketPeer, packFolder, startSubject } from '../harness/subject.js';
import { openAuthority, openCertificateFiles, type CertificateFiles } from './certificates.js';
import { intent } from './desk.js';
import { listen, type ListenerOptions } from './listener.js';
import { people, secrets } from './people.js';

let files: CertificateFiles;
let scratch: string;
beforeAll(async () => {
  files = openCertificateFiles(await (await openAuthority()).issue('desk.example'));
  scratch = mkdtempSync(path.join(tmpdir(), 'manglecp-listening-'));
});
afterAll(() => {
  files.dispose();
  rmSync(scratch, { recursive: true, force: true });
});

const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
/** 127.0.0.1, and ::1 where the machine speaks IPv6. */
const loopback = addresses.filter(({ internal }) => internal).map(({ address }) => address);
/** All interfaces at once, and each address that others can reach. */
const reachable = addresses
  .filter(({ internal, scopeid }) => !internal && (scopeid === undefined || scopeid === 0))
  .map(({ address }) => address);

/** `auth.required` as the manifest of such a server tells it. */
async function requirementOf(options: ListenerOptions): Promise<unknown> {
  const listener = await listen({ pack: 'guarded', ...options });
  const { protocol, port } = new URL(listener.url);
  const host = ['0.0.0.0', '127.0.0.1'].includes(options.host ?? '127.0.0.1')
    ? '127.0.0.1'
    : new URL(listener.url).hostname;
  const manifest = protocol === 'https:' ? undefined : (await openHttpPeer(`http://${host}:${port}`)).manifest.payload;
  await listener.stop();
  return (manifest as { auth: { required: unknown } } | undefined)?.auth.required;
}

describe('where credentials are required', () => {
  it.each(loopback)('SEC-008 SEC-017 SEC-035 not by default on %s, in plain text', async (host) => {
    const listener = await listen({ pack: 'guarded', config: { auth: people }, host });
    const peer = await openHttpPeer(listener.url);
    expect(peer.manifest.payload.auth).toMatchObject({ required: false });
    expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
    const socket = await openWebSocketPeer(`${listener.url.replace('http', 'ws')}/manglecp/ws`);
    expect(toolNames(await socket.ask(intent('observe')))).toEqual(['look']);
    await socket.close();
    await listener.stop();
  });

  it('SEC-008 SEC-017 not by default on stdio', async () => {
    const subject = await startSubject('stdio', { pack: 'guarded', config: { auth: people } });
    const peer = await subject.connect();
    expect(peer.manifest.payload.auth).toMatchObject({ required: false });
    expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
    await subject.stop();
  });

  it('SEC-008 MAN-029 by default on all other addresses, and on loopback behind a proxy', async () => {
    const config = { auth: people, behind_proxy: true };
    for (const host of ['0.0.0.0', '127.0.0.1', ...reachable]) {
      expect([host, await requirementOf({ config, host })]).toEqual([host, true]);
    }
  });

  it('SEC-008 SEC-016 MAN-028 there both transports ask for them', async () => {
    const listener = await listen({ pack: 'guarded', config: { auth: people, behind_proxy: true }, host: '0.0.0.0' });
    const url = `http://127.0.0.1:${listener.port}`;
    const peer = await openHttpPeer(url);
    errorOf(await peer.ask(intent('observe')), 'auth_required');
    await peer.login(secrets.clerk);
    expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
    const socket = await openWebSocketPeer(`${url.replace('http', 'ws')}/manglecp/ws`);
    errorOf(await socket.ask(intent('observe')), 'auth_required');
    await socket.login(secrets.clerk);
    expect(toolNames(await socket.ask(intent('observe')))).toEqual(['look']);
    await socket.close();
    await listener.stop();
  });
});

describe('where a server does not listen', () => {
  const plain = /plain text/;
  const everybody = /everybody/;
  const nobody = /nobody could log in/;
  it.each<[string, object, boolean, RegExp]>([
    ['in plain text', { auth: people }, false, plain],
    ['in plain text as a demonstration', { auth: { ...people, required: false } }, true, plain],
    ['without credentials', { auth: { ...people, required: false }, behind_proxy: true }, false, everybody],
    ['with credentials that nobody has', { behind_proxy: true }, false, nobody],
  ])('SEC-035 SEC-009 SEC-033 on an address of the network %s', async (_title, config, isPublicDemo, message) => {
    for (const host of ['0.0.0.0', '::', ...reachable]) {
      const attempt = listen({ pack: 'guarded', config, host, isPublicDemo });
      await expect(attempt).rejects.toMatchObject({
        name: 'SetupError',
        message: expect.stringMatching(message) as string,
      });
    }
  });

  it('SEC-009 behind a proxy on loopback without credentials', async () => {
    const config = { auth: { ...people, required: false }, behind_proxy: true };
    await expect(listen({ pack: 'guarded', config })).rejects.toMatchObject({ name: 'SetupError' });
    expect(await requirementOf({ config, isPublicDemo: true })).toBe(false);
  });
});

describe('the command', () => {
  const serve = (config: object, ...args: string[]): Running => {
    const configFile = path.join(mkdtempSync(path.join(scratch, 'c-')), 'config.json');
    writeFileSync(configFile, JSON.stringify(config));
    const folder = packFolder('guarded');
    return startCommand(['serve', folder, '--port', '0', '--no-watch', '--config', configFile, ...args]);
  };
  const expectRefused = ({ code, output, errors }: Finished, problem: RegExp, help: RegExp): void => {
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(problem);
    expect(errors).toMatch(help);
    expect(errors).not.toMatch(/ready|^\s+at /m);
  };

  it('SEC-035 SEC-009 refuses what would be unsafe and says what to do', async () => {
    const [plain, open] = await Promise.all([
      serve({ auth: people }, '--host', '0.0.0.0').finished,
      serve({ auth: { required: false }, behind_proxy: true }, '--host', '0.0.0.0').finished,
    ]);
    expectRefused(plain, /plain text on `0\.0\.0\.0`/, /"tls".*"behind_proxy": true/s);
    expectRefused(open, /everybody who reaches/, /open to all/);
  });

  it('SEC-009 SEC-017 opens to everybody when told so by --public-demo', async () => {
    const config = { auth: { required: false }, behind_proxy: true };
    const running = serve(config, '--host', '0.0.0.0', '--public-demo');
    const { port } = new URL(await running.url);
    const peer = await openHttpPeer(`http://127.0.0.1:${port}`);
    expect(peer.manifest.payload.auth).toMatchObject({ required: false });
    expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
    expect(await running.stop()).toMatchObject({ code: 0 });
  });

  it('SEC-008 SEC-033 serves the network with TLS and credentials', async () => {
    const running = serve({ auth: people, tls: files.settings }, '--host', '0.0.0.0');
    expect(await running.url).toMatch(/^https:\/\/0\.0\.0\.0:\d+$/);
    expect(await running.stop()).toMatchObject({ code: 0 });
  });
});
