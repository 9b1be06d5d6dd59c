import type { IncomingMessage } from 'node:http';
import { ProtocolError } from '@manglecp/protocol';
import { answerPreflight, corsHeaders, type HeaderValues } from '../security/cors-headers.js';
import { createHostCheck } from '../security/hosts.js';
import { checkOrigin, type OriginPolicy, type OriginRequest } from '../security/origins.js';

/** Keeps out what browsers could be tricked into: requests under foreign names and of foreign pages (C-88). */
export interface Gate {
  /** Throws if this request must not be answered. */
  check(request: IncomingMessage): void;
  /** What an answer to this request carries for browsers. */
  headersFor(request: IncomingMessage): HeaderValues;
  /** What a preflight of a page is told. */
  preflightHeaders(request: IncomingMessage): HeaderValues;
}

export interface GateOptions extends OriginPolicy {
  readonly boundAddress: string;
  readonly allowedHosts: readonly string[];
  readonly hasTls: boolean;
  readonly isBehindProxy: boolean;
}

export function createGate(options: GateOptions): Gate {
  const isOurs = createHostCheck(options);
  const scheme = options.isBehindProxy ? undefined : options.hasTls ? 'https' : 'http';
  const originRequest = ({ headers }: IncomingMessage): OriginRequest => ({
    origin: headers.origin,
    host: headers.host,
    scheme,
  });
  return {
    check: (request) => {
      const { host = '' } = request.headers;
      // A proxy may have read another one than we do (RFC 9112 §3.2).
      if ((request.headersDistinct['host'] ?? []).length > 1) throw brokenHost();
      if (!isOurs(request.headers.host)) {
        throw new ProtocolError('auth_insufficient', `\`${host.slice(0, 100)}\` is not a name of this server`);
      }
      // Reading is safe: without our leave a browser keeps the answer from the page.
      const isRead = request.headers.upgrade === undefined && ['GET', 'HEAD'].includes(request.method ?? '');
      if (!isRead && checkOrigin(originRequest(request), options) === 'refused') {
        throw new ProtocolError('auth_insufficient', 'pages of this origin may not call');
      }
    },
    headersFor: (request) => corsHeaders(originRequest(request), options),
    preflightHeaders: (request) => answerPreflight(originRequest(request), options).headers,
  };
}

/** HTTP/1.1 asks for exactly one `Host`. */
export function brokenHost(): ProtocolError {
  return new ProtocolError('malformed_message', 'expected one `Host` header', { details: { reason: 'host' } });
}
