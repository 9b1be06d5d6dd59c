import { connect } from 'node:net';
import { Queue } from './queue.js';

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** A TCP connection on which HTTP is written by hand. */
export interface RawHttp {
  /** Sends bytes as they are. */
  write(bytes: string | Uint8Array): void;
  /** Sends a request with exactly these headers beside `Host` and `Content-Length`, and resolves with its answer. */
  ask(method: string, path: string, options?: RawRequest): Promise<RawAnswer>;
  /** The next answer. */
  next(): Promise<RawAnswer>;
  /** Resolves when the server has ended the connection. */
  readonly ended: Promise<void>;
  destroy(): void;
}

export interface RawRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export async function openRawHttp(url: string): Promise<RawHttp> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const answers = new Queue<RawAnswer>('answer');
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let received = Buffer.alloc(0);
  let isHead = false;
  socket.on('error', () => undefined);
  socket.once('close', () => answers.end());
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (let parsed = parseAnswer(received, isHead); parsed !== undefined; parsed = parseAnswer(received, isHead)) {
      received = received.subarray(parsed.size);
      if (parsed.answer.status >= 200) answers.put(parsed.answer);
    }
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return {
    write: (bytes) => void socket.write(bytes),
    ask: (method, path, { headers = {}, body } = {}) => {
      isHead = method === 'HEAD';
      const bytes = body === undefined ? undefined : Buffer.from(body);
      const lines = [
        `${method} ${path} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        ...(bytes === undefined ? [] : [`Content-Length: ${bytes.length}`]),
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      if (bytes !== undefined) socket.write(bytes);
      return answers.next();
    },
    next: () => answers.next(),
    ended,
    destroy: () => void socket.destroy(),
  };
}

/** The first answer in these bytes, if it is whole. Answers have a length, or no body at all. */
function parseAnswer(bytes: Buffer, isHead: boolean): { answer: RawAnswer; size: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), valueOf(line)] as const),
  );
  const status = Number(first.split(' ')[1]);
  const hasBody = !isHead && status >= 200 && status !== 204 && status !== 304;
  const length = hasBody ? Number(headers.get('content-length') ?? 0) : 0;
  const start = end + 4;
  if (bytes.length < start + length) return undefined;
  const body = Buffer.from(bytes.subarray(start, start + length));
  return { answer: { status, headers, body }, size: start + length };
}

function valueOf(line: string): string {
  return line.slice(line.indexOf(':') + 1).trim();
}
