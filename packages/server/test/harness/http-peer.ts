import { inspectMessage } from './inspect-message.js';
import { type Answer, type AskOptions, type Peer, toBytes, typeOf } from './peer.js';

/** A peer that posts each message to the endpoint the manifest names. */
export async function openHttpPeer(url: string): Promise<Peer> {
  const response = await fetch(`${url}/.well-known/manglecp/manifest.json`);
  const manifestText = await response.text();
  const manifest = inspectMessage(manifestText, response.status);
  const endpoints = manifest.payload.endpoints as { intent_eval: string; macro_invoke: string };
  let credentials: Record<string, string> = {};
  const ask = async (message: object | string | Uint8Array, { headers = {} }: AskOptions = {}): Promise<Answer> => {
    const isInvoke = typeOf(message) === 'invoke_request';
    const endpoint = new URL(isInvoke ? endpoints.macro_invoke : endpoints.intent_eval, url);
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...credentials, ...headers },
      body: toBytes(message),
    });
    const text = await answer.text();
    const { status } = answer;
    return { message: inspectMessage(text, status), text, status, headers: answer.headers };
  };
  const impossible = (): never => {
    throw new Error('HTTP has no lasting connection');
  };
  return {
    transport: 'http',
    manifest,
    manifestText,
    ask,
    send: impossible,
    next: impossible,
    rest: () => [],
    login: (token, scheme = 'bearer') => {
      credentials = scheme === 'bearer' ? { authorization: `Bearer ${token}` } : { 'x-manglecp-api-key': token };
      return Promise.resolve(undefined);
    },
    close: () => Promise.resolve(),
  };
}
