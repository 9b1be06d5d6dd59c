import { setImmediate as breathe } from 'node:timers/promises';
import { expect } from 'vitest';
import { collectGarbage } from '../harness/footprint.js';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import { metric } from '../harness/metrics.js';
import { frameOf, opcodes } from '../harness/raw-websocket.js';
import { until } from '../harness/until.js';
import WebSocket from 'ws';
import { RawSocket } from './raw-socket.js';
import { manyRequests } from './requests.js';
import { postText, siege } from './siege.js';

const mebibyte = 1024 * 1024;

/** Bytes of this process that are in use, on the heap and beside it. */
function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

siege('a server that is flooded', {}, (attack) => {
  attack('WIRE-059 WIRE-060 answers 5,000 requests of a client that reads none until all are sent', async ({ url }) => {
    const requests = manyRequests(5000);
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/manglecp/ws`);
    const left = new Set(requests.map(({ id }) => id));
    let extra = 0;
    const done = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        const { id, type } = JSON.parse(data.toString()) as { id: string; type: string };
        if (type !== 'manifest' && !left.delete(id)) extra += 1;
        if (left.size === 0) resolve();
      });
    });
    await new Promise((resolve) => socket.once('open', resolve));
    socket.pause();
    for (const request of requests) socket.send(JSON.stringify(request));
    await breathe();
    socket.resume();
    await done;
    socket.close();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(extra).toBe(0);
  });

  attack('survives 1,000 connections that are opened and dropped', async ({ url, askGood }) => {
    const text = postText(url, JSON.stringify(intentRequest()));
    for (let round = 0; round < 10; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 100 }, () => RawSocket.open(url)));
      for (const [at, socket] of sockets.entries()) {
        socket.write(text.slice(0, (at * 7) % text.length));
        if (at % 2 === 0) socket.reset();
        else socket.destroy();
      }
      expect(await askGood()).toContain('intent_response');
    }
  });

  attack('survives 300 WebSockets that are opened and dropped', async ({ url, openWebSocket }) => {
    for (let round = 0; round < 3; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 100 }, () => openWebSocket()));
      for (const socket of sockets) {
        socket.send(JSON.stringify(intentRequest()));
        socket.destroy();
      }
    }
    await until(async () => (await metric(url, 'manglecp_connections', { transport: 'websocket' })) === 0);
  });

  attack('WIRE-019 keeps its memory through many messages that are too large', async ({ url, openWebSocket }) => {
    const tooLarge = Buffer.alloc(17 * mebibyte, 0x20);
    const socket = await openWebSocket();
    const before = memoryInUse();
    for (let count = 0; count < 6; count += 1) {
      socket.send(tooLarge);
      expect(await socket.nextMessage()).toMatchObject({ id: null, payload: { code: 'message_too_large' } });
      const response = await fetch(`${url}/manglecp/evaluate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: tooLarge,
      });
      expect(response.status).toBe(413);
      await response.text();
    }
    socket.destroy();
    await until(() => memoryInUse() - before < 40 * mebibyte);
  });

  attack('answers the pings of a client that sends nothing else', async ({ openWebSocket }) => {
    const socket = await openWebSocket();
    for (let count = 0; count < 2000; count += 1) socket.send(`${count}`, { opcode: opcodes.ping });
    for (let count = 0; count < 2000; count += 1) {
      expect(await socket.next()).toMatchObject({ opcode: opcodes.pong, payload: Buffer.from(`${count}`) });
    }
  });

  attack('takes a message in thousands of fragments with pings between them', async ({ openWebSocket }) => {
    const socket = await openWebSocket();
    const request = intentRequest({ facts: [{ pred: 'active_site', args: ['H'.repeat(3000)] }] });
    const bytes = Buffer.from(JSON.stringify(request));
    const frames = Array.from(bytes, (_, at) => {
      const opcode = at === 0 ? opcodes.text : opcodes.continuation;
      const piece = frameOf(bytes.subarray(at, at + 1), { opcode, isFinal: at === bytes.length - 1 });
      return at % 100 === 0 ? Buffer.concat([frameOf(Buffer.from('p'), { opcode: opcodes.ping }), piece]) : piece;
    });
    socket.write(Buffer.concat(frames));
    expect(await socket.nextMessage()).toMatchObject({ type: 'intent_response', id: request.id });
  });
});

siege('a server whose client never reads', { pack: 'workshop', listen: { pingMs: 200 } }, (attack) => {
  attack('bounds what it keeps for it, serves others, and cuts it off', async ({ url, issue, askGood, open }) => {
    const macroId = await issue('blob');
    const socket = await open();
    const host = `Host: ${new URL(url).host}\r\n`;
    socket.write(
      `GET /manglecp/ws HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n`,
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
    );
    expect((await socket.response())?.status).toBe(101);
    socket.socket.pause();
    const before = memoryInUse();
    // Half a gibibyte of answers, if nobody stops it.
    for (let count = 0; count < 500; count += 1) {
      socket.write(frameOf(Buffer.from(JSON.stringify(invokeRequest(macroId, { bytes: mebibyte })))));
    }
    let largest = 0;
    const isOpen = async (): Promise<boolean> => {
      largest = Math.max(largest, memoryInUse() - before);
      expect(await askGood()).toContain('intent_response');
      return (await metric(url, 'manglecp_connections', { transport: 'websocket' })) > 0;
    };
    await until(async () => !(await isOpen()));
    expect(largest).toBeLessThan(250 * mebibyte);
  });

  attack('bounds what it keeps for many POSTs on one socket, and answers them all in the end', async (siege) => {
    const { url, issue, askGood, open } = siege;
    const macroId = await issue('blob');
    const socket = await open();
    socket.socket.pause();
    const before = memoryInUse();
    const requests = Array.from({ length: 80 }, () => invokeRequest(macroId, { bytes: mebibyte }));
    socket.write(...requests.map((each) => postText(url, JSON.stringify(each), { path: '/manglecp/invoke' })));
    let largest = 0;
    for (let round = 0; round < 5; round += 1) {
      expect(await askGood()).toContain('intent_response');
      largest = Math.max(largest, memoryInUse() - before);
    }
    expect(largest).toBeLessThan(30 * mebibyte);
    socket.socket.resume();
    for (const { id } of requests) {
      const response = await socket.response();
      expect(response?.status).toBe(200);
      expect(response?.body.slice(0, 60)).toContain(`"id":"${id}"`);
    }
  });
});
