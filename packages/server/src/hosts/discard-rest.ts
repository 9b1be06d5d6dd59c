import type { IncomingMessage, ServerResponse } from 'node:http';
import { ChunkMeter } from './chunk-meter.js';

/**
 * Throws away what still comes of a request's body once it is answered, so that the client gets to read the answer and the
 * connection stays usable, but not without end. Beyond `maxBytes` the connection is cut off.
 */
export function discardRest(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  // Before Node does the same: what it throws away nobody can count.
  response.prependOnceListener('finish', () => {
    if (!request.complete && !request.destroyed) discard(request, maxBytes);
  });
}

function discard(request: IncomingMessage, maxBytes: number): void {
  const meter = new ChunkMeter();
  request.on('data', (chunk: Uint8Array) => {
    meter.add(chunk);
    if (meter.size > maxBytes || meter.isFlood) request.socket.destroy();
  });
  // From here on Node takes it for a request whose body is read.
  request.read();
}
