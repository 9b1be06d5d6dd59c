import type { IncomingMessage, ServerResponse } from 'node:http';

/** Time from the first probe to the second, and from then on between two of them. */
const firstWaitMs = 20;
const laterWaitMs = 500;

/**
 * Tells a client that is gone from one that only has nothing more to say: both look like the end of what it sends. Interim
 * responses (RFC 9110 §15.2) go to it then. Who still reads passes over them and gets the answer; a connection that is
 * gone is reset by the first and found broken by a later one, which closes the response. Clients of HTTP/1.0 do not know
 * such responses and count as gone.
 */
export function probeWhenEnded({ socket, httpVersion }: IncomingMessage, response: ServerResponse): void {
  let timer: NodeJS.Timeout | undefined;
  const probe = (waitMs: number): void => {
    // Inside of an answer there is no place for them, and none is needed.
    if (response.headersSent) return;
    response.writeProcessing();
    timer = setTimeout(() => probe(laterWaitMs), waitMs);
  };
  const begin = (): void => {
    if (httpVersion === '1.1') probe(firstWaitMs);
    else socket.destroy();
  };
  // Requests that come without waiting for answers listen all at once.
  socket.setMaxListeners(0);
  if (socket.readableEnded) begin();
  else socket.once('end', begin);
  response.once('close', () => {
    socket.off('end', begin);
    clearTimeout(timer);
  });
}
