import { JsonError, ProtocolError } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { scrub, scrubText } from './scrub.js';

const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJlLW1hcmtlcg';
const confirmation = 'v1.AQEBAQEBAQEBAQEBAQEBAQ.2026-03-01T12:00:05.000Z.bWFya2VyLW1hcmtlci1tYXJrZXI';

describe('SEC-040 a text loses', () => {
  it.each([
    ['a header', 'sent Authorization: Bearer marker-1 to us', 'sent Authorization: [redacted] to us'],
    ['a header in small letters', 'bearer   marker-1, next', '[redacted], next'],
    ['a basic credential', 'Basic bWFya2Vy', '[redacted]'],
    ['a JWT', `got ${jwt} here`, 'got [redacted] here'],
    ['a JWT that is cut off', `got ${jwt.slice(0, 30)}`, 'got [redacted]'],
    ['a confirmation token', `"${confirmation}"`, '"[redacted]'],
  ])('%s', (_name, text, expected) => {
    expect(scrubText(text)).toBe(expected);
  });

  it('everything past 200 characters, and a credential at that edge', () => {
    expect(scrubText('a'.repeat(16_777_216))).toBe(`${'a'.repeat(200)}…`);
    expect(scrubText(`${'a'.repeat(190)} Bearer marker-1`)).not.toContain('mark');
    expect(scrubText('a'.repeat(200))).toHaveLength(200);
  });

  it('nothing else', () => {
    for (const text of ['v1.deploy_production_everywhere', 'the bear', 'eye.of.the', 'm-1']) {
      expect(scrubText(text)).toBe(text);
    }
  });
});

describe('SEC-040 fields lose', () => {
  it.each([
    'authorization',
    'Authorization',
    'X-MangleCP-API-Key',
    'apiKey',
    'api_key',
    'token',
    'confirmation_token',
    'confirmationToken',
    'cookie',
    'args',
    'params',
    'facts',
    'payload',
    'headers',
    'password',
  ])('`%s`, at any depth', (name) => {
    const fields = { [name]: 'marker', inner: { list: [{ [name]: { deep: 'marker' } }] } };
    expect(scrub(fields)).toEqual({ [name]: '[redacted]', inner: { list: [{ [name]: '[redacted]' }] } });
  });

  it('what is too deep, too wide, or no text', () => {
    const deep = { a: { a: { a: { a: { a: { a: 'marker' } } } } } };
    expect(scrub(deep)).toEqual({ a: { a: { a: { a: { a: '[deep]' } } } } });
    expect(scrub({ list: Array.from({ length: 1000 }, () => 1) })).toEqual({
      list: Array.from({ length: 32 }, () => 1),
    });
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`key ${n}`, n]));
    expect(Object.keys(scrub(wide))).toHaveLength(32);
    expect(scrub({ bytes: Buffer.from('marker'), big: 5n, run: () => 1, none: null, yes: true })).toEqual({
      bytes: '[bytes]',
      big: '5',
      run: undefined,
      none: null,
      yes: true,
    });
  });

  it('the prototype that a key seems to set', () => {
    const fields = JSON.parse('{"__proto__":{"polluted":1}}') as Record<string, unknown>;
    expect(Object.getPrototypeOf(scrub(fields))).toBe(Object.prototype);
  });
});

describe('SEC-040 errors', () => {
  it('show what an operator needs', () => {
    const cause = Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' });
    const scrubbed = scrub({ err: new TypeError('it broke with Bearer marker', { cause }) });
    expect(scrubbed).toMatchObject({
      err: {
        kind: 'TypeError',
        message: 'it broke with [redacted]',
        cause: { kind: 'Error', code: 'ECONNREFUSED', message: 'connect failed' },
      },
    });
    expect(JSON.stringify(scrubbed)).toContain('scrub.test.ts');
  });

  it.each([
    [
      'a protocol error',
      new ProtocolError('invalid_facts', 'expected a number, got `marker`', { details: { m: 'marker' } }),
    ],
    ['a JSON error', new JsonError('syntax', 3, 'expected a value, got `marker`')],
    ['a syntax error', new SyntaxError('Unexpected token, "marker" is not valid JSON')],
  ])('do not quote what a client sent: %s', (_name, error) => {
    const text = JSON.stringify(scrub({ err: error, outer: new Error('outer', { cause: error }) }));
    expect(text).not.toContain('marker');
  });
});
