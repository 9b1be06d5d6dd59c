import { PassThrough } from 'node:stream';
import { openServer, type Server } from '@manglecp/server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { metric } from '../harness/metrics.js';
import { newId } from '../harness/messages.js';
import type { Peer } from '../harness/peer.js';
import { type Frame, frameHead, openRawWebSocket, opcodes, type RawWebSocket } from '../harness/raw-websocket.js';
import { openWebSocketPeer, packFolder } from '../harness/subject.js';
import { work, workInvocation, workRequest } from '../harness/tools.js';

const limit = 16_777_216;
const { continuation } = opcodes;
let server: Server;
let url: string;
let peer: Peer;

async function open(): Promise<Server> {
  const opened = await openServer([packFolder('workshop')], { logDestination: new PassThrough().resume() });
  if ('problems' in opened) throw new Error(JSON.stringify(opened.problems));
  return opened.server;
}

const sockets: RawWebSocket[] = [];

async function connected(at = url): Promise<RawWebSocket> {
  const socket = await openRawWebSocket(at);
  sockets.push(socket);
  return socket;
}

/** A client that has seen its manifest. */
async function greeted(at = url): Promise<RawWebSocket> {
  const socket = await connected(at);
  await socket.nextMessage();
  return socket;
}

function expectWhole(frame: Frame): void {
  expect(frame).toMatchObject({ isFinal: true, opcode: opcodes.text, reserved: 0, isMasked: false });
}

/** A request still gets its answer. */
async function expectUsable(socket: RawWebSocket): Promise<void> {
  const request = workRequest();
  socket.send(JSON.stringify(request));
  expect(await socket.nextMessage()).toMatchObject({ type: 'intent_response', id: request.id });
}

async function expectRefused(socket: RawWebSocket, code: string, details: object): Promise<void> {
  expect(await socket.nextMessage()).toMatchObject({ type: 'error', id: null, payload: { code, details } });
}

