import { PassThrough } from 'node:stream';
import { openServer, type Server } from '@manglecp/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intentRequest } from '../harness/messages.js';
import { copyPack } from '../harness/pack-copy.js';
import type { Message } from '../harness/peer.js';
import { openWebSocketPeer, packFolder } from '../harness/subject.js';
import { workInvocation, workRequest } from '../harness/tools.js';
import { unknownKeys } from './manifest-shape.js';

const wellKnown = '/.well-known/manglecp/manifest.json';
let server: Server;
let url: string;

async function open(...packs: string[]): Promise<Server> {
  const opened = await openServer(packs.map(packFolder), { logDestination: new PassThrough().resume() });
  if ('problems' in opened) throw new Error(opened.problems.map(({ message }) => message).join('\n'));
  return opened.server;
}

async function read(path: string): Promise<Message> {
  const answer = await fetch(url + path);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Message;
}

async function post(path: string, message: object): Promise<Message> {
  const headers = { 'content-type': 'application/json' };
  return (await (
    await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(message) })
  ).json()) as Message;
}

beforeAll(async () => {
  server = await open('workshop', 'warehouse', 'echoes');
  url = await server.listen({ host: '127.0.0.1', port: 0 });
  await server.boot();
});

afterAll(() => server.close());

const ids = ['workshop', 'warehouse_ops', 'echoes'];

describe('several domains on one server', () => {
  it('MAN-001 MAN-032 are told by the manifest of the first', async () => {
    const { payload } = await read(wellKnown);
    expect(payload.domain.id).toBe('workshop');
    expect(payload.extensions['x-domains']).toEqual([
      { id: 'warehouse_ops', manifest: '/manglecp/warehouse_ops/manifest.json' },
      { id: 'echoes', manifest: '/manglecp/echoes/manifest.json' },
    ]);
    expect(unknownKeys(payload)).toEqual([]);
  });

  it('MAN-012 MAN-002 have manifests and endpoints of their own', async () => {
    for (const id of ids) {
      const { type, id: messageId, payload } = await read(`/manglecp/${id}/manifest.json`);
      expect([type, messageId]).toEqual(['manifest', null]);
      expect(payload.domain.id).toBe(id);
      expect(payload.endpoints).toEqual({
        intent_eval: `/manglecp/${id}/evaluate`,
        macro_invoke: `/manglecp/${id}/invoke`,
      });
      expect(payload.extensions['x-websocket']).toBe(`/manglecp/${id}/ws`);
      if (id !== 'workshop') expect(payload.extensions).not.toHaveProperty('x-domains');
    }
    expect((await read(wellKnown)).payload).toEqual((await read('/manglecp/workshop/manifest.json')).payload);
    expect((await read('/manglecp/echoes/manifest.json')).payload.status).toBe('degraded');
    expect((await read(wellKnown)).payload.status).toBe('ready');
  });

  it('WIRE-035 MAN-018 take only what they declare', async () => {
    expect((await post('/manglecp/workshop/evaluate', workRequest())).type).toBe('intent_response');
    expect((await post('/manglecp/warehouse_ops/evaluate', intentRequest())).type).toBe('intent_response');
    const wrong = await post('/manglecp/workshop/evaluate', intentRequest());
    expect(wrong.payload).toMatchObject({ code: 'unknown_predicate' });
    expect((await post('/manglecp/evaluate', workRequest())).payload.code).toBe('x-not_found');
  });

  it('WIRE-036 do not have the tools of each other', async () => {
    const peer = await openWebSocketPeer(`${url}/manglecp/workshop/ws`);
    const call = await workInvocation(peer, 'echo', { text: 'mine' });
    await peer.close();
    expect((await post('/manglecp/workshop/invoke', call)).payload.result).toEqual({ value: 'mine' });
    expect((await post('/manglecp/warehouse_ops/invoke', call)).payload.code).toBe('macro_not_found');
  });

  it('WIRE-024 each greet with their own manifest', async () => {
    for (const id of ids) {
      const peer = await openWebSocketPeer(`${url}/manglecp/${id}/ws`);
      expect(peer.manifest.payload.domain.id).toBe(id);
      await peer.close();
      const connection = server.connect(id);
      const first = await connection.messages.next();
      connection.close();
      expect((JSON.parse(String(first.value)) as Message).payload.domain.id).toBe(id);
    }
    await expect(openWebSocketPeer(`${url}/manglecp/ws`)).rejects.toThrow('404');
  });

  it('MAN-009 cannot have the same id', async () => {
    await expect(open('workshop', 'workshop')).rejects.toThrow('`workshop` is served by another pack already');
  });
});

describe('a server on all addresses', () => {
  it('MAN-029 asks for credentials unless it is told otherwise', async () => {
    const copy = copyPack('workshop');
    const auth = { tokens: [{ sha256: 'a'.repeat(64), identity: 'ann' }] };
    copy.edit('manglecp.json', '{', `{ "behind_proxy": true, "auth": ${JSON.stringify(auth)},`);
    const publicServer = await open(copy.folder);
    const address = await publicServer.listen({ host: '0.0.0.0', port: 0 });
    await publicServer.boot();
    const at = address.replace('0.0.0.0', '127.0.0.1');
    const manifest = (await (await fetch(at + wellKnown)).json()) as Message;
    expect(manifest.payload.auth).toMatchObject({ required: true, schemes: ['bearer'] });
    const answer = await fetch(`${at}/manglecp/evaluate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(workRequest()),
    });
    expect(answer.status).toBe(401);
    await publicServer.close();
    copy.dispose();
  });
});
