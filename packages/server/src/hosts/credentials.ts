import type { IncomingHttpHeaders } from 'node:http';
import type { PresentedCredentials } from '../security/create-authenticator.js';

/** What a request presents. Only headers count: a token in the address would end up in logs and histories. */
export function credentialsOf(headers: IncomingHttpHeaders): PresentedCredentials | undefined {
  const { authorization } = headers;
  const given = headers['x-manglecp-api-key'];
  const apiKey = Array.isArray(given) ? given.join(',') : given;
  if (authorization === undefined && apiKey === undefined) return undefined;
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}
