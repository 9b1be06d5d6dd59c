import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

const dropped: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);

/**
 * Goes on in HTTP/1.1 where a client offers another protocol than WebSocket, as clients of HTTP/2 do with their first
 * request (RFC 9110 §7.8). Node has left the connection by then, so the request is given back to it without the offer.
 */
export function declineUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Uint8Array): void {
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!dropped.has(name.toLowerCase())) lines.push(`${name}: ${isConnection(name) ? keptTokens(value) : value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}

function isConnection(name: string): boolean {
  return name.toLowerCase() === 'connection';
}

function keptTokens(value: string): string {
  const tokens = value.split(',').map((token) => token.trim());
  return tokens.filter((token) => !dropped.has(token.toLowerCase())).join(', ');
}
