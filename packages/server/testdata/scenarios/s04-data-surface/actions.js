// Rules find the paths; the actions pick and name.

const text = { type: 'string' };

export const actions = {
  list_surface: {
    description: 'List the ways of an entity to pages.',
    input: object({ entity: text, paths: { type: 'array' } }),
    effects: ['none'],
    idempotent: true,
    run: ({ entity, paths }) => ({
      entity,
      paths: paths.filter((path) => path.entity === entity).map(({ hops }) => hops),
    }),
  },
  propose_surface: {
    description: 'Propose a page for an entity.',
    input: object({ entity: text }),
    effects: ['none'],
    idempotent: true,
    run: ({ entity }) => ({ entity, page: `${entity}s` }),
  },
};

/** The JSON Schema of an object whose members are all required. */
function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
