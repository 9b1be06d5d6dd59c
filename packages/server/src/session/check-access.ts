import { type MessageType, ProtocolError } from '@manglecp/protocol';
import { credentialsNeeded } from '../security/auth-errors.js';
import { anonymous, type Principal } from '../security/principal.js';
import { isExpired } from '../security/create-authenticator.js';
import type { Connection } from './connection.js';
import type { Live, Status } from './domain.js';
import type { Exchange, SessionView } from './exchange.js';

/** Which messages are about the domain, and not about the connection itself. */
const isRequest: ReadonlySet<MessageType> = new Set(['intent_request', 'invoke_request']);

/** How long a client should wait before it asks again. */
const bootRetryMs = 1_000;
const drainRetryMs = 5_000;

/** Where credentials are required, this much of a message is looked at before they are (C-133). */
export const maxStrangerBytes = 64 * 1024;

/** Between steps 1 and 2: nobody makes the server read a large message without the credentials that it asks for (C-133). */
export async function checkStranger({ bytes, session, live, receivedAtMs }: Exchange): Promise<void> {
  if (bytes.length > maxStrangerBytes && session.face.isAuthRequired) await whoIs(session, live, receivedAtMs);
}

/** Step 6. A credential that is wrong is refused even where none is needed. */
export async function identify(exchange: Exchange): Promise<void> {
  if (!isRequest.has(exchange.get('type'))) return;
  const principal = await whoIs(exchange.session, exchange.live, exchange.receivedAtMs);
  exchange.set('principal', principal);
  exchange.observation.set({ principal: principal.key });
}

/** Who sends messages on this connection now. Throws if that has to be known and is not, or is not good any more. */
export async function whoIs(session: Visitor, live: Live, nowMs: number): Promise<Principal> {
  const principal = session.principal === undefined ? await fromConnection(session, live) : renewed(session, live);
  if (principal === undefined && session.face.isAuthRequired) {
    throw credentialsNeeded(live.authenticator.schemes);
  }
  if (principal !== undefined && isExpired(principal, nowMs)) {
    throw new ProtocolError('auth_invalid', 'the credentials have expired; log in again');
  }
  return principal ?? anonymous;
}

type Visitor = Pick<SessionView, 'principal' | 'face' | 'connection'>;

/** Who logged in, as the settings are now: a reload may have taken the credential away. */
function renewed(session: Visitor, { authenticator }: Live): Principal | undefined {
  const principal = session.principal === undefined ? undefined : authenticator.renew(session.principal);
  if (principal !== undefined) return principal;
  throw new ProtocolError('auth_invalid', 'the credentials are not accepted any more; log in again');
}

/** Who the connection itself says it is, by HTTP headers or the environment. */
async function fromConnection({ connection }: Visitor, { authenticator }: Live): Promise<Principal | undefined> {
  const { credentials } = connection;
  return credentials === undefined ? undefined : authenticator.fromHeaders(credentials);
}

/** Step 7. */
export function checkReadiness(exchange: Exchange): void {
  if (isRequest.has(exchange.get('type'))) checkReady(exchange.session.domain.status, exchange.live);
}

/** Whether questions about the domain are answered (C-42). */
export function checkReady(status: Status, { rules }: Live): void {
  if (status === 'draining') {
    throw new ProtocolError('server_not_ready', 'the server is shutting down', { retryAfterMs: drainRetryMs });
  }
  if (rules === undefined) {
    throw new ProtocolError('server_not_ready', 'the server is starting', { retryAfterMs: bootRetryMs });
  }
}

/** Step 8. */
export async function checkRate(exchange: Exchange): Promise<void> {
  const type = exchange.get('type');
  if (type === 'cancel') return;
  const principal = isRequest.has(type) ? exchange.get('principal') : anonymous;
  await consumeRate(exchange.live, exchange.session.connection, principal);
}

/** By principal, or by address for those without a name (C-64). Local processes are not limited. */
export async function consumeRate(
  { rate }: Live,
  { transport, address }: Pick<Connection, 'transport' | 'address'>,
  principal: Principal,
): Promise<void> {
  if (transport === 'stdio' || transport === 'memory') return;
  await rate.consume(principal.isAnonymous ? `address:${address}` : `principal:${principal.key}`);
}
