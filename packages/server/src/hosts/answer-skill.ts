import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProtocolError } from '@manglecp/protocol';
import { fetchSkill, wholeSkill } from '../session/fetch-skill.js';
import { acceptQuality } from './accept.js';
import { credentialsOf } from './credentials.js';
import { addressOf } from './http-context.js';
import type { Mount } from './mount.js';

const json = 'application/json';

/**
 * A skill that was issued to this principal (C-84): the Skill object, or its content alone for clients that prefer its
 * media type. Nobody but the client may keep it, because it is no longer theirs when the tools are gone.
 */
export async function answerSkill(mount: Mount, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { domain, services, face } = mount;
  void reply.header('cache-control', 'private, no-store');
  const credentials = credentialsOf(request.headers);
  const { id = '' } = request.params as { readonly id?: string };
  const skill = await fetchSkill({
    domain,
    services,
    face,
    connection: {
      transport: 'http',
      address: addressOf(request),
      ...(credentials === undefined ? {} : { credentials }),
    },
    id,
  });
  const { accept } = request.headers;
  const [asJson, asContent] = [acceptQuality(accept, json), acceptQuality(accept, skill.contentType)];
  if (asJson === 0 && asContent === 0) {
    const message = `expected a client that accepts \`${json}\` or \`${skill.contentType}\``;
    throw new ProtocolError('malformed_message', message, { details: { reason: 'accept' } });
  }
  // Content of any type must not be taken for a page of ours.
  void reply.header('x-content-type-options', 'nosniff').header('content-security-policy', 'sandbox');
  if (asContent <= asJson) return reply.type(`${json}; charset=utf-8`).send(JSON.stringify(wholeSkill(skill)));
  return reply.type(`${skill.contentType}; charset=utf-8`).send(skill.content);
}
