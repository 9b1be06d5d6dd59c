import type { FastifyRequest } from 'fastify';
import { ProtocolError } from '@manglecp/protocol';
import { credentialsNeeded } from '../security/auth-errors.js';
import { credentialsOf } from './credentials.js';
import type { Mount } from './mount.js';

/**
 * A skill that was issued to this principal (C-84). Whether others exist is nobody's business, so all that were not
 * issued look the same.
 */
export async function answerSkill({ domain, face }: Mount, request: FastifyRequest): Promise<never> {
  const { authenticator } = domain.live;
  const credentials = credentialsOf(request.headers);
  const principal = credentials === undefined ? undefined : await authenticator.fromHeaders(credentials);
  if (principal === undefined && face.isAuthRequired) {
    throw credentialsNeeded(authenticator.schemes);
  }
  throw new ProtocolError('x-not_found', 'no such skill was issued');
}
