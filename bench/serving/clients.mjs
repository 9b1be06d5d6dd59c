// Clients that send one request after the other and measure how long each takes.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import WebSocket from 'ws';

/** @typedef {{ ask: (message: string) => Promise<any>, close: () => void }} Client */

/**
 * One connection that is kept.
 * @param {string} url
 * @returns {Client}
 */
export function httpClient(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const options = { agent, method: 'POST', headers: { 'content-type': 'application/json' } };
  const ask = (message) =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}/manglecp/evaluate`, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        response.once('end', () => resolve(JSON.parse(text))).once('error', reject);
      });
      sent.once('error', reject).end(message);
    });
  return { ask, close: () => agent.destroy() };
}

/**
 * @param {string} url
 * @returns {Promise<Client>}
 */
export async function webSocketClient(url) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/manglecp/ws`);
  // The manifest comes by itself.
  await once(socket, 'message');
  const ask = async (message) => {
    const answer = once(socket, 'message');
    socket.send(message);
    return JSON.parse(String((await answer)[0]));
  };
  return { ask, close: () => socket.terminate() };
}
