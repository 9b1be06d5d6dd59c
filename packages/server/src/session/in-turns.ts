import { ProtocolError } from '@manglecp/protocol';
import { ownerOf } from '../bounds/owner.js';
import { Busy } from '../bounds/work.js';
import type { Exchange } from './exchange.js';

/** How long a client should wait before it asks a busy server again. */
const busyRetryMs = 1_000;

/** When an evaluation is over, and what it asks before it goes on. */
export interface Pace {
  readonly deadline: number;
  readonly turn: () => Promise<void>;
}

/**
 * Runs an evaluation in turns with all others of the server, from now on for no longer than `timeoutMs`, waiting included.
 * Throws `server_not_ready` if there is too much to do.
 */
export async function inTurns<T>(exchange: Exchange, deadline: number, work: (pace: Pace) => Promise<T>): Promise<T> {
  const { services, connection } = exchange.session;
  const { signal } = exchange.abort;
  try {
    const owner = ownerOf(exchange.get('principal'), connection);
    const turn = services.turns.begin({ owner, bytes: exchange.bytes.length, deadline, signal });
    try {
      await turn.next();
      return await work({ deadline, turn: () => turn.next() });
    } finally {
      turn.end();
    }
  } catch (error) {
    if (!(error instanceof Busy)) throw signal.aborted ? cancelled(error) : error;
    throw new ProtocolError('server_not_ready', `the server is busy: ${error.message}`, { retryAfterMs: busyRetryMs });
  }
}

function cancelled(error: unknown): unknown {
  return error instanceof ProtocolError ? error : new ProtocolError('cancelled', 'the request was cancelled');
}
