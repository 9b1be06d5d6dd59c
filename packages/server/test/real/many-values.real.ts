import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { intentRequest } from '../harness/messages.js';
import { openRawWebSocket } from '../harness/raw-websocket.js';
import { underAttack } from './attack.js';

/** A request of just under 64 KiB with as many values as it can hold. */
function junkRequest(): string {
  return JSON.stringify(intentRequest({ 'x-junk': Array.from({ length: 21_500 }, () => ({})) }));
}

underAttack('messages of many values', { address: '127.0.0.2' }, (attack) => {
  attack('100 on each of 20 WebSockets, without waiting', async ({ url }) => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openRawWebSocket(url)));
    for (const socket of sockets) for (let count = 0; count < 100; count += 1) socket.send(junkRequest());
    await delay(20_000);
    for (const socket of sockets) socket.destroy();
  });

  attack('480 bodies at once', async ({ url }) => {
    const headers = { 'content-type': 'application/json' };
    const ask = async (): Promise<number> => {
      const response = await fetch(`${url}/manglecp/evaluate`, { method: 'POST', headers, body: junkRequest() });
      await response.text();
      return response.status;
    };
    const statuses = await Promise.all(Array.from({ length: 480 }, ask));
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});
