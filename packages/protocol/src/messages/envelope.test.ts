import { describe, expect, it } from 'vitest';
import { ProtocolError } from '../errors/protocol-error.js';
import type { Json } from '../json/json.js';
import { checkType, envelopeId, readEnvelope } from './envelope.js';
import { isMessageType, messageTypes } from './message-types.js';

const envelope = { type: 'cancel', id: null, manglecp: '2026-02-draft', payload: {} };

describe('readEnvelope', () => {
  it('WIRE-005 takes an id that is absent where none is needed', () => {
    const { id: _, ...rest } = envelope;
    expect(readEnvelope(rest)).toEqual(envelope);
    expect(readEnvelope({ ...rest, type: 'no_such_type' }).id).toBeNull();
  });

  it('keeps the id as it is', () => {
    expect(readEnvelope({ ...envelope, id: ' \u0000😀 ' }).id).toBe(' \u0000😀 ');
  });

  it('leaves out what is no part of an envelope', () => {
    expect(readEnvelope({ ...envelope, 'x-a': 1, later: 2 })).toEqual(envelope);
  });

  it.each(Object.entries(messageTypes).filter(([, { needsId }]) => needsId))('WIRE-003 %s needs an id', (type) => {
    expect(() => readEnvelope({ ...envelope, type })).toThrow('`id`: expected a string');
    expect(() => readEnvelope({ ...envelope, type, id: '' })).toThrow('`id`: may not be empty');
    expect(readEnvelope({ ...envelope, type, id: 'a' }).id).toBe('a');
  });

  it.each(['a'.repeat(4097), 'ä'.repeat(2049), '😀'.repeat(1025)])('refuses an id of more than 4 KiB: %.4s…', (id) => {
    const error = catchError(() => readEnvelope({ ...envelope, id }));
    expect(error.toPayload()).toMatchObject({
      code: 'malformed_message',
      details: { schema_errors: [{ path: '/id', keyword: 'maxLength', message: 'may not take more than 4096 bytes' }] },
    });
    expect(envelopeId({ ...envelope, id })).toBeNull();
  });

  it.each(['a'.repeat(4096), 'ä'.repeat(2048), '😀'.repeat(1024)])('takes an id of 4 KiB: %.4s…', (id) => {
    expect(readEnvelope({ ...envelope, id }).id).toBe(id);
    expect(envelopeId({ ...envelope, id })).toBe(id);
  });
});

describe('envelopeId', () => {
  it.each<[Json, string | null]>([
    [{ id: 'a' }, 'a'],
    [{ id: '' }, null],
    [{ id: 5 }, null],
    [{ id: null }, null],
    [{}, null],
    [['a'], null],
    ['id', null],
    [null, null],
  ])('of %j is %j', (json, id) => {
    expect(envelopeId(json)).toBe(id);
  });
});

describe('checkType', () => {
  it('gives the type if it is accepted', () => {
    expect(checkType(envelope, ['authenticate', 'cancel'])).toBe('cancel');
  });

  it.each([
    ['cancel', '`cancel` is not accepted here'],
    ['nothing', '`nothing` is not a type of message'],
    ['toString', '`toString` is not a type of message'],
    ['a\nb', '`a\\u000ab` is not a type of message'],
  ])('ERR-006 refuses %j otherwise', (type, message) => {
    const error = catchError(() => checkType({ ...envelope, type }, ['intent_request']));
    expect(error.toPayload()).toEqual({
      code: 'invalid_type',
      message,
      recoverable: false,
      details: { type, accepted: ['intent_request'] },
    });
  });

  it('does not send back a whole message as a type', () => {
    const error = catchError(() => checkType({ ...envelope, type: '😀'.repeat(100_000) }, []));
    expect(JSON.stringify(error.toPayload()).length).toBeLessThan(1000);
  });
});

it('the types of messages are own members of the table', () => {
  expect(['__proto__', 'constructor', 'toString', ''].filter(isMessageType)).toEqual([]);
});

function catchError(run: () => unknown): ProtocolError {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
