import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConnectionTable } from './connection-table.js';

const mebibyte = 1024 * 1024;
/** More than the kernel takes of an answer that nobody reads. */
const answer = Buffer.alloc(32 * mebibyte, 0x61);
const maxWaitingBytes = 100 * mebibyte;

describe('answers that nobody reads', () => {
  it('wait within a limit for all, which holds between two looks at the clock, too', async () => {
    const server = createServer();
    const table = new ConnectionTable(server, { max: 100, maxOfAddress: 100, maxWaitingBytes, clock: () => 0 });
    const accepted: Socket[] = [];
    server.on('connection', (socket: Socket) => accepted.push(socket.on('error', () => undefined)));
    const waiting = (): number =>
      accepted.reduce((sum, socket) => sum + (socket.destroyed ? 0 : socket.writableLength), 0);
    let most = 0;
    let answered = 0;
    const done = new Promise<void>((resolve) => {
      server.on('request', (_request, response) => {
        response.end(answer);
        table.count(answer.length);
        most = Math.max(most, waiting());
        answered += 1;
        if (answered === 12) resolve();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const clients: Socket[] = [];
    onTestFinished(() => {
      for (const client of clients) client.destroy();
      table.destroy();
      server.close();
    });
    for (let count = 0; count < 12; count += 1) {
      const client = connect({ host: '127.0.0.1', port });
      client.on('error', () => undefined).pause();
      client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      clients.push(client);
    }
    await done;
    expect(most).toBeGreaterThan(maxWaitingBytes / 2);
    expect(most).toBeLessThanOrEqual(maxWaitingBytes);
    expect(accepted.filter(({ destroyed }) => destroyed).length).toBeGreaterThanOrEqual(8);
  });
});
