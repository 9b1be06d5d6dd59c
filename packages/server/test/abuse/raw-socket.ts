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
  /** What came, joined when it is looked at: joining at each chunk would take very long. */
  #chunks: Buffer[] = [];
  #size = 0;
  #isEnded = false;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#size += chunk.length;
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

  /** Resolves when the server has ended its side, with what came before that. */
  async ended(): Promise<Buffer> {
    while (!this.#isEnded) await this.#more();
    return this.#joined();
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
    while (this.#size < count && !this.#isEnded) await this.#more();
    return this.#size < count ? undefined : this.#cut(count);
  }

  /** What comes before a text, which is taken, too; undefined if the connection ends before. */
  async takeUntil(text: string): Promise<string | undefined> {
    while (!this.#joined().includes(text) && !this.#isEnded) await this.#more();
    const at = this.#joined().indexOf(text);
    return at === -1
      ? undefined
      : this.#cut(at + text.length)
          .subarray(0, at)
          .toString();
  }

  #joined(): Buffer {
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  #cut(count: number): Buffer {
    const all = this.#joined();
    this.#chunks = [all.subarray(count)];
    this.#size = all.length - count;
    return all.subarray(0, count);
  }

  #more(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}
