import { clip, quote } from '../errors/clip.js';
import { ProtocolError } from '../errors/protocol-error.js';
import { byteLength } from '../json/decode-utf8.js';
import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/kinds.js';
import { isMessageType, type MessageType, messageTypes } from './message-types.js';
import type { SchemaError } from './schema-errors.js';

/** What every message has around its payload (Spec 02 §2). */
export interface Envelope {
  /** Not yet known to name a message. */
  readonly type: string;
  readonly id: string | null;
  readonly manglecp: string;
  readonly payload: JsonObject;
}

/** What answers repeat must not be long; in bytes of UTF-8. */
export const maxIdBytes = 4096;

/** The envelope of a message. Throws `malformed_message` with all faults; says nothing about version, type or payload. */
export function readEnvelope(json: Json): Envelope {
  if (!isObject(json)) {
    throw new ProtocolError('malformed_message', 'expected a message to be a JSON object', {
      details: { reason: 'not_an_object' },
    });
  }
  const { type, id = null, manglecp, payload } = json;
  const faults = envelopeFaults(json);
  if (faults.length > 0 || typeof type !== 'string' || typeof manglecp !== 'string' || !isObject(payload)) {
    const message = faults.map((fault) => `\`${fault.path.slice(1)}\`: ${fault.message}`).join('; ');
    throw new ProtocolError('malformed_message', `the envelope is broken: ${message}`, {
      details: { schema_errors: faults },
    });
  }
  return { type, id: typeof id === 'string' ? id : null, manglecp, payload };
}

/** What an error about this message may carry as its id: the id of the message if that is a non-empty string, not too long. */
export function envelopeId(json: Json): string | null {
  if (!isObject(json)) return null;
  const { id } = json;
  return typeof id === 'string' && id !== '' && !isTooLong(id) ? id : null;
}

/** The type, if it is one of those accepted here. Throws `invalid_type` if not. */
export function checkType<Type extends MessageType>({ type }: Envelope, accepted: readonly Type[]): Type {
  const found = accepted.find((candidate) => candidate === type);
  if (found !== undefined) return found;
  const what = isMessageType(type) ? 'not accepted here' : 'not a type of message';
  throw new ProtocolError('invalid_type', `${quote(type)} is ${what}`, { details: { type: clip(type), accepted } });
}

function envelopeFaults({ type, id, manglecp, payload }: JsonObject): readonly SchemaError[] {
  return [
    ...memberFault('type', type, typeof type === 'string', 'a string'),
    ...idFaults(type, id),
    ...memberFault('manglecp', manglecp, typeof manglecp === 'string', 'a string'),
    ...memberFault('payload', payload, isObject(payload), 'an object'),
  ];
}

function memberFault(name: string, value: Json | undefined, fits: boolean, expected: string): readonly SchemaError[] {
  if (value === undefined) return [{ path: `/${name}`, keyword: 'required', message: 'required, but missing' }];
  return fits ? [] : [{ path: `/${name}`, keyword: 'type', message: `expected ${expected}` }];
}

function idFaults(type: Json | undefined, id: Json | undefined): readonly SchemaError[] {
  const isNeeded = typeof type === 'string' && isMessageType(type) && messageTypes[type].needsId;
  const path = '/id';
  if (id === undefined && isNeeded) return [{ path, keyword: 'required', message: 'required, but missing' }];
  if (id === null && isNeeded) return [{ path, keyword: 'type', message: 'expected a string' }];
  if (id === '' && isNeeded) return [{ path, keyword: 'minLength', message: 'may not be empty' }];
  if (typeof id === 'string') {
    return isTooLong(id) ? [{ path, keyword: 'maxLength', message: `may not take more than ${maxIdBytes} bytes` }] : [];
  }
  if (id === undefined || id === null) return [];
  return [{ path, keyword: 'type', message: 'expected a string or null' }];
}

function isTooLong(id: string): boolean {
  // A unit takes at least one byte, so that the bytes of a huge text need not be counted.
  return id.length > maxIdBytes || byteLength(id, id.length) > maxIdBytes;
}
