import { clip, quote } from './errors/clip.js';
import { ProtocolError } from './errors/protocol-error.js';
import { byteLength } from './json/decode-utf8.js';
import { encodeJson } from './json/encode-json.js';
import type { Json } from './json/json.js';
import { JsonError } from './json/json-error.js';
import { type ParseOptions, parseJson, parseJsonInSlices } from './json/parse-json.js';
import { checkType, type Envelope, readEnvelope } from './messages/envelope.js';
import { type MessageType, messageTypes, type Payload } from './messages/message-types.js';
import { readPayload } from './messages/read-payload.js';
import { protocolVersion, supportedVersions } from './version.js';

/** A message that is sent, or was read as a whole. */
export interface Message<Type extends MessageType = MessageType> {
  readonly type: Type;
  readonly id: string | null;
  readonly manglecp: string;
  readonly payload: Payload<Type>;
}

/** A message of any type; its `type` tells the type of its payload. */
export type AnyMessage = { [Type in MessageType]: Message<Type> }[MessageType];

/** A message of the version that this package speaks. */
export function makeMessage<Type extends MessageType>(
  type: Type,
  id: string | null,
  payload: Payload<Type>,
): Message<Type> {
  return { type, id, manglecp: protocolVersion, payload };
}

/** The message as one line of JSON, without its end. */
export function encodeMessage(message: Message): string {
  return encodeJson(message);
}

/** The JSON of a message. Throws `malformed_message` that says what is wrong with it and where. */
export function parseMessage(input: Uint8Array | string, options?: ParseOptions): Json {
  try {
    return parseJson(input, options);
  } catch (error) {
    throw notJson(error);
  }
}

/** The same with pauses, as `parseJsonInSlices` makes them. */
export function* parseMessageInSlices(bytes: Uint8Array, options?: ParseOptions): Generator<void, Json> {
  try {
    return yield* parseJsonInSlices(bytes, options);
  } catch (error) {
    throw notJson(error);
  }
}

function notJson(error: unknown): unknown {
  if (!(error instanceof JsonError)) return error;
  const { reason, offset } = error;
  return new ProtocolError('malformed_message', `the message is not JSON: ${error.message}`, {
    details: { reason, offset },
    cause: error,
  });
}

/** Throws `unsupported_version` for a version that is not spoken here (Spec 02 §2.4). */
export function checkVersion({ manglecp }: Envelope): void {
  if (supportedVersions.includes(manglecp)) return;
  throw new ProtocolError('unsupported_version', `version ${quote(manglecp)} is not spoken here`, {
    details: { requested_version: clip(manglecp), supported_versions: supportedVersions },
  });
}

export interface DecodeOptions {
  /** The largest message that is taken, in bytes of UTF-8. */
  readonly maxBytes?: number;
  /** The types that are taken; all by default. */
  readonly accepted?: readonly MessageType[];
}

/** A whole message, checked in the order of C-105 as far as it is about one message. Throws a `ProtocolError`. */
export function decodeMessage(
  input: Uint8Array | string,
  { maxBytes = Infinity, accepted = allTypes }: DecodeOptions = {},
): AnyMessage {
  if (sizeOf(input) > maxBytes) {
    throw new ProtocolError('message_too_large', `expected at most ${maxBytes} bytes`, {
      details: { limit: maxBytes },
    });
  }
  const envelope = readEnvelope(parseMessage(input));
  checkVersion(envelope);
  const type = checkType(envelope, accepted);
  return { ...envelope, type, payload: readPayload(type, envelope.payload) } as AnyMessage;
}

/** In bytes of UTF-8. */
function sizeOf(input: Uint8Array | string): number {
  return typeof input === 'string' ? byteLength(input, input.length) : input.length;
}

const allTypes = Object.keys(messageTypes) as MessageType[];
