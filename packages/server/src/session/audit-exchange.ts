import type { ProtocolError } from '@manglecp/protocol';
import type { AuditEntry } from '../observe/audit-log.js';
import { anonymous } from '../security/principal.js';
import type { Exchange } from './exchange.js';

export type Audited = Pick<AuditEntry, 'subject' | 'name' | 'argsDigest' | 'confirmation'>;

/** Writes down that something was allowed. */
export function auditExchange(exchange: Exchange, audited: Audited): void {
  write(exchange, audited, { decision: 'allowed' });
}

/** Writes down what was refused, once it is known who asked for what. */
export function auditRefusal(exchange: Exchange, error: ProtocolError): void {
  const subject = exchange.subject;
  if (subject === undefined) return;
  const confirmation = error.code === 'confirmation_required' ? 'required' : 'none';
  write(exchange, { subject, confirmation }, { decision: 'denied', code: error.code });
}

function write(
  exchange: Exchange,
  audited: Audited,
  decision: { decision: 'allowed' | 'denied'; code?: string },
): void {
  const { services, domain, connection } = exchange.session;
  services.observer.audit({
    request: exchange.observation.requestId,
    domain: domain.id,
    transport: connection.transport,
    principal: exchange.principal?.key ?? anonymous.key,
    identity: exchange.principal?.identity ?? null,
    type: exchange.get('type'),
    ...audited,
    ...decision,
  });
}
