import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** When the answer to the latest request of a connection is out. */
const answered = new WeakMap<Socket, Promise<void>>();

/**
 * Resolves when everything that came on this connection before is answered. Clients may send requests without waiting,
 * but answers go out in the same order, so those of a client that does not read them would pile up.
 */
export async function awaitTurn(socket: Socket, response: ServerResponse): Promise<void> {
  const before = answered.get(socket);
  answered.set(socket, new Promise((resolve) => response.once('close', () => resolve())));
  await before;
}
