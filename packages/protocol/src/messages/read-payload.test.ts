import { describe, expect, it } from 'vitest';
import { ProtocolError } from '../errors/protocol-error.js';
import { type Json, JsonNumber, type JsonObject } from '../json/json.js';
import { parseJson } from '../json/parse-json.js';
import type { MessageType } from './message-types.js';
import { readPayload } from './read-payload.js';

function faultOf(type: MessageType, text: string): ProtocolError {
  try {
    readPayload(type, parseJson(text) as JsonObject);
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error('the payload was taken');
}

describe('numbers', () => {
  it('C-94 `5.0` is not a whole number', () => {
    expect(faultOf('intent_request', '{"intent":{"name":"a"},"constraints":{"max_compute_ms":5.0}}').details).toEqual({
      schema_errors: [
        {
          path: '/constraints/max_compute_ms',
          keyword: 'type',
          message: 'expected a whole number without point and exponent, or null',
        },
      ],
    });
  });

  it('C-94 zero and null are constraints where they make sense', () => {
    const constraints = { max_facts_created: 0, max_tools_returned: 0, max_compute_ms: null };
    expect(readPayload('intent_request', { intent: { name: 'a' }, constraints }).constraints).toEqual(constraints);
  });

  it('are ordinary where the schema asks for a number', () => {
    const { percent } = readPayload('progress', parseJson('{"status":"running","percent":50.0}') as JsonObject);
    expect(percent).toBe(50);
  });

  it('beyond all bounds are refused where the schema asks for a number', () => {
    expect(faultOf('progress', '{"status":"running","percent":1e400}').code).toBe('malformed_message');
  });

  it('DATA-017 keep their spelling where the schema leaves open what they are', () => {
    const payload = parseJson('{"intent":{"name":"a","params":{"n":5.0}},"facts":[1e3],"eval_time":1.0}') as JsonObject;
    const request = readPayload('intent_request', payload);
    expect(request.intent.params).toEqual({ n: new JsonNumber('5.0') });
    expect(request.facts).toEqual([new JsonNumber('1e3')]);
    expect(request.eval_time).toEqual(new JsonNumber('1.0'));
  });

  it('inside lists of objects are ordinary too', () => {
    const text = '{"eval_time_used":"x","macro_tools":[{"macro_id":"a","name":"b","disclosure_level":"condensed"},';
    const rest = '{"macro_id":"c","name":"d","disclosure_level":"condensed","metadata":{"score":55.0}}]}';
    const response = readPayload('intent_response', parseJson(text + rest) as JsonObject);
    expect(response.macro_tools[1]?.metadata?.score).toBe(55);
  });
});

describe('payloads', () => {
  it('are given back as they are, with all their members', () => {
    const payload = parseJson('{"macro_id":"a","args":{"b":1},"later":{"c":2}}') as JsonObject;
    expect(readPayload('invoke_request', payload)).toBe(payload);
  });

  it.each(['toString', '__proto__', 'constructor'])('lack a member even if objects usually have one: %s', (key) => {
    expect(faultOf('cancel', `{"${key}":1}`).details).toEqual({
      schema_errors: [{ path: '/request_id', keyword: 'required', message: 'required, but missing' }],
    });
  });
});

describe('faults', () => {
  it('ERR-033 are told all at once', () => {
    const error = faultOf(
      'manifest',
      '{"limits":{"max_message_bytes":1},"auth":{"required":"no","schemes":["basic"]}}',
    );
    expect(error.message).toBe(
      'the payload of `manifest` is broken at `/server_name`: required, but missing (and 11 more)',
    );
    expect((error.details?.['schema_errors'] as { path: string }[]).map(({ path }) => path)).toEqual([
      '/server_name',
      '/server_version',
      '/protocol',
      '/status',
      '/domain',
      '/facts_profile',
      '/capabilities',
      '/limits/max_facts_per_request',
      '/limits/max_derived_facts',
      '/limits/max_message_bytes',
      '/auth/required',
      '/auth/schemes/0',
    ]);
  });

  it('are told once, also of a member that may be null', () => {
    const error = faultOf(
      'invoke_response',
      '{"result":{},"next":{"continuation_facts":[{"pred":"p","t":5,"source":[]}]}}',
    );
    expect(error.details).toEqual({
      schema_errors: [
        { path: '/next/continuation_facts/0/t', keyword: 'type', message: 'expected an object or null' },
        { path: '/next/continuation_facts/0/source', keyword: 'type', message: 'expected an object or null' },
      ],
    });
  });

  it('of a delta: the category of what is asserted must be told, of patterns not', () => {
    const text =
      '{"result":{},"state_delta":{"retract":[{"pred":"p","args":[null]}],"assert":[{"pred":"p","args":[1]}]}}';
    expect(faultOf('invoke_response', text).details).toEqual({
      schema_errors: [
        { path: '/state_delta/assert/0/category', keyword: 'required', message: 'required, but missing' },
      ],
    });
  });

  it('of a table are told where they are', () => {
    const error = faultOf('manifest', '{"domain":{"id":"a","description":"","affinities":{"a/b":101,"c":5}}}');
    const errors = error.details?.['schema_errors'] as { path: string }[];
    expect(errors.filter(({ path }) => path.startsWith('/domain'))).toEqual([
      { path: '/domain/affinities/a~1b', keyword: 'maximum', message: 'may not be more than 100' },
    ]);
  });

  it('of a long list are told as far as anyone would read them', () => {
    const tools = Array.from({ length: 1000 }, () => '{}').join();
    const error = faultOf('intent_response', `{"eval_time_used":"x","macro_tools":[${tools}]}`);
    expect(error.details?.['schema_errors']).toHaveLength(100);
  });

  it.each<[Json, string]>([
    [{ status: 'paused' }, 'expected one of `started`, `running`, `finalizing`'],
    [{ status: 'running', percent: 101 }, 'may not be more than 100'],
    [{ status: 'running', percent: -1 }, 'may not be less than 0'],
    [{ status: 'running', percent: '5' }, 'expected a number or null'],
    [{ status: 'running', detail: 5 }, 'expected a string or null'],
  ])('%j', (payload, message) => {
    const error = faultOf('progress', JSON.stringify(payload));
    expect(error.details).toMatchObject({ schema_errors: [{ message }] });
  });
});
