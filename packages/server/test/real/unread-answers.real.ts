import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { invokeText } from '../abuse/siege.js';
import { invokeRequest } from '../harness/messages.js';
import { frameOf } from '../harness/raw-websocket.js';
import { workRequest } from '../harness/tools.js';
import { type Target, underAttack } from './attack.js';

/** A result is allowed 4 MiB. */
const bytes = 4_000_000;

/** Sends something on a connection of its own, and reads so many bytes of what comes, but no more. */
async function openUnread(url: string, text: string | Uint8Array, readBytes = 0): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve());
    socket.once('close', () => resolve());
  });
  socket.write(text);
  let read = 0;
  while (read < readBytes && !socket.destroyed) {
    const chunk = socket.read() as Buffer | null;
    read += chunk?.length ?? 0;
    if (chunk === null) await delay(10);
  }
  return socket;
}

async function issue({ post }: Target, tool: string): Promise<string> {
  const { payload } = JSON.parse((await post(workRequest())).text) as {
    payload: { macro_tools: { name: string; macro_id: string }[] };
  };
  return payload.macro_tools.find(({ name }) => name === tool)?.macro_id ?? '';
}

/** How many the server has cut off; looking does not read. */
async function countCut(sockets: readonly Socket[]): Promise<number> {
  // Whoever writes to a connection that is gone is told so.
  for (const socket of sockets) if (!socket.destroyed) socket.write('\r\n');
  await delay(500);
  return sockets.filter(({ destroyed }) => destroyed).length;
}

const upgrade = [
  'GET /manglecp/ws HTTP/1.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
];

underAttack('answers that nobody reads', { pack: 'workshop', address: '127.0.0.2' }, (attack) => {
  attack('20 WebSockets with 50 answers of 4 MB each', async (target) => {
    const { url } = target;
    const macroId = await issue(target, 'blob');
    const head = `${[...upgrade, `Host: ${new URL(url).host}`].join('\r\n')}\r\n\r\n`;
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openUnread(url, head, 1)));
    for (const socket of sockets) {
      const frames = Array.from({ length: 50 }, () =>
        frameOf(Buffer.from(JSON.stringify(invokeRequest(macroId, { bytes })))),
      );
      socket.write(Buffer.concat(frames));
    }
    while ((await countCut(sockets)) < 10) await delay(500);
    for (const socket of sockets) socket.destroy();
  });

  attack('an answer of 4 MB that waits for longer than 30 seconds, beside one that is read slowly', async (target) => {
    const { url } = target;
    const text = invokeText(url, await issue(target, 'blob'), { bytes });
    const unread = await openUnread(url, text);
    const slow = await openUnread(url, text);
    let received = 0;
    const isCut = async (): Promise<boolean> => (await countCut([unread])) === 1;
    while (!(await isCut())) received += (slow.read(20_000) as Buffer | null)?.length ?? 0;
    expect(slow.destroyed).toBe(false);
    slow.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
    while (received < bytes && !slow.destroyed) await delay(50);
    expect(received).toBeGreaterThan(bytes);
    slow.destroy();
  });
});
