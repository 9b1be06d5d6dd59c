import type { Readable } from 'node:stream';
import { ProtocolError } from '@manglecp/protocol';
import { messageTooLarge } from '../session/check-message.js';
import type { InboundAccount } from './inbound-budget.js';
import { ceilingFactor } from './mount.js';

export interface BodyLimits {
  readonly maxBytes: number;
  readonly account: InboundAccount;
}

/**
 * The bytes of a request's body. A body over the limit is read to its end and thrown away, so that the connection stays
 * usable and the client gets to read the answer; only one far over the limit is cut off.
 */
export async function readBody(stream: Readable, { maxBytes, account }: BodyLimits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let failure: ProtocolError | undefined;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes * ceilingFactor) break;
      if (size > maxBytes) failure ??= messageTooLarge(maxBytes);
      else if (!account.add(chunk.length)) failure ??= overloaded();
      if (failure === undefined) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch (error) {
    // The stream fails only if the client goes before the end, or what comes is no body.
    throw new ProtocolError('cancelled', 'the body did not come to its end', { cause: error });
  } finally {
    account.clear();
  }
  if (size > maxBytes) throw messageTooLarge(maxBytes);
  if (failure !== undefined) throw failure;
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

function overloaded(): ProtocolError {
  return new ProtocolError('server_not_ready', 'the server is receiving too much at once', { retryAfterMs: 1_000 });
}
