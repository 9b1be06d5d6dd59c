import { ProtocolError, readEnvelope } from '@manglecp/protocol';
import { ownerOf } from '../bounds/owner.js';
import type { Room } from '../bounds/room.js';
import { Busy } from '../bounds/work.js';
import { anonymous } from '../security/principal.js';
import { readText } from './check-message.js';
import type { Exchange } from './exchange.js';
import { memoryOf } from './message-memory.js';

/** So much of each connection is not counted: small messages are taken however much others hold. */
const uncountedBytes = 64 * 1024;
const retryMs = 1_000;

/**
 * After step 5: the parsed form of a message may take a hundred times its bytes, so all that are under way share one room.
 * Where there is none left, a message waits as bytes and is read again. A `cancel` waits for nobody.
 */
export function takeRoom(exchange: Exchange): void | Promise<void> {
  if (exchange.get('type') === 'cancel') return undefined;
  const { session, bytes: text } = exchange;
  const bytes = memoryOf(text.length, exchange.get('values'));
  if (session.uncounted + bytes <= uncountedBytes) {
    session.uncounted += bytes;
    exchange.giveBack = () => void (session.uncounted -= bytes);
    return undefined;
  }
  const claim = {
    client: JSON.stringify(ownerOf(session.principal ?? anonymous, session.connection)),
    bytes,
    timeoutMs: exchange.live.pack.config.limits.max_compute_ms,
    signal: exchange.abort.signal,
  };
  exchange.giveBack = session.services.room.tryTake(claim);
  return exchange.giveBack === undefined ? awaitRoom(exchange, claim) : undefined;
}

async function awaitRoom(exchange: Exchange, claim: Parameters<Room['take']>[0]): Promise<void> {
  exchange.forgetText();
  try {
    exchange.giveBack = await exchange.session.services.room.take(claim);
  } catch (error) {
    if (!(error instanceof Busy)) throw new ProtocolError('cancelled', 'the request was cancelled before its turn');
    throw new ProtocolError('server_not_ready', `the server is busy: ${error.message}`, { retryAfterMs: retryMs });
  }
  await readText(exchange);
  exchange.set('envelope', readEnvelope(exchange.get('json')));
}
