import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorSpec, type ProtocolError } from '@manglecp/protocol';
import { errorBody } from './error-body.js';

/** How long a client may take to read its last answer and go. */
const lingerMs = 1_000;

/**
 * Answers on a bare socket, without the machinery of HTTP, and ends it. What still comes is thrown away, because a reset
 * could overtake the answer; a client that does not go is cut off, so that it cannot hold the socket, nor the server
 * that is closing.
 */
export function sendLastAnswer(socket: Duplex, error: ProtocolError): void {
  const { http } = errorSpec(error.code);
  const body = errorBody(error);
  const head = [
    `HTTP/1.1 ${http} ${STATUS_CODES[http] ?? error.code}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  const cutOff = setTimeout(() => socket.destroy(), lingerMs);
  cutOff.unref();
  socket.once('close', () => clearTimeout(cutOff));
}
