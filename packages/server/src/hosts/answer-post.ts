import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorSpec, type MessageType, ProtocolError } from '@manglecp/protocol';
import { addressKey } from '../security/address-key.js';
import { type Outcome, Session } from '../session/session.js';
import { acceptQuality } from './accept.js';
import { awaitTurn } from './await-turn.js';
import { credentialsOf } from './credentials.js';
import { probeWhenEnded } from './half-closed.js';
import { addressOf, type HttpContext } from './http-context.js';
import type { InboundAccount } from './inbound-budget.js';
import type { Mount } from './mount.js';
import { readBody } from './read-body.js';

/**
 * A POST is a connection for one message. Its answer is an envelope with the status of its code; closing the connection
 * before that cancels the work (Spec 02 §4.2, §6.2).
 */
export async function answerPost(
  { inbound }: HttpContext,
  mount: Mount,
  type: MessageType,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { domain, services, face } = mount;
  const credentials = credentialsOf(request.headers);
  const session = new Session({
    domain,
    face,
    services,
    connection: {
      transport: 'http',
      address: addressOf(request),
      accepts: [type],
      isSession: false,
      ...(credentials === undefined ? {} : { credentials }),
    },
    send: (text, outcome) => void sendAnswer(reply, text, outcome),
  });
  // Ends with the answer, or before it if the client goes.
  reply.raw.once('close', () => session.close());
  probeWhenEnded(request.raw, reply.raw);
  await awaitTurn(request.raw.socket, reply.raw);
  let account: InboundAccount | undefined;
  try {
    checkHeaders(request);
    const { max_message_bytes: maxBytes } = domain.live.pack.config.limits;
    const key = addressKey(addressOf(request));
    const open = (giveWay: () => void): InboundAccount => (account = inbound.account(key, giveWay));
    const strangersRefusal = await session.refusalOfLarge();
    const body = { maxBytes, account: open, ...(strangersRefusal && { strangersRefusal }) };
    await session.receive(await readBody(request.raw, body));
  } catch (error) {
    session.refuse(ProtocolError.from(error));
  } finally {
    account?.release();
  }
  return reply;
}

function sendAnswer(reply: FastifyReply, text: string, { code, retryAfterMs }: Outcome): FastifyReply {
  const status = code === undefined ? 200 : errorSpec(code).http;
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  if (retryAfterMs !== undefined) void reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
  return reply.code(status).type('application/json; charset=utf-8').send(text);
}

/** Content negotiation (C-65): JSON in, JSON out. */
function checkHeaders({ headers }: FastifyRequest): void {
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (mediaType.trim() !== 'application/json') {
    throw refusal('content_type', 'expected the content type `application/json`');
  }
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) {
    throw refusal('charset', 'expected text in UTF-8');
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw refusal('content_encoding', 'expected a body that is not compressed');
  }
  if (acceptQuality(headers.accept, 'application/json') === 0) {
    throw refusal('accept', 'expected a client that accepts `application/json`');
  }
}

function refusal(reason: string, message: string): ProtocolError {
  return new ProtocolError('malformed_message', message, { details: { reason } });
}
