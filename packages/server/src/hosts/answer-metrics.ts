import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '@manglecp/protocol';
import { credentialsNeeded } from '../security/auth-errors.js';
import { isLoopback } from '../security/is-loopback.js';
import type { Domain } from '../session/domain.js';
import { limitRefusal } from '../session/limit-refusals.js';
import { credentialsOf } from './credentials.js';
import { addressOf, type HttpContext } from './http-context.js';

/** Who holds this privilege may read the metrics from elsewhere. */
const operatorPrivilege = 'operator';

/** The metrics, for this machine and for operators. */
export async function answerMetrics(
  { mounts, observer, isBehindProxy }: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const text = await observer.metricsText();
  if (text === '') throw new ProtocolError('x-not_found', 'metrics are switched off');
  // Behind a proxy of this machine everybody looks local.
  if (isBehindProxy || !isLoopback(request.ip)) await checkOperator(mounts[0]?.domain, request);
  return reply.type(observer.metricsContentType).send(text);
}

/** Tokens are the same as those of messages, so guesses are limited like those. */
async function checkOperator(domain: Domain | undefined, request: FastifyRequest): Promise<void> {
  if (domain === undefined) throw credentialsNeeded([]);
  const { live } = domain;
  try {
    const credentials = credentialsOf(request.headers);
    if (credentials === undefined) throw credentialsNeeded(live.authenticator.schemes);
    const principal = await live.authenticator.fromHeaders(credentials);
    if (principal?.privileges.includes(operatorPrivilege) === true) return;
  } catch (error) {
    throw await limitRefusal(ProtocolError.from(error), live, { transport: 'http', address: addressOf(request) });
  }
  throw new ProtocolError('auth_insufficient', `expected the privilege \`${operatorPrivilege}\``);
}
