import type { FastifyRequest } from 'fastify';
import type { Observer } from '../observe/observer.js';
import type { Gate } from './gate.js';
import type { InboundBudget } from './inbound-budget.js';
import type { Mount } from './mount.js';

/** What all routes of a listener share. */
export interface HttpContext {
  readonly mounts: readonly Mount[];
  readonly gate: Gate;
  readonly inbound: InboundBudget;
  readonly observer: Observer;
  readonly isBehindProxy: boolean;
}

/** Where a request came from: the peer, or what a trusted proxy says. */
export function addressOf(request: FastifyRequest): string {
  // A socket that is closed already has no peer, whatever the type says.
  const address: string | undefined = request.ip;
  return address ?? 'unknown';
}
