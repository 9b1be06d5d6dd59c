import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ProtocolError } from '@manglecp/protocol';
import { ByteCollector } from '../bounds/byte-collector.js';
import { maxStrangerBytes } from '../session/check-access.js';
import { messageTooLarge } from '../session/check-message.js';
import { ChunkMeter } from './chunk-meter.js';
import { type InboundAccount, overloaded } from './inbound-budget.js';
import { ceilingFactor } from './mount.js';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Opens the account that the body is counted in; it stays open for as long as the bytes are used. */
  readonly account: (giveWay: () => void) => InboundAccount;
  /** For a client without the credentials that are required here: what a body over `maxStrangerBytes` gets (C-133). */
  readonly strangersRefusal?: ProtocolError;
}

/**
 * The bytes of a request's body. A body over the limit is read to its end and thrown away, so that the connection stays
 * usable and the client gets to read the answer; only one far over the limit is cut off, as is a flood of tiny chunks.
 */
export async function readBody(stream: Readable, limits: BodyLimits): Promise<Uint8Array> {
  const { maxBytes, strangersRefusal } = limits;
  const collector = new ByteCollector(maxBytes);
  const meter = new ChunkMeter();
  let failure: ProtocolError | undefined;
  let isTooLarge = false;
  const giveUp = new AbortController();
  const account = limits.account(() => {
    failure = overloaded();
    giveUp.abort();
  });
  const take = (chunk: Uint8Array): void => {
    meter.add(chunk);
    isTooLarge ||= meter.size > maxBytes || meter.isFlood;
    if (isTooLarge) failure ??= messageTooLarge(maxBytes);
    if (meter.size > maxStrangerBytes) failure ??= strangersRefusal;
    if (meter.size > maxBytes * ceilingFactor || meter.isFlood) stream.destroy();
    if (failure === undefined) {
      collector.add(chunk);
      if (!account.hold(collector.capacity, 'receiving', meter.size)) failure = overloaded();
    }
    if (failure !== undefined) {
      collector.clear();
      account.release();
    }
  };
  try {
    await consume(stream, take, giveUp.signal);
  } catch (error) {
    account.release();
    // The stream fails only if the client goes before the end, or what comes is no body.
    failure ??= new ProtocolError('cancelled', 'the body did not come to its end', { cause: error });
  }
  if (isTooLarge) throw messageTooLarge(maxBytes);
  if (failure !== undefined) throw failure;
  account.hold(collector.capacity, 'working');
  return collector.take();
}

/** Each chunk at once, as it comes: chunks that wait for their reader would wait as objects, each far larger than a byte. */
async function consume(stream: Readable, take: (chunk: Uint8Array) => void, signal: AbortSignal): Promise<void> {
  stream.on('data', take);
  try {
    await finished(stream, { writable: false, signal });
  } finally {
    stream.off('data', take);
  }
}
