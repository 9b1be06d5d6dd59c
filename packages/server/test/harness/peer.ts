/** The transports of the specification, over which every requirement is verified. */
export const transports = ['http', 'websocket', 'stdio'] as const;
/** `memory` is for tests in which the transport does not matter; `wire/same-answers.test.ts` holds it to the others. */
export type TransportName = (typeof transports)[number] | 'memory';
/** Those with a lasting connection. */
export const sessionTransports = ['websocket', 'stdio'] as const;
/** Those that cross a socket. */
export const networkTransports = ['http', 'websocket'] as const;

/** A message as any client would read it. */
export interface Message {
  readonly type: string;
  readonly id: string | null;
  readonly manglecp: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into whatever was sent
  readonly payload: any;
}

export interface Answer {
  readonly message: Message;
  /** As it came. */
  readonly text: string;
  /** On HTTP. */
  readonly status?: number;
  readonly headers?: Headers;
}

export interface AskOptions {
  /** On HTTP: further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One client. It knows nothing of the server but its messages. */
export interface Peer {
  readonly transport: TransportName;
  readonly manifest: Message;
  /** The manifest as it came. */
  readonly manifestText: string;
  /** Sends a message (text and bytes as they are) and resolves with its final answer. */
  ask(message: object | string | Uint8Array, options?: AskOptions): Promise<Answer>;
  /** Sends and does not wait. Not on HTTP. */
  send(message: object | string | Uint8Array): void;
  /** The next message that fits, and not before those that came earlier. Not on HTTP. */
  next(fits: (message: Message) => boolean): Promise<Message>;
  /** Everything that came so far and was not taken by `next` or `ask`. */
  rest(): readonly Message[];
  /** Credentials for what follows: a login, or headers on HTTP. */
  login(token: string, scheme?: 'bearer' | 'api_key'): Promise<Answer | undefined>;
  close(): Promise<void>;
}

export function toBytes(message: object | string | Uint8Array): Uint8Array {
  if (message instanceof Uint8Array) return message;
  return Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
}

/** The id of a message that is going out, if it has one that can be echoed. */
export function idOf(message: object | string | Uint8Array): string | null {
  const { id } = envelopeOf(message);
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The type of a message that is going out, if it has one. */
export function typeOf(message: object | string | Uint8Array): unknown {
  return envelopeOf(message).type;
}

function envelopeOf(message: object | string | Uint8Array): { readonly id?: unknown; readonly type?: unknown } {
  if (typeof message !== 'string' && !(message instanceof Uint8Array)) return message;
  try {
    return Object(JSON.parse(Buffer.from(toBytes(message)).toString())) as object;
  } catch {
    return {};
  }
}
