import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type Running, startCommand } from '../harness/command.js';
import { intentRequest, invokeRequest, newId } from '../harness/messages.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import type { Answer, Message, Peer } from '../harness/peer.js';
import { openWebSocketPeer, packFolder, type Subject } from '../harness/subject.js';
import { work, workInvocation, workRequest } from '../harness/tools.js';
import { overTransports } from '../harness/verifies.js';

const wellKnown = '/.well-known/manglecp/manifest.json';
const copies: PackCopy[] = [];
afterAll(() => {
  for (const copy of copies) copy.dispose();
});

function copyOf(name: string): PackCopy {
  const copy = copyPack(name);
  copies.push(copy);
  return copy;
}

/** The manifest that follows the one the peer has: pushed, or on HTTP fetched until it says this. */
async function nextManifest(peer: Peer, { url }: Subject, status: string): Promise<Message> {
  if (peer.transport !== 'http') {
    const manifest = await peer.next(({ type }) => type === 'manifest');
    expect(manifest.payload.status).toBe(status);
    return manifest;
  }
  return vi.waitFor(
    async () => {
      const manifest = (await (await fetch(`${url}${wellKnown}`)).json()) as Message;
      expect(manifest.payload.status).toBe(status);
      return manifest;
    },
    { timeout: 20_000 },
  );
}

function expectNotReady({ message }: Answer, id: string): void {
  expect(message).toMatchObject({ type: 'error', id, payload: { code: 'server_not_ready', recoverable: true } });
  expect(message.payload.retry_after_ms).toBeGreaterThan(0);
}

function lookRequest(): Record<string, unknown> & { id: string } {
  return intentRequest({ intent: { name: 'look' }, facts: [] });
}

overTransports('a server that boots', (verifies) => {
  verifies(
    ['MAN-008', 'MAN-033', 'MAN-036'],
    'says so, refuses requests, and tells when it is ready',
    async ({ fresh }) => {
      const { folder } = copyOf('slow_start');
      const subject = await fresh({ pack: folder, isBooting: true });
      const booted = subject.server?.boot();
      const peer = await subject.connect();
      expect(peer.manifest.payload.status).toBe('booting');
      for (const request of [lookRequest(), invokeRequest('mt_0')]) expectNotReady(await peer.ask(request), request.id);
      expect(peer.rest()).toEqual([]);
      writeFileSync(path.join(folder, 'open'), '');
      const manifest = await nextManifest(peer, subject, 'ready');
      expect(manifest).toMatchObject({ id: null, payload: { domain: { id: 'slow_start' } } });
      expect(await booted).toEqual([]);
      const { message } = await peer.ask(lookRequest());
      expect(message.payload.macro_tools).toMatchObject([{ name: 'enter' }]);
    },
  );
});

overTransports('a server whose files change', (verifies) => {
  verifies(['MAN-042', 'MAN-026'], 'tells what it allows now, and allows it', async ({ fresh }) => {
    const copy = copyOf('workshop');
    copy.edit('manglecp.json', '"intents"', '"limits": { "max_facts_per_request": 2 }, "intents"');
    const subject = await fresh({ pack: copy.folder, isBooting: false });
    const peer = await subject.connect();
    expect(peer.manifest.payload.limits.max_facts_per_request).toBe(2);
    const notes = (count: number): object => {
      return workRequest({ facts: Array.from({ length: count }, () => ({ pred: 'note', args: ['a'] })) });
    };
    expect((await peer.ask(notes(3))).message.payload.code).toBe('too_many_facts');
    copy.edit('manglecp.json', '"max_facts_per_request": 2', '"max_facts_per_request": 3');
    expect(await subject.server?.runtimes[0]?.reload()).toEqual([]);
    const manifest = await nextManifest(peer, subject, 'ready');
    expect(manifest.payload.limits.max_facts_per_request).toBe(3);
    expect((await peer.ask(notes(3))).message.type).toBe('intent_response');
    expect((await peer.ask(notes(4))).message.payload.code).toBe('too_many_facts');
  });

  verifies(
    ['MAN-042', 'WIRE-020'],
    'takes as large messages as it says, on connections that are open',
    async ({ fresh }) => {
      const copy = copyOf('workshop');
      copy.edit('manglecp.json', '"intents"', '"limits": { "max_message_bytes": 20000000 }, "intents"');
      const subject = await fresh({ pack: copy.folder, isBooting: false });
      const peer = await subject.connect();
      const ofSize = (bytes: number): Buffer => Buffer.from(JSON.stringify(workRequest()).padEnd(bytes, ' '));
      copy.edit('manglecp.json', '20000000', '20000010');
      await subject.server?.runtimes[0]?.reload();
      expect((await nextManifest(peer, subject, 'ready')).payload.limits.max_message_bytes).toBe(20_000_010);
      expect((await peer.ask(ofSize(20_000_010))).message.type).toBe('intent_response');
      copy.edit('manglecp.json', '20000010', '18000000');
      await subject.server?.runtimes[0]?.reload();
      expect((await nextManifest(peer, subject, 'ready')).payload.limits.max_message_bytes).toBe(18_000_000);
      expect((await peer.ask(ofSize(18_000_001))).message.payload.code).toBe('message_too_large');
    },
  );

  verifies(['MAN-008', 'MAN-037', 'MAN-042'], 'is degraded while they cannot be used', async ({ fresh }) => {
    const copy = copyOf('workshop');
    const domain = copy.read('domain.mg');
    const subject = await fresh({ pack: copy.folder, isBooting: false });
    const peer = await subject.connect();
    expect(peer.manifest.payload.status).toBe('ready');
    expect(peer.manifest.payload.extensions).not.toHaveProperty('x-degraded');
    copy.write('domain.mg', `${domain}\nthis is no rule`);
    expect(await subject.server?.runtimes[0]?.reload()).not.toEqual([]);
    const { payload } = await nextManifest(peer, subject, 'degraded');
    expect(payload.extensions['x-degraded']).toEqual([{ component: 'rules', reason: expect.stringMatching(/\S/) }]);
    expect(JSON.stringify(payload)).not.toContain('domain.mg');
    expect((await work(peer, 'echo', { text: 'still' })).message.payload.result.value).toBe('still');
    copy.write('domain.mg', domain);
    expect(await subject.server?.runtimes[0]?.reload()).toEqual([]);
    const repaired = await nextManifest(peer, subject, 'ready');
    expect(repaired.payload.extensions).not.toHaveProperty('x-degraded');
  });
});