beforeAll(async () => {
  server = await open();
  url = await server.listen({ host: '127.0.0.1', port: 0 });
  await server.boot();
  peer = await openWebSocketPeer(`${url}/manglecp/ws`);
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

afterAll(async () => {
  await peer.close();
  await server.close();
});

describe('frames of the server', () => {
  it('WIRE-024 MAN-001 begin with the manifest, before the client says anything', async () => {
    const socket = await connected();
    const frame = await socket.next();
    expectWhole(frame);
    expect(JSON.parse(frame.payload.toString())).toMatchObject({
      type: 'manifest',
      id: null,
      payload: { status: 'ready' },
    });
  });

  it('WIRE-024 begin with the manifest, also if the client does not wait for it', async () => {
    const socket = await connected();
    const request = workRequest();
    socket.send(JSON.stringify(request));
    const [first, second] = [await socket.next(), await socket.next()];
    expect(JSON.parse(first.payload.toString())).toMatchObject({ type: 'manifest' });
    expect(JSON.parse(second.payload.toString())).toMatchObject({ type: 'intent_response', id: request.id });
  });

  it('WIRE-026 WIRE-028 each hold one message, whatever comes in at once', async () => {
    const socket = await greeted();
    const invocation = await workInvocation(peer, 'echo', { text: 'a\nb' });
    const requests = Array.from({ length: 50 }, (_, at) =>
      at % 2 === 0 ? workRequest() : { ...invocation, id: newId() },
    );
    const left = new Set<string | null>(requests.map(({ id }) => id));
    for (const request of requests) socket.send(JSON.stringify(request));
    while (left.size > 0) {
      const frame = await socket.next();
      expectWhole(frame);
      const message = JSON.parse(frame.payload.toString()) as { type: string; id: string };
      expect(message.type).toMatch(/^(?:intent_response|invoke_response|progress)$/);
      if (message.type !== 'progress') expect(left.delete(message.id)).toBe(true);
    }
  });

  it('WIRE-026 WIRE-027 are whole, however large', async () => {
    const socket = await greeted();
    const request = await workInvocation(peer, 'blob', { bytes: 3_000_000 });
    socket.send(JSON.stringify(request));
    let frame = await socket.next();
    while (frame.payload.length < 3_000_000) {
      expectWhole(frame);
      frame = await socket.next();
    }
    expectWhole(frame);
    expect(JSON.parse(frame.payload.toString())).toMatchObject({ type: 'invoke_response', id: request.id });
    await expectUsable(socket);
  });

  it('WIRE-027 are not compressed, though a client offers it', async () => {
    const { head } = await connected();
    expect(head).not.toMatch(/sec-websocket-extensions/i);
  });
});

describe('frames of a client', () => {
  it('WIRE-070 are refused if they are binary, and the connection stays', async () => {
    const socket = await greeted();
    for (const bytes of [JSON.stringify(workRequest()), Buffer.from([0, 255]), '']) {
      socket.send(bytes, { opcode: opcodes.binary });
      await expectRefused(socket, 'malformed_message', { reason: 'binary_frame' });
    }
    await expectUsable(socket);
  });

  it('WIRE-070 are refused if they hold no object, and the connection stays', async () => {
    const socket = await greeted();
    for (const text of ['[]', '7', 'null', '"text"', `[${JSON.stringify(workRequest())}]`]) {
      socket.send(text);
      await expectRefused(socket, 'malformed_message', { reason: 'not_an_object' });
    }
    socket.send('');
    await expectRefused(socket, 'malformed_message', {});
    await expectUsable(socket);
  });

  it('WIRE-028 are refused if they hold two messages, and neither is answered', async () => {
    const socket = await greeted();
    const two = [workRequest(), workRequest()].map((request) => JSON.stringify(request));
    for (const separator of ['', '\n', ' ', ',']) {
      socket.send(two.join(separator));
      await expectRefused(socket, 'malformed_message', { reason: 'trailing_text' });
    }
    await expectUsable(socket);
  });

  it('WIRE-021 are refused if they are no UTF-8, and the connection stays', async () => {
    const socket = await greeted();
    socket.send(Buffer.from([0x22, 0xff, 0x22]));
    await expectRefused(socket, 'malformed_message', { reason: 'invalid_utf8' });
    await expectUsable(socket);
  });

  it('WIRE-026 WIRE-070 may come in pieces, even inside a character, with pings in between (C-66)', async () => {
    const socket = await greeted();
    const request = workRequest({}, { id: 'ü🜚'.repeat(20) });
    const bytes = Buffer.from(JSON.stringify(request));
    const pieces = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, at) => bytes.subarray(3 * at, 3 * at + 3));
    for (const [at, piece] of pieces.entries()) {
      const opcode = at === 0 ? opcodes.text : opcodes.continuation;
      socket.send(piece, { opcode, isFinal: at === pieces.length - 1 });
      if (at === 5) socket.send('middle', { opcode: opcodes.ping });
    }
    expect(await socket.next()).toMatchObject({ opcode: opcodes.pong, payload: Buffer.from('middle') });
    expect(await socket.nextMessage()).toMatchObject({ type: 'intent_response', id: request.id });
  });

  it('WIRE-019 WIRE-020 may not come in pieces that are too large together', async () => {
    const socket = await greeted();
    const half = Buffer.alloc(limit / 2, 0x20);
    socket.send(half, { isFinal: false });
    socket.send(half, { opcode: continuation, isFinal: false });
    socket.send('x', { opcode: continuation });
    await expectRefused(socket, 'message_too_large', { limit });
    await expectUsable(socket);
  });

  it('WIRE-019 end the connection if they announce far more than is allowed (C-43)', async () => {
    const socket = await greeted();
    socket.write(frameHead(4 * limit + 1));
    const { opcode, payload } = await socket.next();
    expect(opcode).toBe(opcodes.close);
    expect(payload.readUInt16BE(0)).toBe(1009);
    await socket.ended;
    await expectUsable(await greeted());
  });
});

