import { request as httpRequest } from 'node:http';
import { inspectMessage } from '../harness/inspect-message.js';
import type { Message } from '../harness/peer.js';

export interface UpgradeAnswer {
  /** 101 if the upgrade was accepted. */
  readonly status: number;
  /** Why it was not. */
  readonly message?: Message;
}

/** Asks for a WebSocket with these headers over those of the handshake; `host: ''` leaves that one out. */
export function askUpgrade(url: string, headers: Readonly<Record<string, string>> = {}): Promise<UpgradeAnswer> {
  const { host, ...others } = headers;
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}/manglecp/ws`, {
      setHost: host === undefined,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
        ...others,
        ...(host === undefined || host === '' ? {} : { host }),
      },
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      const status = response.statusCode ?? 0;
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status, message: inspectMessage(Buffer.concat(chunks).toString(), status) }));
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve({ status: 101 });
    });
    request.on('error', reject).end();
  });
}
