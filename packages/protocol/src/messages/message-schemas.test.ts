import { Compile } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { messageSchemas } from './message-schemas.js';

const schemas = messageSchemas('2026-02-draft');

function fits(name: string, value: unknown): boolean {
  return Compile(schemas.get(name) ?? false).Check(value);
}

describe('the schema of a whole message', () => {
  const cancel = { type: 'cancel', id: null, manglecp: '2026-02-draft', payload: { request_id: 'a' } };

  it.each<[string, object, boolean]>([
    ['fits', cancel, true],
    ['tolerates more members', { ...cancel, later: 1 }, true],
    ['wants its type', { ...cancel, type: 'progress' }, false],
    ['wants its version', { ...cancel, manglecp: '2' }, false],
    ['wants its payload', { ...cancel, payload: {} }, false],
    ['wants an id that is a text', { ...cancel, id: 1 }, false],
  ])('%s', (_, message, expected) => {
    expect(fits('cancel', message)).toBe(expected);
  });

  it('WIRE-003 wants an id of requests', () => {
    const invoke = { type: 'invoke_request', manglecp: '2026-02-draft', payload: { macro_id: 'a', args: {} } };
    expect(
      [{ ...invoke, id: 'a' }, invoke, { ...invoke, id: null }, { ...invoke, id: '' }].map((message) =>
        fits('invoke_request', message),
      ),
    ).toEqual([true, false, false, false]);
  });
});

describe('the schema of a fact', () => {
  it.each<[string, unknown, boolean]>([
    ['takes arguments by position', { pred: 'p', args: [1, null] }, true],
    ['takes arguments by name', { pred: 'p', named_args: { a: 1 } }, true],
    ['takes members that begin with `x-`', { pred: 'p', args: [], 'x-a': 1 }, true],
    ['takes null where it means nothing', { pred: 'p', args: [], t: null, source: null, category: null }, true],
    ['refuses both', { pred: 'p', args: [], named_args: {} }, false],
    ['refuses neither', { pred: 'p' }, false],
    ['refuses other members', { pred: 'p', args: [], confidence: 1 }, false],
    ['refuses other names', { pred: 'P', args: [] }, false],
    ['refuses long names', { pred: 'p'.repeat(129), args: [] }, false],
    ['refuses other categories', { pred: 'p', args: [], category: 'client' }, false],
  ])('%s', (_, fact, expected) => {
    expect(fits('fact', fact)).toBe(expected);
  });
});

it('schemas name their dialect and themselves', () => {
  for (const [name, schema] of schemas) {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `urn:manglecp:2026-02-draft:${name}`,
    });
  }
});
