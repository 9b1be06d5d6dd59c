import { closeSync, constants, openSync, write } from 'node:fs';
import { Writable } from 'node:stream';

/** Time until a pipe that is full is tried again. */
const retryMs = 20;

/**
 * Where the log of a server goes. Node writes to a pipe on standard error synchronously: if its reader stops, so does the
 * whole process. Here a full pipe keeps only the log waiting. Other streams are left as they are.
 */
export function openLogStream(errors: NodeJS.WritableStream): Writable {
  return errors === process.stderr ? new DescriptorStream(2) : passTo(errors);
}

function passTo(stream: NodeJS.WritableStream): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      if (stream.write(chunk)) done();
      else stream.once('drain', () => done());
    },
  });
}

class DescriptorStream extends Writable {
  readonly #descriptor: number;
  readonly #isOwn: boolean;

  constructor(descriptor: number) {
    super();
    const own = reopen(descriptor);
    this.#isOwn = own !== undefined;
    this.#descriptor = own ?? descriptor;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    write(this.#descriptor, chunk, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => this._write(chunk, _encoding, done), retryMs).unref();
      // A reader that is gone does not come back; the server goes on without a log.
      if (error !== null || written === chunk.length) return done();
      this._write(chunk.subarray(written), _encoding, done);
    });
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#isOwn) closeSync(this.#descriptor);
    done(error);
  }
}

/**
 * The same pipe or file with a mode of its own, in which a write never blocks; changing the mode of standard error itself
 * would change it for all processes that share it. Undefined where that does not work, as for sockets: then a thread waits.
 */
function reopen(descriptor: number): number | undefined {
  try {
    const { O_WRONLY, O_APPEND, O_NONBLOCK } = constants;
    return openSync(`/proc/self/fd/${descriptor}`, O_WRONLY | O_APPEND | O_NONBLOCK);
  } catch {
    return undefined;
  }
}
