import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { frameOf, opcodes, upgradeText } from '../harness/raw-websocket.js';
import { underAttack } from './attack.js';

/** Opens a socket, sends a text and reads what comes; resolves when it is connected, or could not be. */
async function open(
  url: string,
  text: string,
  localAddress?: string,
): Promise<{ readonly socket: Socket; readonly received: () => string }> {
  const { hostname, port } = new URL(url);
  const from = localAddress === undefined ? {} : { localAddress };
  const socket = connect({ host: hostname, port: Number(port), ...from });
  let received = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (received += received.length < 2000 ? chunk.toString('latin1') : ''));
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve());
    socket.once('close', () => resolve());
  });
  socket.write(text);
  return { socket, received: () => received };
}

function postHead(url: string, length: number): string {
  const { host } = new URL(url);
  const lines = ['POST /manglecp/evaluate HTTP/1.1', `Host: ${host}`, 'Content-Type: application/json'];
  return `${lines.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n`;
}

/** Opens many connections and keeps them for a while; resolves with how many are WebSockets and open at the end. */
async function holdMany(url: string, count: number, text: string, ms: number): Promise<number> {
  const opened = await Promise.all(Array.from({ length: count }, () => open(url, text)));
  await delay(ms);
  const held = opened.filter(({ socket, received }) => received().startsWith('HTTP/1.1 101') && !socket.destroyed);
  for (const { socket } of opened) socket.destroy();
  return held.length;
}

const sha256 = '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8';
const closed = { auth: { required: true, tokens: [{ sha256, identity: 'ops' }] } };

underAttack('connections without credentials', { config: closed, token: 'password' }, (attack) => {
  attack('1,000 WebSockets that never log in', async ({ url }) => {
    expect(await holdMany(url, 1000, upgradeText(url), 15_000)).toBe(0);
  });
});

underAttack('connections that look busy', { config: closed, token: 'password' }, (attack) => {
  attack('1,000 of two addresses that ask all the time, beside WebSockets with credentials', async ({ url }) => {
    const ask = `GET /healthz HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`;
    const opened = await Promise.all(
      Array.from({ length: 1000 }, (_, at) => open(url, ask, `127.0.0.${2 + (at % 2)}`)),
    );
    const upgrade = upgradeText(url, 'password');
    for (let round = 0; round < 10; round += 1) {
      for (const { socket } of opened) if (!socket.destroyed) socket.write(ask);
      await delay(700);
      const { socket, received } = await open(url, upgrade, '127.0.0.50');
      const patience = AbortSignal.timeout(10_000);
      while (received() === '' && !socket.destroyed && !patience.aborted) await delay(50);
      expect(received(), socket.destroyed ? 'it was cut off' : 'there was no answer').toMatch(/^HTTP\/1.1 101/);
      socket.destroy();
    }
    for (const { socket } of opened) socket.destroy();
  });
});

underAttack('connections that do nothing', {}, (attack) => {
  attack('1,000 anonymous WebSockets', async ({ url }) => {
    expect(await holdMany(url, 1000, upgradeText(url), 8_000)).toBeLessThanOrEqual(300);
  });

  attack('2,000 connections that say nothing', ({ url }) => holdMany(url, 2000, '', 8_000).then(() => undefined));

  attack('1,000 requests whose body never comes', ({ url }) =>
    holdMany(url, 1000, postHead(url, 1000), 8_000).then(() => undefined),
  );
});

underAttack('bodies that stall', {}, (attack) => {
  attack('33 bodies of 16 MiB without their last byte', async ({ url }) => {
    const size = 16 * 1024 * 1024;
    const opened = await Promise.all(Array.from({ length: 33 }, () => open(url, postHead(url, size))));
    const block = Buffer.alloc(size - 1, 0x20);
    for (const { socket } of opened) socket.write(block);
    await delay(12_000);
    for (const { socket } of opened) socket.destroy();
  });
});

underAttack('messages in tiny fragments', {}, (attack) => {
  attack('16,000 fragments of a byte on each of 480 WebSockets of two addresses', async ({ url }) => {
    const fragment = (opcode: number): Buffer => frameOf(Buffer.from('x'), { opcode, isFinal: false });
    const rest = Array.from({ length: 16_000 }, () => fragment(opcodes.continuation));
    const flood = Buffer.concat([fragment(opcodes.text), ...rest]);
    const opened = await Promise.all(
      Array.from({ length: 480 }, (_, at) => open(url, upgradeText(url), `127.0.0.${2 + (at % 2)}`)),
    );
    await delay(2_000);
    for (const { socket } of opened) socket.write(flood);
    await delay(8_000);
    for (const { socket } of opened) socket.destroy();
  });
});

underAttack('a WebSocket that pings and never reads', {}, (attack) => {
  attack('pings for 20 seconds on one connection after the other', async ({ url }) => {
    const ping = frameOf(Buffer.alloc(125), { opcode: opcodes.ping });
    const pings = Buffer.concat(Array.from({ length: 500 }, () => ping));
    const end = performance.now() + 20_000;
    let sent = 0;
    while (performance.now() < end && sent < 2_000_000_000) {
      const { socket } = await open(url, upgradeText(url));
      await delay(20);
      socket.pause();
      while (performance.now() < end && !socket.destroyed) {
        sent += pings.length;
        if (!socket.write(pings))
          await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), delay(500)]);
        else await delay(0);
      }
      socket.destroy();
    }
  });

  attack('pings at a rate that is allowed, for 20 seconds on 50 connections', async ({ url }) => {
    const opened = await Promise.all(Array.from({ length: 50 }, () => open(url, upgradeText(url))));
    await delay(500);
    for (const { socket } of opened) socket.pause();
    const ping = frameOf(Buffer.alloc(125), { opcode: opcodes.ping });
    const pings = Buffer.concat(Array.from({ length: 45 }, () => ping));
    for (let round = 0; round < 40; round += 1) {
      for (const { socket } of opened) if (!socket.destroyed) socket.write(pings);
      await delay(500);
    }
    for (const { socket } of opened) socket.destroy();
  });
});
