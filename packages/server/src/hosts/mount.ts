import type { Face } from '../session/connection.js';
import type { Domain } from '../session/domain.js';
import type { Services } from '../session/services.js';

/** A domain at its place on a listener. */
export interface Mount {
  readonly domain: Domain;
  readonly services: Services;
  readonly face: Face;
  /** `/manglecp`, or `/manglecp/{domain.id}` where several domains are served. */
  readonly base: string;
}

/** How large messages may be; a reload may change it while connections are open. */
export function maxMessageBytes({ domain }: Mount): number {
  return domain.live.pack.config.limits.max_message_bytes;
}

/** A message larger than the limit is answered and thrown away; one larger than this many limits ends the connection (C-43). */
export const ceilingFactor = 4;
