import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCommand } from '../harness/command.js';
import { invokeRequest, newId } from '../harness/messages.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import { openRawHttp } from '../harness/raw-http.js';
import { startSubject } from '../harness/subject.js';
import { openWebSocketPeer } from '../harness/subject.js';
import { openHttpPeer } from '../harness/http-peer.js';
import type { Peer } from '../harness/peer.js';
import { type Challenge, consent } from './consent.js';
import { intent, issue } from './desk.js';
import { type Issuer, openIssuer } from './issuer.js';
import { people, secrets, sha256 } from './people.js';
import { askUpgrade } from './upgrade.js';

let issuer: Issuer;
let pack: PackCopy;
let scratch: string;
beforeAll(async () => {
  issuer = await openIssuer();
  pack = copyPack('guarded');
  scratch = mkdtempSync(path.join(tmpdir(), 'manglecp-secrets-'));
});
afterAll(() => {
  issuer.dispose();
  pack.dispose();
  rmSync(scratch, { recursive: true, force: true });
});

/** Everything that was sent and must never be seen again. */
class Markers {
  readonly #texts = new Set<string>();

  /** Remembers a secret together with what could be computed from it and serves as well. */
  add<T extends string>(secret: T): T {
    const digest = Buffer.from(sha256(secret), 'hex');
    const derived = [digest.toString('base64'), digest.toString('base64url'), digest.toString('hex')];
    for (const text of [secret, Buffer.from(secret).toString('base64'), ...derived]) this.#texts.add(text);
    return secret;
  }

