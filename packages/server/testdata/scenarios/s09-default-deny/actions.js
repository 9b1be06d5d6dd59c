// A repository of one file.

const text = { type: 'string' };

export const actions = {
  read_file: {
    description: 'Read a file.',
    input: object({ path: text }),
    effects: ['filesystem'],
    idempotent: true,
    reversible: true,
    run: ({ path }) => ({ path, text: 'export {};' }),
  },
  delete_branch: {
    description: 'Delete a branch.',
    input: object({ branch: text }),
    effects: ['destructive'],
    run: ({ branch }) => ({ deleted: branch }),
  },
};

/** The JSON Schema of an object whose members are all required. */
function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
