import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes and waits while the stream is full, so that a slow reader bounds our memory. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (text === '' || stream.destroyed) return;
  if (!stream.write(text)) await once(stream, 'drain');
}

/** A reader that stops early, such as `head`, ends the process quietly. */
export function endQuietlyOnClosedPipe(stream: Writable): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}