  in(text: string): readonly string[] {
    return [...this.#texts].filter((marker) => text.includes(marker));
  }
}

/** Everything a client can do with credentials, right and wrong, that every transport has. */
async function useCredentials(peer: Peer, markers: Markers): Promise<readonly string[]> {
  const heard: string[] = [];
  const ask = async (message: object | string): Promise<void> => void heard.push((await peer.ask(message)).text);
  const guess = (name: string): string => markers.add(`${name}-marker-5f0e7d`);
  for (const secret of Object.values(secrets)) markers.add(secret);
  const good = markers.add(await issuer.sign({ jti: newId() }));
  const bad = Object.values(await issuer.forgeries()).map((token) => markers.add(token));
  for (const token of [guess('guess'), ...bad, good, secrets.courier, secrets.clerk]) {
    heard.push((await peer.login(token))?.text ?? '');
    await ask(intent('modify'));
  }
  const macroId = await issue(peer, 'purge_table');
  const { message } = await peer.ask(invokeRequest(macroId));
  const { challenge } = (message.payload as { details: { challenge: Challenge } }).details;
  const tokens = [guess('consent'), consent({ challenge, macroId, credential: secrets.robot })];
  for (const token of [...tokens, consent({ challenge, macroId, credential: secrets.clerk })]) {
    await ask(invokeRequest(macroId, {}, { confirmation_token: markers.add(token) }));
  }
  const login = (payload: object): object => ({
    type: 'authenticate',
    id: newId(),
    manglecp: '2026-02-draft',
    payload,
  });
  // Mistakes that clients make.
  await ask(login({ scheme: guess('as-scheme'), token: 'bearer' }));
  await ask(login({ scheme: 'bearer', token: { value: guess('in-object') } }));
  await ask(login({ scheme: 'bearer', tokens: guess('misspelled') }));
  await ask({ ...intent('observe'), payload: { intent: 7, token: guess('in-payload') } });
  await ask({ ...intent('observe'), manglecp: '1999', authorization: guess('in-envelope') });
  await ask(`{"type":"authenticate","payload":{"token":"${guess('in-broken-text')}"`);
  await ask(intent('observe', [{ pred: 'note', args: [7, guess('in-broken-fact')] }]));
  return heard;
}

/** All text of all files below a folder. */
function textBelow(folder: string): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

describe('what a server writes', () => {
  it('SEC-040 SEC-032 holds no credential and nothing of what clients said, whatever they did with them', async () => {
    const markers = new Markers();
    const observe = { log_level: 'debug', audit_log: path.join(scratch, 'audit.jsonl'), metrics: true, tracing: true };
    const configFile = path.join(scratch, 'config.json');
    writeFileSync(configFile, JSON.stringify({ auth: { ...people, jwt: issuer.settings }, observe }));
    const running = startCommand(['serve', pack.folder, '--port', '0', '--config', configFile]);
    const url = await running.url;
    const http = await openHttpPeer(url);
    const socket = await openWebSocketPeer(`${url.replace('http', 'ws')}/manglecp/ws`);
    const heard = [...(await useCredentials(http, markers)), ...(await useCredentials(socket, markers))];

    // What only HTTP has: headers and addresses.
    const inAddress = markers.add('in-address-marker-77ab');
    for (const at of ['/manglecp/evaluate', '/manglecp/ws', `/manglecp/skills/${inAddress}`, `/${inAddress}`]) {
      heard.push(await (await fetch(`${url}${at}?access_token=${inAddress}`)).text());
    }
    const wrong = markers.add('in-header-marker-90cd');
    for (const headers of [
      { authorization: `Bearer ${wrong}` },
      { authorization: wrong },
      { 'x-manglecp-api-key': wrong },
    ]) {
      heard.push((await http.ask(intent('observe'), { headers })).text);
      heard.push(JSON.stringify(await askUpgrade(url, headers)));
    }
    const raw = await openRawHttp(url);
    raw.write(`GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization Bearer ${wrong}\r\n\r\n`);
    heard.push((await raw.next()).body.toString());
    raw.destroy();

    // What clients say about the world is nobody's business either.
    const said = new Markers();
    await socket.login(secrets.clerk);
    const sighting = { pred: 'sighting', args: [said.add('a-sighting-marker-31')], t: { at: 'now' } };
    const params = { secret: said.add('a-parameter-marker-32') };
    await socket.ask(intent('modify', [{ pred: 'note', args: [said.add('a-note-marker-33')] }, sighting]));
    await socket.ask(intent('observe', [], { intent: { name: 'observe', params } }));
    const later = (await socket.ask(intent('observe'))).text;
    await socket.ask(invokeRequest(await issue(socket, 'save_note'), { text: said.add('an-argument-marker-34') }));

    const metrics = await (await fetch(`${url}/metrics`)).text();
    await socket.close();
    await running.stop();
    const written = running.written() + readFileSync(observe.audit_log, 'utf8');
    expect(written).toMatch(/"level":"info".*"code":"auth_invalid"/);
    expect(written).toMatch(/"type":"authenticate".*"decision":"denied"/);
    expect(markers.in(written)).toEqual([]);
    expect(markers.in(metrics)).toEqual([]);
    expect(markers.in(heard.join('\n'))).toEqual([]);
    expect(said.in(written + metrics + later + textBelow(pack.folder))).toEqual([]);
    expect(markers.in(textBelow(pack.folder))).toEqual([]);
  });

  it('SEC-040 holds no credential on stdio either, also not that of the environment', async () => {
    const markers = new Markers();
    const observe = { log_level: 'debug', audit_log: path.join(scratch, 'stdio.jsonl') };
    const subject = await startSubject('stdio', {
      pack: 'guarded',
      config: { auth: { ...people, jwt: issuer.settings }, observe },
      environment: { MANGLECP_TOKEN: markers.add('of-the-environment-marker-61') },
    });
    const peer = await subject.connect();
    const heard = [(await peer.ask(intent('observe'))).text, ...(await useCredentials(peer, markers))];
    await peer.close();
    const written = subject.log() + readFileSync(observe.audit_log, 'utf8');
    await subject.stop();
    expect(written).toMatch(/"code":"auth_invalid"/);
    expect(markers.in(written)).toEqual([]);
    expect(markers.in(heard.join('\n'))).toEqual([]);
  });
});
