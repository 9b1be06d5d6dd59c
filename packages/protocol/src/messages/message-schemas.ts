import { maxIdBytes } from './envelope.js';
import { type MessageType, messageTypes } from './message-types.js';
import { wireFactSchema } from './wire-fact.js';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** The JSON Schemas of whole messages and of facts for publication, by name. */
export function messageSchemas(version: string): ReadonlyMap<string, object> {
  const types = Object.keys(messageTypes) as MessageType[];
  return new Map([
    ...types.map((type) => [type, messageSchema(type, version)] as const),
    ['fact', factSchema(version)] as const,
  ]);
}

/** A schema counts characters; none takes less than a byte. */
const length = { maxLength: maxIdBytes };

function messageSchema(type: MessageType, version: string): object {
  const { needsId, schema, from } = messageTypes[type];
  return {
    $schema: dialect,
    $id: `urn:manglecp:${version}:${type}`,
    title: type,
    description: `Sent by the ${from}.`,
    type: 'object',
    required: ['type', ...(needsId ? ['id'] : []), 'manglecp', 'payload'],
    properties: {
      type: { const: type },
      id: needsId ? { type: 'string', minLength: 1, ...length } : { type: ['string', 'null'], ...length },
      manglecp: { const: version },
      payload: schema,
    },
  };
}

/** Stricter than what is tolerated in answers: a fact that a client sends may have no other members (C-117). */
function factSchema(version: string): object {
  return {
    $schema: dialect,
    $id: `urn:manglecp:${version}:fact`,
    title: 'fact',
    description: 'What a client asserts. The declarations of the manifest say which predicates there are.',
    ...wireFactSchema,
    properties: {
      ...wireFactSchema.properties,
      pred: { ...wireFactSchema.properties.pred, pattern: '^[a-z][a-z0-9_]*$', maxLength: 128 },
    },
    patternProperties: { '^x-': {} },
    additionalProperties: false,
    oneOf: [{ required: ['args'] }, { required: ['named_args'] }],
  };
}
