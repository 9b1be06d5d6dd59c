import { describe, expect, it } from 'vitest';
import { checkVersion, decodeMessage, encodeMessage, makeMessage, parseMessage } from './codec.js';
import type { ProtocolError } from './errors/protocol-error.js';
import { JsonNumber } from './json/json.js';

describe('messages', () => {
  it('WIRE-001 WIRE-010 are made with all four members and the version', () => {
    expect(makeMessage('cancel', null, { request_id: 'a' })).toEqual({
      type: 'cancel',
      id: null,
      manglecp: '2026-02-draft',
      payload: { request_id: 'a' },
    });
  });

  it('are written in one line, with numbers as they are spelled', () => {
    const args = { text: 'a\nb\u2028', number: new JsonNumber('5.0') };
    const line = encodeMessage(makeMessage('invoke_request', 'i', { macro_id: 'm', args }));
    expect(line).toBe(
      '{"type":"invoke_request","id":"i","manglecp":"2026-02-draft","payload":{"macro_id":"m","args":{"text":"a\\nb\u2028","number":5.0}}}',
    );
    expect(decodeMessage(line).payload).toEqual({ macro_id: 'm', args });
  });

  it('are told apart by their types', () => {
    const message = decodeMessage(
      '{"type":"progress","id":"i","manglecp":"2026-02-draft","payload":{"status":"started"}}',
    );
    expect(message.type === 'progress' && message.payload.status).toBe('started');
  });
});

describe('decodeMessage', () => {
  const line = encodeMessage(makeMessage('cancel', null, { request_id: 'ä' }));

  it('counts bytes, also of a text', () => {
    const bytes = new TextEncoder().encode(line);
    expect(decodeMessage(bytes, { maxBytes: bytes.length }).type).toBe('cancel');
    expect(decodeMessage(line, { maxBytes: bytes.length }).type).toBe('cancel');
    expect(codeOf(() => decodeMessage(bytes, { maxBytes: bytes.length - 1 }))).toBe('message_too_large');
    expect(codeOf(() => decodeMessage(line, { maxBytes: bytes.length - 1 }))).toBe('message_too_large');
  });

  it('takes only the types it is told to', () => {
    expect(codeOf(() => decodeMessage(line, { accepted: ['manifest', 'error'] }))).toBe('invalid_type');
  });
});

it('ERR-004 a text that is not JSON is told with its place', () => {
  try {
    parseMessage('{"a":}');
    expect.unreachable();
  } catch (error) {
    expect((error as ProtocolError).toPayload()).toEqual({
      code: 'malformed_message',
      message: 'the message is not JSON: expected a value',
      recoverable: false,
      details: { reason: 'syntax', offset: 5 },
    });
  }
});

it('ERR-003 WIRE-011 another version is told with those that are spoken', () => {
  const envelope = { type: 'cancel', id: null, payload: {} };
  expect(() => checkVersion({ ...envelope, manglecp: '2026-02-draft' })).not.toThrow();
  try {
    checkVersion({ ...envelope, manglecp: '3' });
    expect.unreachable();
  } catch (error) {
    expect((error as ProtocolError).toPayload()).toEqual({
      code: 'unsupported_version',
      message: 'version `3` is not spoken here',
      recoverable: true,
      details: { requested_version: '3', supported_versions: ['2026-02-draft'] },
    });
  }
});

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'taken';
  } catch (error) {
    return (error as ProtocolError).code;
  }
}