overTransports('a server with rules that it cannot evaluate', (verifies) => {
  verifies(['MAN-008', 'MAN-037'], 'is degraded, and answers what has nothing to do with them', async ({ connect }) => {
    const peer = await connect({ pack: 'echoes' });
    const { status, extensions } = peer.manifest.payload;
    expect(status).toBe('degraded');
    expect(extensions['x-degraded']).toEqual([{ component: 'rules', reason: expect.stringMatching(/interval/) }]);
    const { message } = await peer.ask(intentRequest({ intent: { name: 'listen' }, facts: [] }));
    expect(message.payload.macro_tools).toMatchObject([{ name: 'answer' }]);
  });
});

overTransports('a server that shuts down', (verifies) => {
  verifies(
    ['MAN-008', 'MAN-038', 'MAN-042'],
    'finishes what is under way and takes nothing new',
    async ({ fresh, transport }) => {
      const copy = copyOf('workshop');
      const subject = await fresh({ pack: copy.folder, isBooting: false });
      const peer = await subject.connect();
      const file = path.join(copy.folder, newId());
      const slow = await workInvocation(peer, 'wait', { file, bytes: 3_000_000 });
      const answer = peer.ask(slow);
      await vi.waitFor(() => expect(existsSync(`${file}.begun`)).toBe(true), { timeout: 20_000 });
      const stopped = subject.server?.shutdown();
      await nextManifest(peer, subject, 'draining');
      for (const request of [workRequest(), invokeRequest('mt_0')]) expectNotReady(await peer.ask(request), request.id);
      if (transport === 'websocket') {
        await expect(openWebSocketPeer(`${subject.url}/manglecp/ws`)).rejects.toThrow('503');
      }
      writeFileSync(file, '');
      const { message } = await answer;
      expect(message).toMatchObject({ type: 'invoke_response', id: slow.id });
      expect(message.payload.result.blob).toHaveLength(3_000_000);
      if (transport === 'stdio') await peer.close();
      await stopped;
      if (transport === 'http') await expect(fetch(`${subject.url}${wellKnown}`)).rejects.toThrow();
    },
  );
});

