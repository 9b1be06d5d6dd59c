import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

const dropped: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);

/**
 * Goes on in HTTP/1.1 where a client offers another protocol than WebSocket, as clients of HTTP/2 do with their first
 * request (RFC 9110 §7.8). Node has left the connection by then, so the request is given back to it without the offer. What
 * the client sent behind that request without waiting gets no answer: the connection ends with the one to the request.
 */
export function declineUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Uint8Array): void {
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  const own = ownBytes(request, head);
  const isLast = own.length < head.length;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (dropped.has(name.toLowerCase()) || (isLast && isConnection(name))) continue;
    lines.push(`${name}: ${isConnection(name) ? keptTokens(value) : value}`);
  }
  if (isLast) lines.push('Connection: close');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), own]));
  server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}

/** What belongs to the request itself, of the bytes that came with its head. */
function ownBytes({ headers }: IncomingMessage, head: Uint8Array): Uint8Array {
  // Where a body in chunks ends is seen by who reads it.
  if (headers['transfer-encoding'] !== undefined) return head;
  return head.subarray(0, Number(headers['content-length'] ?? 0));
}

function isConnection(name: string): boolean {
  return name.toLowerCase() === 'connection';
}

function keptTokens(value: string): string {
  const tokens = value.split(',').map((token) => token.trim());
  return tokens.filter((token) => !dropped.has(token.toLowerCase())).join(', ');
}
