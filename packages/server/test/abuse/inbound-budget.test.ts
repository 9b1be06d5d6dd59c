import { PassThrough } from 'node:stream';
import { openServer, type Server } from '@manglecp/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '../../src/hosts/gate.js';
import { HttpHost } from '../../src/hosts/http-host.js';
import { InboundBudget } from '../../src/hosts/inbound-budget.js';
import { createObserver } from '../../src/observe/create-observer.js';
import { intentRequest } from '../harness/messages.js';
import { frameOf, openRawWebSocket, opcodes, type RawWebSocket } from '../harness/raw-websocket.js';
import { packFolder } from '../harness/subject.js';
import { until } from '../harness/until.js';
import { RawSocket } from './raw-socket.js';
import { postText } from './siege.js';

const maxBytes = 400_000;
let now = 0;
const clock = (): number => now;
const inbound = new InboundBudget({ maxBytes, maxBytesOfAddress: maxBytes, clock });
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
    connections: { max: 100, maxOfAddress: 100 },
    webSockets: { maxAnonymous: 100, maxAnonymousOfAddress: 6, loginMs: 60_000 },
    clock,
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

/** A request that has to be counted. */
function largeText(): string {
  return JSON.stringify(intentRequest({ facts: [{ pred: 'active_site', args: ['x'.repeat(maxBytes / 2)] }] }));
}

async function post(body: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/manglecp/evaluate`, { method: 'POST', headers, body });
  return response.json();
}

// The first, because it counts all that are open.
it('a WebSocket that has sent a part of a frame gives way like a silent one', async () => {
  const halves = await Promise.all(Array.from({ length: 6 }, connect));
  for (const half of halves) half.write(frameOf(Buffer.from('{"type":')).subarray(0, 9));
  await expect(connect()).rejects.toThrow('503');
  // As long as others: a byte does not make it a client that is sending.
  now += 4_000;
  for (const half of halves) half.write(Buffer.from('x'));
  await expect(connect()).rejects.toThrow('503');
  now += 2_000;
  await expectServed(await connect());
});

describe('the memory for messages that are coming in', () => {
  it('is not used up by pings, of which nothing is kept', async () => {
    const socket = await connect();
    for (let sent = 0; sent < 2 * maxBytes; sent += 100 * 131) {
      for (let count = 0; count < 100; count += 1) socket.send('p'.repeat(125), { opcode: opcodes.ping });
      for (let count = 0; count < 100; count += 1) expect((await socket.next()).opcode).toBe(opcodes.pong);
      now += 1_000;
    }
    expect(inbound.heldBytes).toBe(0);
    await expectServed(await connect());
    await expectServed(socket);
  });

  it('is free again after each message, whole or in fragments', async () => {
    const socket = await connect();
    for (let round = 0; round < 5; round += 1) {
      await expectServed(socket);
      const text = largeText();
      socket.send(text.slice(0, 100), { isFinal: false });
      socket.send('between', { opcode: opcodes.ping });
      socket.send(text.slice(100), { opcode: opcodes.continuation });
      expect(await socket.nextMessage()).toMatchObject({ type: 'intent_response' });
    }
    expect(inbound.heldBytes).toBe(0);
  });

  it('is shared: what comes too late is refused if it is large, and taken later', async () => {
    const greedy = await connect();
    const other = await connect();
    greedy.send('x'.repeat(maxBytes), { isFinal: false });
    await until(() => inbound.heldBytes > maxBytes / 2);
    expect(await post(largeText())).toMatchObject({
      type: 'error',
      payload: { code: 'server_not_ready', recoverable: true },
    });
    other.send(largeText());
    const { opcode, payload } = await other.next();
    expect([opcode, payload.readUInt16BE(0)]).toEqual([opcodes.close, 1013]);
    expect(await post(JSON.stringify(intentRequest()))).toMatchObject({ type: 'intent_response' });
    await expectServed(await connect());
    greedy.destroy();
    await until(() => inbound.heldBytes === 0);
    expect(await post(largeText())).toMatchObject({ type: 'intent_response' });
  });

  it('is taken from messages that have stalled, if others need it', async () => {
    const stalled = await connect();
    stalled.send('x'.repeat(300_000), { isFinal: false });
    const body = await RawSocket.open(url);
    body.write(postText(url, 'x'.repeat(100_000), { length: 200_000 }));
    await until(() => inbound.heldBytes > 270_000);
    now += 4_000;
    expect(await post(largeText())).toMatchObject({ payload: { code: 'server_not_ready' } });
    now += 2_000;
    expect(await post(largeText())).toMatchObject({ type: 'intent_response' });
    const { opcode, payload } = await stalled.next();
    expect([opcode, payload.readUInt16BE(0)]).toEqual([opcodes.close, 1013]);
    await stalled.ended;
    body.destroy();
  });

  it('counts what is kept for a message in fragments, also for one that pings make long', async () => {
    const socket = await connect();
    const pings = Array.from({ length: 400 }, () => frameOf(Buffer.alloc(125), { opcode: opcodes.ping }));
    socket.send('x', { isFinal: false });
    for (let count = 0; count < 4; count += 1) {
      const piece = frameOf(Buffer.from('x'), { opcode: opcodes.continuation, isFinal: false });
      socket.write(Buffer.concat([piece, ...pings]));
    }
    await until(() => inbound.heldBytes > 3 * 400 * 131 - 64 * 1024);
    now += 10_000;
    socket.send('x', { opcode: opcodes.continuation });
    expect(await socket.nextMessage()).toMatchObject({ type: 'error' });
    await until(() => inbound.heldBytes === 0);
  });

  it('counts what fragments cost beside their bytes', async () => {
    const socket = await connect();
    const piece = frameOf(Buffer.from('x'), { opcode: opcodes.continuation, isFinal: false });
    socket.send('x', { isFinal: false });
    socket.write(Buffer.concat(Array.from({ length: 1_000 }, () => piece)));
    await until(() => inbound.heldBytes > 1_000 * 100 - 64 * 1024);
    socket.destroy();
    await until(() => inbound.heldBytes === 0);
  });
});
