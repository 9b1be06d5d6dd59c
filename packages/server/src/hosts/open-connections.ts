import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is open on a server of HTTP: its answers, and all its sockets, also those that never came to speak HTTP. */
export class OpenConnections {
  readonly #sockets = new Set<Socket>();
  readonly #responses = new Set<ServerResponse>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('request', (_: IncomingMessage, response: ServerResponse) => {
      this.#responses.add(response);
      response.once('close', () => this.#responses.delete(response));
    });
  }

  /** Resolves when the answers that have begun are out, at the latest after `graceMs`. */
  async flush(graceMs: number): Promise<void> {
    const begun = [...this.#responses].filter(({ headersSent }) => headersSent);
    let patience: NodeJS.Timeout | undefined;
    const isOver = new Promise<void>((resolve) => (patience = setTimeout(resolve, graceMs)));
    const closed = begun.map((response) => new Promise((resolve) => response.once('close', resolve)));
    await Promise.race([Promise.all(closed), isOver]);
    clearTimeout(patience);
  }

  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