describe('the end of a connection', () => {
  it('WIRE-029 is answered with the close handshake', async () => {
    const socket = await greeted();
    const payload = Buffer.concat([Buffer.from([0x03, 0xe8]), Buffer.from('bye')]);
    socket.send(payload, { opcode: opcodes.close });
    const frame = await socket.next();
    expect(frame).toMatchObject({ isFinal: true, opcode: opcodes.close });
    expect(frame.payload.readUInt16BE(0)).toBe(1000);
    await socket.ended;
  });

  it.each(['with', 'without'])('WIRE-029 %s a handshake stops what is under way', async (how) => {
    const socket = await greeted();
    const cancelled = await metric(url, 'manglecp_requests_total', { transport: 'websocket', code: 'cancelled' });
    const request = await workInvocation(peer, 'tick', { times: 100_000 });
    socket.send(JSON.stringify(request));
    expect(await socket.nextMessage()).toMatchObject({ type: 'progress', id: request.id });
    if (how === 'with') socket.send(Buffer.from([0x03, 0xe8]), { opcode: opcodes.close });
    else socket.destroy();
    await vi.waitFor(
      async () => {
        const labels = { transport: 'websocket', code: 'cancelled' };
        expect(await metric(url, 'manglecp_requests_total', labels)).toBe(cancelled + 1);
        expect(await metric(url, 'manglecp_requests_in_flight', { transport: 'websocket' })).toBe(0);
        expect(await metric(url, 'manglecp_connections', { transport: 'websocket' })).toBe(1);
      },
      { timeout: 20_000 },
    );
    const before = await work(peer, 'read_ticks');
    const after = await work(peer, 'tick', { times: 3 });
    expect(after.message.payload.result.ticks).toBe(before.message.payload.result.ticks + 3);
  });

  it('WIRE-029 may come from the server', async () => {
    const other = await open();
    const socket = await greeted(await other.listen({ host: '127.0.0.1', port: 0 }));
    const closed = other.close();
    const { opcode, payload } = await socket.next();
    expect(opcode).toBe(opcodes.close);
    expect(payload.readUInt16BE(0)).toBe(1001);
    socket.send(payload, { opcode: opcodes.close });
    await Promise.all([socket.ended, closed]);
  });
});

describe('keeping a connection alive', () => {
  it('WIRE-032 answers a ping with its own data', async () => {
    const socket = await greeted();
    for (const data of ['', 'are you there?', 'x'.repeat(125)]) {
      socket.send(data, { opcode: opcodes.ping });
      expect(await socket.next()).toMatchObject({ isFinal: true, opcode: opcodes.pong, payload: Buffer.from(data) });
    }
  });

  it('WIRE-032 pings an idle client, again and again while it answers', async () => {
    const other = await open();
    const socket = await greeted(await other.listen({ host: '127.0.0.1', port: 0, pingMs: 20 }));
    for (let count = 0; count < 5; count += 1) {
      const ping = await socket.next();
      expect(ping).toMatchObject({ isFinal: true, opcode: opcodes.ping });
      socket.send(ping.payload, { opcode: opcodes.pong });
    }
    socket.destroy();
    await other.close();
  });

  it('WIRE-032 ends a connection whose client does not answer', async () => {
    const other = await open();
    const socket = await greeted(await other.listen({ host: '127.0.0.1', port: 0, pingMs: 20 }));
    expect(await socket.next()).toMatchObject({ opcode: opcodes.ping });
    await socket.ended;
    await other.close();
  });

  it('WIRE-033 pings every 30 seconds unless told otherwise', async () => {
    const other = await open();
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      const socket = await greeted(await other.listen({ host: '127.0.0.1', port: 0 }));
      for (let count = 0; count < 2; count += 1) {
        vi.advanceTimersByTime(30_000);
        const ping = await socket.next();
        expect(ping.opcode).toBe(opcodes.ping);
        socket.send(ping.payload, { opcode: opcodes.pong });
        // The answer to a ping of our own comes after the server has seen the pong.
        socket.send('seen', { opcode: opcodes.ping });
        expect((await socket.next()).opcode).toBe(opcodes.pong);
      }
      socket.destroy();
    } finally {
      vi.useRealTimers();
      await other.close();
    }
  });
});
