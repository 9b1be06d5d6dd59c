import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { type Json, JsonError, parseJson } from '@manglecp/protocol';
import { ByteCollector } from '../bounds/byte-collector.js';
import { codeOf, type Resource, SourceFailure } from './source.js';

export interface FetchOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  /** Statuses that mean that there is nothing. */
  readonly emptyStatus: readonly number[];
}

const maxSockets = 16;

/**
 * Gets JSON from one server. Redirects are not followed: they could lead anywhere. Undefined if a status says that there is
 * nothing.
 */
export class JsonFetcher implements Resource {
  readonly #options: FetchOptions;
  readonly #request: typeof requestHttp;
  readonly #agent: HttpAgent;
  #isClosed = false;

  constructor(options: FetchOptions) {
    const isSecure = options.origin.startsWith('https:');
    this.#options = options;
    this.#request = isSecure ? requestHttps : requestHttp;
    this.#agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets });
  }

  async fetch(path: string, signal: AbortSignal): Promise<Json | undefined> {
    try {
      return await this.#read(await this.#get(path, signal));
    } catch (error) {
      if (error instanceof SourceFailure) throw error;
      throw new SourceFailure(signal.aborted ? 'it was stopped' : `the server cannot be reached (${codeOf(error)})`);
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#agent.destroy();
    return Promise.resolve();
  }

  #get(path: string, signal: AbortSignal, isAgain = false): Promise<IncomingMessage> {
    if (this.#isClosed) throw new SourceFailure('it was stopped');
    return new Promise((resolve, reject) => {
      const request: ClientRequest = this.#request(this.#options.origin, {
        path,
        agent: this.#agent,
        headers: { ...this.#options.headers, accept: 'application/json', 'accept-encoding': 'identity' },
        signal,
      });
      request.on('response', resolve);
      request.on('error', (error) => {
        // The server has closed a connection that was kept just when it was used again.
        const isStale = request.reusedSocket && codeOf(error) === 'ECONNRESET' && !isAgain;
        if (isStale) this.#get(path, signal, true).then(resolve, reject);
        else reject(error);
      });
      request.end();
    });
  }

  async #read(response: IncomingMessage): Promise<Json | undefined> {
    try {
      const { statusCode: status = 0, headers } = response;
      if (this.#options.emptyStatus.includes(status)) {
        // Read to its end, so that the connection can be used again.
        await this.#bytes(response);
        return undefined;
      }
      if (status !== 200) throw new SourceFailure(`expected the status 200, got ${status}`);
      if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
        throw new SourceFailure('expected an answer of the type application/json');
      }
      if (headers['content-encoding'] !== undefined)
        throw new SourceFailure('expected an answer that is not compressed');
      return parse(await this.#bytes(response));
    } finally {
      // What is not wanted is not waited for.
      if (!response.complete) response.destroy();
      else response.resume();
    }
  }

  async #bytes(response: IncomingMessage): Promise<Uint8Array> {
    const { maxBytes } = this.#options;
    const collector = new ByteCollector(maxBytes);
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      if (collector.size + chunk.length > maxBytes)
        throw new SourceFailure(`the answer has more than ${maxBytes} bytes (\`max_bytes\`)`);
      collector.add(chunk);
    }
    if (!response.complete) throw new SourceFailure('the answer ends in the middle');
    return collector.take();
  }
}

function parse(bytes: Uint8Array): Json {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new SourceFailure(`the answer is no JSON: ${error.message}`);
  }
}
