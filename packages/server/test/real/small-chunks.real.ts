import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { underAttack } from './attack.js';

/** Six bytes on the wire for one of the body. */
const smallChunk = '1\r\nx\r\n';
const wireBytes = 50_000_000;

async function open(url: string, target: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  const head = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
  socket.write([`POST ${target} HTTP/1.1`, `Host: ${host}`, ...head, '\r\n'].join('\r\n'));
  return socket;
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      socket.off('drain', go).off('close', go);
      resolve();
    };
    socket.on('drain', go).on('close', go);
  });
}

/** Sends a body in chunks of one byte, so many of them in each packet, until it is out or the server has had enough. */
async function send(url: string, target: string, chunksAtOnce: number): Promise<void> {
  const end = performance.now() + 40_000;
  const block = Buffer.from(smallChunk.repeat(chunksAtOnce));
  let socket = await open(url, target);
  for (let sent = 0; sent < wireBytes && performance.now() < end; sent += block.length) {
    if (socket.destroyed) socket = await open(url, target);
    if (!socket.write(block)) await drained(socket);
  }
  socket.destroy();
}

const secret = { sha256: '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8', identity: 'ops' };

underAttack('bodies in chunks of one byte', {}, (attack) => {
  attack('50 MB of chunks of one byte, many in a packet', ({ url }) => send(url, '/manglecp/evaluate', 10_000));
  attack('50 MB of chunks of one byte to a path that takes no body', ({ url }) => send(url, '/nowhere', 10_000));
});

underAttack(
  'such bodies without credentials',
  { config: { auth: { required: true, tokens: [secret] } }, token: 'password' },
  (attack) => {
    attack('50 MB of chunks of one byte without credentials', ({ url }) => send(url, '/manglecp/evaluate', 2_000));
  },
);
