import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { intentRequest } from '../harness/messages.js';
import { metric } from '../harness/metrics.js';
import { frameHead, frameOf, opcodes } from '../harness/raw-websocket.js';
import { until } from '../harness/until.js';
import { workRequest } from '../harness/tools.js';
import type { RawResponse, RawSocket } from './raw-socket.js';
import { invokeText, postText, siege, type Siege } from './siege.js';

const body = JSON.stringify(intentRequest());

/** Trickles a text until the server has had enough; resolves with what it says. */
async function trickle({ open, askGood }: Siege, text: string): Promise<string> {
  const socket = await open();
  const timer = setInterval(() => socket.write('a'), 20);
  socket.write(text);
  try {
    // Others do not notice.
    expect(await askGood()).toContain('intent_response');
    return (await socket.ended()).toString();
  } finally {
    clearInterval(timer);
  }
}

siege('a server whose clients are slow', { listen: { requestTimeoutMs: 200, pingMs: 50 } }, (attack) => {
  attack('ends a request whose body does not come to its end', async (siege) => {
    const answer = await trickle(siege, postText(siege.url, '{', { length: 1_000_000 }));
    expect(answer).toContain('"reason":"request_timeout"');
  });

  attack('ends a request whose head does not come to its end', async (siege) => {
    const answer = await trickle(siege, `POST /manglecp/evaluate HTTP/1.1\r\nHost: ${new URL(siege.url).host}\r\nX: `);
    expect(answer).toContain('"reason":"request_timeout"');
  });

  attack('ends a request in chunks that never end', async (siege) => {
    const head = postText(siege.url, '1\r\n{\r\n', { length: null, headers: ['Transfer-Encoding: chunked'] });
    const socket = await siege.open();
    socket.write(head);
    expect((await socket.ended()).toString()).toContain('"reason":"request_timeout"');
  });

  attack('cuts a client off that was refused and does not go', async ({ open, url }) => {
    const socket = await open();
    socket.write(
      `GET /nowhere HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    expect((await socket.response())?.status).toBe(404);
    // It keeps its side open; what it sends then meets nobody.
    await until(() => {
      socket.write('x');
      return socket.socket.destroyed;
    });
  });

  attack('cuts a WebSocket off that stops within a frame', async ({ openWebSocket, askGood, url }) => {
    const socket = await openWebSocket();
    socket.write(frameHead(1000));
    socket.write(Buffer.alloc(100));
    expect(await askGood()).toContain('intent_response');
    await socket.ended;
    await until(async () => (await metric(url, 'manglecp_connections', { transport: 'websocket' })) === 0);
  });

  attack('cuts a WebSocket off that answers pings and never ends its message', async ({ openWebSocket }) => {
    const socket = await openWebSocket();
    socket.send('{', { isFinal: false });
    const answer = async (): Promise<void> => {
      for (;;) {
        const { opcode, payload } = await socket.next();
        if (opcode === opcodes.ping) socket.send(payload, { opcode: opcodes.pong });
      }
    };
    await expect(answer()).rejects.toThrow();
    await socket.ended;
  });

  attack('keeps a WebSocket that is idle and answers pings', async ({ openWebSocket }) => {
    const socket = await openWebSocket();
    for (let count = 0; count < 8; count += 1) {
      const { payload } = await socket.next();
      socket.send(payload, { opcode: opcodes.pong });
    }
    const request = intentRequest();
    socket.send(JSON.stringify(request));
    expect(await socket.nextMessage()).toMatchObject({ type: 'intent_response', id: request.id });
  });
});

siege('a server whose clients go away', { pack: 'workshop' }, (attack) => {
  const isIdle = ({ server }: Siege): boolean => server.runtimes.every(({ domain }) => domain.inFlight === 0);

  attack('still answers one that has only ended its own side', async ({ open, url, scratch, issue }) => {
    const file = path.join(scratch, 'half-closed');
    const socket = await open();
    socket.write(invokeText(url, await issue('wait'), { file }));
    await until(() => existsSync(`${file}.begun`));
    socket.finish();
    expect((await socket.response())?.status).toBe(102);
    writeFileSync(file, '');
    const response = await lastResponse(socket);
    expect(JSON.parse(response.body)).toMatchObject({ type: 'invoke_response', payload: { result: { waited: true } } });
    await socket.ended();
  });

  attack('still answers one that ends its side together with the request', async ({ open, url }) => {
    for (let count = 0; count < 20; count += 1) {
      const socket = await open();
      socket.write(postText(url, JSON.stringify(workRequest())));
      socket.finish();
      expect((await lastResponse(socket)).status).toBe(200);
      await socket.ended();
    }
  });

  for (const how of ['destroy', 'reset'] as const) {
    attack(`WIRE-067 stops the work of one that is gone (${how})`, async (siege) => {
      const { open, url, scratch, issue } = siege;
      const file = path.join(scratch, how);
      const socket = await open();
      socket.write(invokeText(url, await issue('wait'), { file }));
      await until(() => existsSync(`${file}.begun`));
      socket[how]();
      // The file never comes: only cancelling ends this.
      await until(() => isIdle(siege));
      expect(await metric(url, 'manglecp_requests_total', { code: 'internal_error' })).toBe(0);
    });
  }

  attack('survives resets in the middle of requests', async (siege) => {
    const { open, url } = siege;
    const text = postText(url, body);
    for (const part of [0, 1, 10, 60, text.length - body.length, text.length - 5, text.length]) {
      const socket = await open();
      socket.write(text.slice(0, part));
      await new Promise(setImmediate);
      socket.reset();
    }
    await until(() => isIdle(siege));
    expect(await metric(url, 'manglecp_requests_total', { code: 'internal_error' })).toBe(0);
  });

  attack('survives resets in the middle of answers', async (siege) => {
    const { open, openWebSocket, url, issue } = siege;
    const macroId = await issue('blob');
    for (const size of [0, 1000, 500_000]) {
      const socket = await open();
      socket.write(invokeText(url, macroId, { bytes: 4_000_000 }));
      await socket.take(size);
      socket.reset();
      const other = await openWebSocket();
      other.send(JSON.stringify({ ...workRequest(), type: 'nonsense' }));
      other.write(frameOf(Buffer.from(JSON.stringify(workRequest()))).subarray(0, 50));
      await other.nextMessage();
      other.destroy();
    }
    await until(() => isIdle(siege));
    expect(await metric(url, 'manglecp_requests_total', { code: 'internal_error' })).toBe(0);
  });
});

/** The next response that is not an interim one. */
async function lastResponse(socket: RawSocket): Promise<RawResponse> {
  for (;;) {
    const response = await socket.response();
    if (response === undefined) throw new Error('the connection ended without an answer');
    if (response.status >= 200) return response;
  }
}
