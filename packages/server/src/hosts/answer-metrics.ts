import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '@manglecp/protocol';
import { credentialsNeeded } from '../security/auth-errors.js';
import { isLoopback } from '../security/is-loopback.js';
import { credentialsOf } from './credentials.js';
import type { HttpContext } from './http-context.js';

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
  if (isBehindProxy || !isLoopback(request.ip)) {
    const credentials = credentialsOf(request.headers);
    const authenticator = mounts[0]?.domain.live.authenticator;
    if (credentials === undefined || authenticator === undefined) {
      throw credentialsNeeded(authenticator?.schemes ?? []);
    }
    const principal = await authenticator.fromHeaders(credentials);
    if (principal?.privileges.includes(operatorPrivilege) !== true) {
      throw new ProtocolError('auth_insufficient', `expected the privilege \`${operatorPrivilege}\``);
    }
  }
  return reply.type(observer.metricsContentType).send(text);
}
