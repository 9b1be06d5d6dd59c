import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes and waits while the stream is full, so that a slow reader bounds our memory. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (text === '' || stream.destroyed) return;
  if (!stream.write(text)) await once(stream, 'drain');
}

/** A reader that stops early, such as `head`, ends the process quietly; a full disk ends it with a message. */
export function endOnWriteError(stream: Writable): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    if (stream !== process.stderr) process.stderr.write(`error: cannot write the output: ${error.message}\n`);
    process.exit(2);
  });
}
