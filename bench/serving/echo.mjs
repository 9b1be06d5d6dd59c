// What any server on the same library costs: takes a message of the same size, parses it, sends one of the same size.
import Fastify from 'fastify';

const app = Fastify({ logger: false, bodyLimit: 16 * 1024 * 1024 });
const answer = process.env.ECHO_ANSWER ?? '{}';
app.post('/echo', async (request, reply) => {
  if (typeof request.body !== 'object') throw new Error('expected a message');
  return reply.type('application/json; charset=utf-8').send(answer);
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.stderr.write(`echo ready http://127.0.0.1:${app.server.address().port}\n`);
