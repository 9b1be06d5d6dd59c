import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MessageType } from '@manglecp/protocol';
import { answerMetrics } from './answer-metrics.js';
import { answerPost } from './answer-post.js';
import { answerManifest } from './answer-manifest.js';
import { answerSkill } from './answer-skill.js';
import type { HttpContext } from './http-context.js';
import type { Mount } from './mount.js';

/** One path and method. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** In the notation of the router: `:id` stands for one segment. */
  readonly path: string;
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

export const wellKnownPath = '/.well-known/manglecp/manifest.json';

/** Everything that is served over HTTP. Other paths are answered with `x-not_found`, other methods with 405. */
export function httpRoutes(context: HttpContext): readonly Route[] {
  const { mounts } = context;
  const [first] = mounts;
  return [
    ...(first === undefined ? [] : [get(wellKnownPath, (request, reply) => answerManifest(first, request, reply))]),
    ...mounts.flatMap((mount) => domainRoutes(context, mount)),
    get('/healthz', async (_, reply) => reply.send({ status: 'alive' })),
    get('/readyz', async (_, reply) => {
      const domains = Object.fromEntries(mounts.map(({ domain }) => [domain.id, domain.status]));
      const isReady = Object.values(domains).every((status) => status === 'ready' || status === 'degraded');
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not_ready', domains });
    }),
    get('/metrics', (request, reply) => answerMetrics(context, request, reply)),
  ];
}

function domainRoutes(context: HttpContext, mount: Mount): readonly Route[] {
  const post = (path: string, type: MessageType): Route => ({
    method: 'POST',
    path: `${mount.base}${path}`,
    answer: (request, reply) => answerPost(context, mount, type, request, reply),
  });
  return [
    get(`${mount.base}/manifest.json`, (request, reply) => answerManifest(mount, request, reply)),
    post('/evaluate', 'intent_request'),
    post('/invoke', 'invoke_request'),
    get(`${mount.base}/skills/:id`, (request, reply) => answerSkill(mount, request, reply)),
  ];
}

function get(path: string, answer: Route['answer']): Route {
  return { method: 'GET', path, answer };
}
