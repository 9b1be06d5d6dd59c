import { checkType, checkVersion, envelopeId, parseMessage, ProtocolError, readEnvelope } from '@manglecp/protocol';
import type { Exchange } from './exchange.js';

/** Step 1. Transports stop reading earlier; this is the one place that decides. */
export function checkSize({ bytes, live }: Exchange): void {
  const limit = live.pack.config.limits.max_message_bytes;
  if (bytes.length > limit) throw messageTooLarge(limit);
}

export function messageTooLarge(limit: number): ProtocolError {
  return new ProtocolError('message_too_large', `expected at most ${limit} bytes`, { details: { limit } });
}

/** Step 2: strict UTF-8 and JSON. */
export function readText(exchange: Exchange): void {
  exchange.set('json', parseMessage(exchange.bytes));
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
