import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { intentRequest } from '../harness/messages.js';
import { opcodes, upgradeText } from '../harness/raw-websocket.js';
import { postText, siege } from './siege.js';

const small = { http: { max_connections: 6, max_connections_per_address: 6, max_websockets_per_address: 2 } };

siege('a server with few connections', { config: small }, (attack) => {
  attack('serves others while many are open that say nothing', async ({ open, askGood, url }) => {
    for (let count = 0; count < 30; count += 1) await open();
    for (let count = 0; count < 5; count += 1) {
      expect(await askGood()).toContain('intent_response');
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }
  });

  attack('serves others while many bodies do not come', async ({ open, askGood, url }) => {
    for (let count = 0; count < 30; count += 1) (await open()).write(postText(url, '', { length: 100 }));
    for (let count = 0; count < 5; count += 1) {
      expect(await askGood()).toContain('intent_response');
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    }
  });

  attack('refuses a WebSocket too many of those who have not logged in', async ({ openWebSocket, askGood }) => {
    await openWebSocket();
    await openWebSocket();
    await expect(openWebSocket()).rejects.toThrow('503');
    expect(await askGood()).toContain('intent_response');
  });

  attack('cuts off a client with very many requests that waits for no answer', async ({ open, url, askGood }) => {
    const socket = await open();
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`.repeat(1000));
    await socket.ended();
    expect(await askGood()).toContain('intent_response');
  });

  attack('ends a connection on which more follows an offer that it declines', async ({ open, url }) => {
    const socket = await open();
    const { host } = new URL(url);
    const offer = `Host: ${host}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n`;
    const body = JSON.stringify(intentRequest());
    const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const next = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    socket.write(`POST /manglecp/evaluate HTTP/1.1\r\n${offer}${type}\r\n${body}${next}`);
    expect((await socket.response())?.status).toBe(200);
    expect(await socket.response()).toBeUndefined();
  });
});

siege('a server with its own limits', {}, (attack) => {
  attack('closes a WebSocket that pings without end', async ({ openWebSocket }) => {
    const socket = await openWebSocket();
    for (let count = 0; count < 20_000; count += 1) socket.send('', { opcode: opcodes.ping });
    for (;;) {
      const { opcode, payload } = await socket.next();
      if (opcode !== opcodes.close) continue;
      expect(payload.readUInt16BE(0)).toBe(1008);
      break;
    }
    await socket.ended;
  });

  attack('keeps no listeners of offers that it declines', async ({ open, url }) => {
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', note);
    const socket = await open();
    const head = `GET /healthz HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`;
    for (let count = 0; count < 30; count += 1) {
      socket.write(head);
      expect((await socket.response())?.status).toBe(200);
    }
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});

siege('a server whose WebSockets must log in', { config: { http: { login_timeout_s: 1 } } }, (attack) => {
  attack('keeps those of clients that need not', async ({ openWebSocket }) => {
    const socket = await openWebSocket();
    const isOver = await Promise.race([
      socket.ended.then(() => true),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1500)),
    ]);
    expect(isOver).toBe(false);
  });
});

/** Fills all six connections from another address; each has said what is given. */
async function crowd(url: string, text: string): Promise<readonly Socket[]> {
  const { hostname, port, host } = new URL(url);
  const sockets = Array.from({ length: 6 }, () =>
    connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' }),
  );
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text.replace('HOST', host));
  }
  return sockets;
}

const sha256 = '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8';
const withToken = { ...small, auth: { required: false, tokens: [{ sha256, identity: 'ops' }] } };

siege('a server that is full of connections from one address', { config: withToken }, (attack) => {
  attack('takes another address, though all of them ask again and again', async ({ open, url }) => {
    const sockets = await crowd(url, 'GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n');
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    const socket = await open();
    socket.write(upgradeText(url));
    expect((await socket.response())?.status).toBe(101);
    for (const each of sockets) each.destroy();
  });

  attack('takes a WebSocket with good credentials, though all of them are busy', async ({ open, url }) => {
    const sockets = await crowd(url, postText(url, '', { length: 100 }));
    const known = await open();
    known.write(upgradeText(url, 'password'));
    expect((await known.response())?.status).toBe(101);
    const wrong = await open();
    wrong.write(upgradeText(url, 'wrong'));
    expect((await wrong.response())?.status).toBe(401);
    for (const each of sockets) each.destroy();
  });
});
