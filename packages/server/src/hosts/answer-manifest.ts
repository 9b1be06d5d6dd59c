import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Mount } from './mount.js';

/** The manifest, with what caches need (Spec 04 §6.1). One that will change soon is not kept (C-111). */
export async function answerManifest(mount: Mount, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { domain, face } = mount;
  const { text, etag, status } = domain.manifest(face);
  const maxAge = domain.live.pack.config.http.manifest_max_age_s;
  void reply
    .header('etag', etag)
    .header('cache-control', status === 'ready' && maxAge > 0 ? `max-age=${maxAge}` : 'no-cache');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  return condition.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
}
