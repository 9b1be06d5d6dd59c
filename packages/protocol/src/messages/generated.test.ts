import { describe, expect, it } from 'vitest';
import { schemaFiles, storedSchema, storedSchemas } from '../../../../scripts/generate-schemas.mjs';
import { protocolVersion } from '../version.js';
import { messageSchemas } from './message-schemas.js';
import { messageTypes } from './message-types.js';

const files = await schemaFiles(messageSchemas(protocolVersion));

describe('the published schemas', () => {
  it.each([...files])('%s is what `node scripts/generate-schemas.mjs` writes', (name, text) => {
    expect(storedSchema(name)).toBe(text);
  });

  it('are those of all messages and of facts, and no others', () => {
    const expected = [...Object.keys(messageTypes), 'fact'].map((name) => `${name}.schema.json`);
    expect(storedSchemas().sort()).toEqual(expected.sort());
  });
});