describe('the command', () => {
  const started: Running[] = [];
  afterAll(() => Promise.all(started.map((running) => running.stop())));

  function serve(...args: string[]): Running {
    const running = startCommand(['serve', ...args, '--no-watch']);
    started.push(running);
    return running;
  }

  it('MAN-033 MAN-036 listens while its rules are made ready', async () => {
    const { folder } = copyOf('slow_start');
    const port = await freePort();
    const running = serve(folder, '--port', String(port));
    const manifest = await vi.waitFor(async () => fetch(`http://127.0.0.1:${port}${wellKnown}`), { timeout: 60_000 });
    expect(manifest.headers.get('cache-control')).toBe('no-cache');
    expect(await manifest.json()).toMatchObject({ type: 'manifest', payload: { status: 'booting' } });
    const peer = await openWebSocketPeer(`ws://127.0.0.1:${port}/manglecp/ws`);
    const request = lookRequest();
    expectNotReady(await peer.ask(request), request.id);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
    expect(running.written()).not.toContain('manglecp ready');
    writeFileSync(path.join(folder, 'open'), '');
    expect(await peer.next(({ type }) => type === 'manifest')).toMatchObject({ payload: { status: 'ready' } });
    expect(await running.url).toBe(`http://127.0.0.1:${port}`);
    expect((await peer.ask(lookRequest())).message.type).toBe('intent_response');
    await peer.close();
    expect((await running.stop()).code).toBe(0);
  });

  it('MAN-038 MAN-008 on SIGTERM finishes what is under way and refuses the rest', async () => {
    const copy = copyOf('workshop');
    const running = serve(packFolder('workshop'), '--port', '0');
    const url = await running.url;
    const peer = await openWebSocketPeer(`${url}/manglecp/ws`);
    const file = path.join(copy.folder, newId());
    const slow = await workInvocation(peer, 'wait', { file });
    const answer = peer.ask(slow);
    await peer.next(({ type, id }) => type === 'progress' && id === slow.id);
    const finished = running.stop();
    expect(await peer.next(({ type }) => type === 'manifest')).toMatchObject({ payload: { status: 'draining' } });
    const request = workRequest();
    expectNotReady(await peer.ask(request), request.id);
    const posted = await fetch(`${url}/manglecp/evaluate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(workRequest()),
    });
    expect(posted.status).toBe(503);
    expect(Number(posted.headers.get('retry-after'))).toBeGreaterThan(0);
    writeFileSync(file, '');
    expect((await answer).message).toMatchObject({ type: 'invoke_response', id: slow.id });
    expect((await finished).code).toBe(0);
    await peer.close();
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

overTransports('the manifest on HTTP', (verifies) => {
  const verifiesHttp: typeof verifies = (ids, title, body) => verifies(ids, title, body, { on: ['http'] });

  verifiesHttp(['MAN-039'], 'may be kept for five minutes while it is stable', async ({ subject }) => {
    const { url } = await subject({ pack: 'workshop' });
    const { headers } = await fetch(`${url}${wellKnown}`);
    expect(headers.get('cache-control')).toBe('max-age=300');
  });

  verifiesHttp(['MAN-039'], 'may not be kept where it changes, or will', async ({ subject, fresh }) => {
    const unstable = [
      await subject({ pack: 'workshop', config: { http: { manifest_max_age_s: 0 } } }),
      await subject({ pack: 'echoes' }),
      await fresh({ pack: 'workshop', isBooting: true }),
    ];
    for (const { url } of unstable) {
      expect((await fetch(`${url}${wellKnown}`)).headers.get('cache-control')).toBe('no-cache');
    }
  });

  verifiesHttp(['MAN-040'], 'is not sent again to those who have it', async ({ subject }) => {
    const { url } = await subject({ pack: 'workshop' });
    const etag = (await fetch(`${url}${wellKnown}`)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const condition of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const answer = await fetch(`${url}${wellKnown}`, { headers: { 'if-none-match': condition } });
      expect(answer.status).toBe(304);
      expect(await answer.text()).toBe('');
      expect(answer.headers.get('etag')).toBe(etag);
      expect(answer.headers.get('cache-control')).toBe('max-age=300');
    }
    for (const condition of ['"other"', etag.slice(1, -1)]) {
      const answer = await fetch(`${url}${wellKnown}`, { headers: { 'if-none-match': condition } });
      expect(answer.status).toBe(200);
    }
  });

  verifiesHttp(['MAN-040'], 'has another tag when it says something else', async ({ fresh }) => {
    const copy = copyOf('workshop');
    const { url, server } = await fresh({ pack: copy.folder, isBooting: true });
    const tagOf = async (): Promise<string> => (await fetch(`${url}${wellKnown}`)).headers.get('etag') ?? '';
    const booting = await tagOf();
    await server?.boot();
    const ready = await tagOf();
    expect(await tagOf()).toBe(ready);
    copy.edit('manglecp.json', '"What can be done here"', '"What can be done here now"');
    await server?.runtimes[0]?.reload();
    const changed = await tagOf();
    expect(new Set([booting, ready, changed]).size).toBe(3);
    const stale = await fetch(`${url}${wellKnown}`, { headers: { 'if-none-match': ready } });
    expect(stale.status).toBe(200);
    expect(await stale.text()).toContain('What can be done here now');
  });
});
