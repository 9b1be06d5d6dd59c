import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A socket to a server, for bytes that no client library would send. */
export class RawSocket {
  readonly socket: Socket;
  #received = Buffer.alloc(0);
  #isEnded = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    // The end is seen by those who read; a reset is an end, too.
    socket.on('error', () => undefined);
    for (const event of ['end', 'close']) {
      socket.on(event, () => {
        this.#isEnded = true;
        this.#wake();
      });
    }
  }

  static async open(url: string): Promise<RawSocket> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
    const raw = new RawSocket(socket);
    await once(socket, 'connect');
    return raw;
  }

  write(...parts: readonly (string | Uint8Array)[]): void {
    this.socket.write(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));
  }

  /** Says that nothing more will come; what comes back is still read. */
  finish(): void {
    this.socket.end();
  }

  /** Breaks the connection off without a goodbye. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** What came and was not taken yet. */
  get received(): Buffer {
    return this.#received;
  }

  /** Resolves when the server has ended its side, with what came before that. */
  async ended(): Promise<Buffer> {
    while (!this.#isEnded) await this.#more();
    return this.#received;
  }

  /** The next response; undefined if the connection ends without one. */
  async response(): Promise<RawResponse | undefined> {
    const head = await this.takeUntil('\r\n\r\n');
    if (head === undefined) return undefined;
    const [line = '', ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(
      lines.map((each) => [each.slice(0, each.indexOf(':')).toLowerCase(), each.slice(each.indexOf(':') + 1).trim()]),
    );
    const status = Number(line.split(' ')[1]);
    const hasBody = status >= 200 && status !== 204 && status !== 304;
    const body = hasBody ? await this.take(Number(headers['content-length'] ?? 0)) : Buffer.alloc(0);
    return { status, headers, body: body?.toString() ?? '' };
  }

  /** So many bytes; undefined if the connection ends before. */
  async take(count: number): Promise<Buffer | undefined> {
    while (this.#received.length < count && !this.#isEnded) await this.#more();
    if (this.#received.length < count) return undefined;
    const taken = this.#received.subarray(0, count);
    this.#received = this.#received.subarray(count);
    return taken;
  }

  /** What comes before a text, which is taken, too; undefined if the connection ends before. */
  async takeUntil(text: string): Promise<string | undefined> {
    while (!this.#received.includes(text) && !this.#isEnded) await this.#more();
    const at = this.#received.indexOf(text);
    if (at === -1) return undefined;
    const taken = this.#received.subarray(0, at).toString();
    this.#received = this.#received.subarray(at + text.length);
    return taken;
  }

  #more(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}
