import { checkType, checkVersion, envelopeId, readEnvelope } from '@manglecp/protocol';
import { parseMessage, parseMessageInSlices, ProtocolError } from '@manglecp/protocol';
import { ownerOf } from '../bounds/owner.js';
import { anonymous } from '../security/principal.js';
import type { Exchange } from './exchange.js';
import { inSlices } from './in-slices.js';
import { valuesThatFit } from './message-memory.js';

/** Step 1. Transports stop reading earlier; this is the one place that decides. */
export function checkSize({ bytes, live }: Exchange): void {
  const limit = live.pack.config.limits.max_message_bytes;
  if (bytes.length > limit) throw messageTooLarge(limit);
}

export function messageTooLarge(limit: number): ProtocolError {
  return new ProtocolError('message_too_large', `expected at most ${limit} bytes`, { details: { limit } });
}

/** A message of so many bytes is read in one go. */
const quickBytes = 64 * 1024;

/**
 * A message may hold so many values for each fact that is allowed. Sixteen mebibytes can be eight million of them, which take
 * a hundred times the memory of the message.
 */
const valuesPerFact = 50;
/** No matter how few facts are allowed. */
const leastValues = 500_000;

/** Step 2: strict UTF-8 and JSON. Others get their turn while a large message is read. */
export function readText(exchange: Exchange): void | Promise<void> {
  const { bytes, live, session } = exchange;
  const onCount = (values: number): void => exchange.set('values', values);
  if (bytes.length <= quickBytes) {
    const owner = ownerOf(session.principal ?? anonymous, session.connection);
    return session.services.reading.do(owner, () => {
      if (session.isClosed()) throw new ProtocolError('cancelled', 'the client is gone');
      exchange.set('json', parseMessage(bytes, { onCount }));
    });
  }
  const allowed = valuesPerFact * live.pack.config.limits.max_facts_per_request;
  const maxValues = Math.max(leastValues, Math.min(allowed, valuesThatFit(session.services.room)));
  const reading = inSlices(parseMessageInSlices(bytes, { maxValues, onCount }), () => !session.isClosed());
  return reading.then((json) => exchange.set('json', json));
}

/** Step 3. From here on an answer carries the message's id. */
export function readHead(exchange: Exchange): void {
  const json = exchange.get('json');
  exchange.id = envelopeId(json);
  const envelope = readEnvelope(json);
  exchange.observation.set({ id: envelope.id });
  exchange.set('envelope', envelope);
  if (envelope.id !== null && envelope.type !== 'cancel') exchange.session.enlist(envelope.id, exchange);
}

/** Step 4. */
export function checkSpokenVersion(exchange: Exchange): void {
  checkVersion(exchange.get('envelope'));
}

/** Step 5: a known type, in the right direction, at the right endpoint. */
export function checkMessageType(exchange: Exchange): void {
  const type = checkType(exchange.get('envelope'), exchange.session.connection.accepts);
  exchange.observation.set({ type });
  exchange.set('type', type);
}
