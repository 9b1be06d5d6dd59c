import { PassThrough } from 'node:stream';
import { openServer, type Server } from '@manglecp/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '../../src/hosts/gate.js';
import { HttpHost } from '../../src/hosts/http-host.js';
import { InboundBudget } from '../../src/hosts/inbound-budget.js';
import { createObserver } from '../../src/observe/create-observer.js';
import { intentRequest } from '../harness/messages.js';
import { openRawWebSocket, opcodes, type RawWebSocket } from '../harness/raw-websocket.js';
import { packFolder } from '../harness/subject.js';
import { until } from '../harness/until.js';

const maxBytes = 20_000;
const inbound = new InboundBudget(maxBytes);
const sockets: RawWebSocket[] = [];
let server: Server;
let host: HttpHost;
let url: string;

beforeAll(async () => {
  const logDestination = new PassThrough().resume();
  const opened = await openServer([packFolder()], { logDestination });
  if ('problems' in opened) throw new Error(JSON.stringify(opened.problems));
  ({ server } = opened);
  await server.boot();
  const mounts = server.runtimes.map(({ domain, services }) => {
    return { domain, services, face: { isAuthRequired: false }, base: '/manglecp' };
  });
  const { config, folder } = server.runtimes[0]?.domain.live.pack ?? {};
  if (config === undefined || folder === undefined) throw new Error('there is no domain');
  const observing = { service: 'test', folder, domains: [], logDestination, clock: Date.now };
  host = new HttpHost({
    mounts,
    gate: createGate({
      boundAddress: '127.0.0.1',
      allowedHosts: [],
      corsOrigins: [],
      isAuthRequired: false,
      hasTls: false,
      isBehindProxy: false,
    }),
    inbound,
    observer: createObserver(config.observe, observing),
    isBehindProxy: false,
    maxConnections: 100,
    requestTimeoutMs: 60_000,
    pingMs: 60_000,
  });
  url = await host.listen('127.0.0.1', 0);
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await until(() => inbound.heldBytes === 0);
  await expectServed(await connect());
});

afterAll(async () => {
  await host.close(1_000);
  await server.close();
});

async function connect(): Promise<RawWebSocket> {
  const socket = await openRawWebSocket(url);
  sockets.push(socket);
  await socket.nextMessage();
  return socket;
}

async function expectServed(socket: RawWebSocket): Promise<void> {
  const request = intentRequest();
  socket.send(JSON.stringify(request));
  expect(await socket.nextMessage()).toMatchObject({ type: 'intent_response', id: request.id });
}

async function post(body: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/manglecp/evaluate`, { method: 'POST', headers, body });
  return response.json();
}

describe('the memory for messages that are coming in', () => {
  it('is not used up by pings, of which nothing is kept', async () => {
    const socket = await connect();
    for (let sent = 0; sent < 4 * maxBytes; sent += 10 * 131) {
      for (let count = 0; count < 10; count += 1) socket.send('p'.repeat(125), { opcode: opcodes.ping });
      for (let count = 0; count < 10; count += 1) expect((await socket.next()).opcode).toBe(opcodes.pong);
    }
    expect(inbound.heldBytes).toBe(0);
    await expectServed(await connect());
    await expectServed(socket);
  });

  it('is free again after each message, whole or in fragments', async () => {
    const socket = await connect();
    for (let round = 0; round < 5; round += 1) {
      await expectServed(socket);
      const text = JSON.stringify(
        intentRequest({ facts: [{ pred: 'active_site', args: ['x'.repeat(maxBytes / 2)] }] }),
      );
      socket.send(text.slice(0, 100), { isFinal: false });
      socket.send('between', { opcode: opcodes.ping });
      socket.send(text.slice(100), { opcode: opcodes.continuation });
      expect(await socket.nextMessage()).toMatchObject({ type: 'intent_response' });
    }
    expect(inbound.heldBytes).toBeLessThan(200);
  });

  it('is shared: who comes too late is refused, and served again later', async () => {
    const greedy = await connect();
    const other = await connect();
    greedy.send('x'.repeat(maxBytes - 100), { isFinal: false });
    await until(() => inbound.heldBytes > maxBytes - 200);
    const request = JSON.stringify(intentRequest());
    expect(await post(request)).toMatchObject({
      type: 'error',
      payload: { code: 'server_not_ready', recoverable: true },
    });
    other.send(request);
    const { opcode, payload } = await other.next();
    expect([opcode, payload.readUInt16BE(0)]).toEqual([opcodes.close, 1013]);
    greedy.destroy();
    await until(() => inbound.heldBytes < 200);
    expect(await post(request)).toMatchObject({ type: 'intent_response' });
  });
});
