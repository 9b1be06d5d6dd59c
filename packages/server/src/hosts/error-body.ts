import { encodeMessage, makeMessage, type ProtocolError } from '@manglecp/protocol';

/** An error that belongs to no message, as a message. */
export function errorBody(error: ProtocolError): string {
  return encodeMessage(makeMessage('error', null, error.toPayload()));
}
