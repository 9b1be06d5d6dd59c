import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { Queue } from './queue.js';

/** Opcodes of RFC 6455 §5.2. */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** A frame as it was on the wire. */
export interface Frame {
  readonly isFinal: boolean;
  /** The three reserved bits; not zero where an extension is in use. */
  readonly reserved: number;
  readonly opcode: number;
  readonly isMasked: boolean;
  readonly payload: Buffer;
}

export interface FrameOptions {
  readonly opcode?: number;
  readonly isFinal?: boolean;
  readonly isMasked?: boolean;
}

/** A WebSocket client that shows every frame, answers no ping by itself, and sends whatever it is told to. */
export interface RawWebSocket {
  /** The head of the answer to the handshake. */
  readonly head: string;
  /** The next frame; rejects after the end of the connection. */
  next(): Promise<Frame>;
  /** The next frame that holds a message, as JSON; frames before it are skipped. */
  nextMessage(): Promise<{ readonly type: string; readonly id: string | null; readonly payload: never }>;
  send(payload: string | Uint8Array, options?: FrameOptions): void;
  /** Bytes that are no frame, or only a part of one. */
  write(bytes: Uint8Array): void;
  /** Resolves when the server has ended the connection. */
  readonly ended: Promise<void>;
  /** Ends the connection without a word. */
  destroy(): void;
}

const handshakeGuid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Connects to `http://host:port` and shakes hands at the path. */
export async function openRawWebSocket(url: string, path = '/manglecp/ws'): Promise<RawWebSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const frames = new Queue<Frame>('frame');
  const key = randomBytes(16).toString('base64');
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  const opened = readHead(socket, (bytes) => readFrames(socket, bytes, frames));
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Key: ${key}`,
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Extensions: permessage-deflate',
      '\r\n',
    ].join('\r\n'),
  );
  const head = await opened;
  const accept = createHash('sha1')
    .update(key + handshakeGuid)
    .digest('base64');
  if (!head.includes(accept)) throw new Error(`the handshake was refused: ${head}`);
  return {
    head,
    next: () => frames.next(),
    nextMessage: async () => {
      for (;;) {
        const { opcode, payload } = await frames.next();
        if (opcode === opcodes.text) return JSON.parse(payload.toString()) as never;
      }
    },
    send: (payload, options) => void socket.write(frameOf(Buffer.from(payload), options)),
    write: (bytes) => void socket.write(bytes),
    ended,
    destroy: () => void socket.destroy(),
  };
}

/** The first lines of the answer; what follows them goes to `onRest`. */
function readHead(socket: Socket, onRest: (rest: Buffer) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const take = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      socket.off('data', take);
      onRest(received.subarray(end + 4));
      resolve(received.subarray(0, end).toString());
    };
    socket.on('data', take);
    socket.once('close', () => reject(new Error('the connection was closed before the handshake')));
  });
}

function readFrames(socket: Socket, rest: Buffer, frames: Queue<Frame>): void {
  let chunks = [rest];
  let size = rest.length;
  let needed = 0;
  const take = (): void => {
    if (size < needed) return;
    let buffer = Buffer.concat(chunks);
    for (let parsed = parseFrame(buffer); 'frame' in parsed; parsed = parseFrame(buffer)) {
      frames.put(parsed.frame);
      buffer = buffer.subarray(parsed.size);
    }
    const unfinished = parseFrame(buffer);
    needed = 'needed' in unfinished ? unfinished.needed : 0;
    chunks = [buffer];
    size = buffer.length;
  };
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    take();
  });
  socket.once('close', () => frames.end());
  take();
}

type Parsed = { readonly frame: Frame; readonly size: number } | { readonly needed: number };

function parseFrame(bytes: Buffer): Parsed {
  if (bytes.length < 2) return { needed: 2 };
  const [first = 0, second = 0] = bytes;
  const isMasked = second >= 0x80;
  const short = second & 0x7f;
  const lengthSize = short === 127 ? 8 : short === 126 ? 2 : 0;
  const start = 2 + lengthSize + (isMasked ? 4 : 0);
  if (bytes.length < start) return { needed: start };
  const length = lengthSize === 8 ? Number(bytes.readBigUInt64BE(2)) : lengthSize === 2 ? bytes.readUInt16BE(2) : short;
  if (bytes.length < start + length) return { needed: start + length };
  return {
    size: start + length,
    frame: {
      isFinal: first >= 0x80,
      reserved: (first >> 4) & 0b111,
      opcode: first & 0x0f,
      isMasked,
      payload: Buffer.from(bytes.subarray(start, start + length)),
    },
  };
}

/** The bytes of a frame; masked, as clients must. */
export function frameOf(payload: Buffer, options: FrameOptions = {}): Buffer {
  const { opcode = opcodes.text, isFinal = true, isMasked = true } = options;
  const head = frameHead(payload.length, { opcode, isFinal, isMasked });
  if (!isMasked) return Buffer.concat([head, payload]);
  const mask = randomBytes(4);
  const masked = Buffer.allocUnsafe(payload.length);
  for (let at = 0; at < payload.length; at += 1) masked[at] = (payload[at] ?? 0) ^ (mask[at & 3] ?? 0);
  return Buffer.concat([head, mask, masked]);
}

/** A head alone, to claim a length without sending that much. */
export function frameHead(
  length: number,
  { opcode = opcodes.text, isFinal = true, isMasked = true }: FrameOptions = {},
): Buffer {
  const first = (isFinal ? 0x80 : 0) | opcode;
  const mark = isMasked ? 0x80 : 0;
  if (length < 126) return Buffer.from([first, mark | length]);
  if (length < 2 ** 16) return Buffer.from([first, mark | 126, length >> 8, length & 0xff]);
  const long = Buffer.alloc(10);
  long[0] = first;
  long[1] = mark | 127;
  long.writeBigUInt64BE(BigInt(length), 2);
  return long;
}

/** The request that opens a WebSocket, as it is sent. */
export function upgradeText(url: string, token?: string): string {
  const lines = [
    'GET /manglecp/ws HTTP/1.1',
    `Host: ${new URL(url).host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}
