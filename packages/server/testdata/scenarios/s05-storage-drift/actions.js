// A database would do these; here they only tell what it would have done.

const text = { type: 'string' };

export const actions = {
  create_collections: {
    description: 'Create empty collections.',
    input: object({ names: { type: 'array', items: text } }),
    effects: ['database'],
    idempotent: true,
    reversible: true,
    run: ({ names }) => ({ created: names }),
  },
  archive_collection: {
    description: 'Move the rows of a collection into the archive.',
    input: object({ name: text }),
    effects: ['database'],
    idempotent: true,
    run: ({ name }) => ({ archived: name }),
  },
};

/** The JSON Schema of an object whose members are all required. */
function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
