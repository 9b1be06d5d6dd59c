import { type Json, type JsonObject, ProtocolError, readPayload, readTime, TimeError } from '@manglecp/protocol';
import type { Exchange } from './exchange.js';

/** Step 9: the payload has the shape of its type. */
export function readTypedPayload(exchange: Exchange): void {
  const { payload } = exchange.get('envelope');
  switch (exchange.get('type')) {
    case 'intent_request': {
      const intent = readPayload('intent_request', payload);
      exchange.set('intent', intent);
      return setEvalTime(exchange, payload);
    }
    case 'invoke_request': {
      exchange.set('invoke', readPayload('invoke_request', payload));
      return setEvalTime(exchange, payload);
    }
    case 'authenticate':
      exchange.set('login', readPayload('authenticate', payload));
      return;
    case 'cancel':
      exchange.set('cancel', readPayload('cancel', payload));
      return;
    default:
      throw new Error('a type without a payload reader was admitted');
  }
}

/** The client's evaluation time, or the server's clock (Spec 03 §4.4). */
function setEvalTime(exchange: Exchange, payload: JsonObject): void {
  const now = BigInt(exchange.receivedAtMs) * 1_000_000n;
  const given: Json | undefined = payload['eval_time'];
  try {
    const isGiven = given !== undefined && given !== null;
    exchange.set('evalTime', isGiven ? readTime(given, { now, formats: exchange.live.profile.timeFormats }) : now);
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    const message = `\`eval_time\` is no time: ${error.message}`;
    throw new ProtocolError('malformed_message', message, {
      details: { schema_errors: [{ path: '/eval_time', keyword: 'format', message: error.message }] },
    });
  }
}
