import {
  type AnyMessage,
  decodeMessage,
  encodeMessage,
  type ErrorPayload,
  type IntentResponse,
  type InvokeResponse,
  isObject,
  type Json,
  type JsonObject,
  protocolVersion,
} from '@manglecp/protocol';
import type { MemoryConnection } from '../hosts/memory-host.js';
import { argsDigest } from '../security/args-digest.js';
import { makeConfirmationToken } from '../security/confirmation-token.js';

/** The server did not answer in time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

export type Answer<Response> = { readonly response: Response } | { readonly error: ErrorPayload };

export interface InvokeOptions {
  /** Whether the user agrees when asked. */
  readonly confirm: boolean;
  /** What the server keeps of the client's credential; absent for anonymous clients. */
  readonly key: Uint8Array | undefined;
  /** When the user agrees, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** A client as any other, on a connection inside the process. Whoever waits longer than until the deadline gets `NoAnswer`. */
export class ScenarioClient {
  readonly #connection: MemoryConnection;
  readonly #deadline: Promise<never>;
  #count = 0;

  constructor(connection: MemoryConnection, deadline: Promise<never>) {
    this.#connection = connection;
    this.#deadline = deadline;
  }

  async evaluate(payload: JsonObject): Promise<Answer<IntentResponse>> {
    const message = await this.#ask('intent_request', payload);
    return message.type === 'intent_response' ? { response: message.payload } : { error: errorOf(message) };
  }

  /** Invokes a tool, and once more with a token if the server asks for consent and the user agrees. */
  async invoke(macroId: string, args: JsonObject, options: InvokeOptions): Promise<Answer<InvokeResponse>> {
    const first = await this.#invoke({ macro_id: macroId, args });
    const nonce = 'error' in first && options.confirm ? nonceOf(first.error) : undefined;
    if (nonce === undefined) return first;
    const token = makeConfirmationToken({
      nonce,
      macroId,
      // Computed and not taken from the challenge: the user agrees to what the client shows.
      argsDigest: argsDigest(args),
      madeAt: new Date(options.nowMs).toISOString(),
      ...(options.key === undefined ? {} : { key: options.key }),
    });
    return this.#invoke({ macro_id: macroId, args, confirmation_token: token });
  }

  async #invoke(payload: JsonObject): Promise<Answer<InvokeResponse>> {
    const message = await this.#ask('invoke_request', payload);
    return message.type === 'invoke_response' ? { response: message.payload } : { error: errorOf(message) };
  }

  /** The final answer to a message. What the message holds may be wrong: that is for the server to find. */
  async #ask(type: 'intent_request' | 'invoke_request', payload: JsonObject): Promise<AnyMessage> {
    this.#count += 1;
    const id = `r${this.#count}`;
    const message = { type, id, manglecp: protocolVersion, payload: payload as never };
    this.#connection.send(encodeMessage(message));
    for (;;) {
      const next: IteratorResult<string, unknown> = await Promise.race([
        this.#connection.messages.next(),
        this.#deadline,
      ]);
      if (next.done === true) throw new NoAnswer('the server closed the connection');
      const answer = decodeMessage(next.value);
      if (answer.type === 'manifest' || answer.type === 'progress') continue;
      if (answer.id === id || answer.id === null) return answer;
    }
  }
}

function errorOf({ type, payload }: AnyMessage): ErrorPayload {
  if (type === 'error') return payload as ErrorPayload;
  throw new Error(`a question was answered with \`${type}\``);
}

function nonceOf({ code, details }: ErrorPayload): string | undefined {
  const challenge = details?.['challenge'] as Json | undefined;
  if (code !== 'confirmation_required' || !isObject(challenge)) return undefined;
  const { nonce } = challenge;
  return typeof nonce === 'string' ? nonce : undefined;
}
