import { type ErrorCode, ProtocolError } from '@manglecp/protocol';
import { addressKey } from '../security/address-key.js';
import { isLoopback } from '../security/is-loopback.js';
import type { Connection } from './connection.js';
import type { Live } from './domain.js';

/** What guessers and broken clients get, again and again. */
const counted: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['auth_required', 'auth_invalid', 'malformed_message']);

/**
 * What to refuse a message with: the error itself, or `rate_limited` once too many messages of its address were refused.
 * Only refusals are counted and only they are limited, so that a good credential always works, whoever else shares the
 * address. Where the settings say nothing, loopback is not limited; local processes never are.
 */
export async function limitRefusal(
  error: ProtocolError,
  live: Live,
  { transport, address }: Pick<Connection, 'transport' | 'address'>,
): Promise<ProtocolError> {
  if (!counted.has(error.code) || transport === 'stdio' || transport === 'memory') return error;
  if (live.pack.config.rate.refused_per_minute === null && isLoopback(address)) return error;
  try {
    await live.refusals.consume(`refused:${addressKey(address)}`);
    return error;
  } catch (limit) {
    return ProtocolError.from(limit);
  }
}
