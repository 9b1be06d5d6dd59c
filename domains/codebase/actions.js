// The actions of the domain. Rules find everything; actions put it into words.

const text = { type: 'string' };

export const actions = {
  describe_surface: {
    description: 'Describe the ways of an entity to pages.',
    input: object(
      { entity: text, paths: { type: 'array' }, page: { ...text, description: 'Only the ways to this page' } },
      ['entity', 'paths'],
    ),
    effects: ['none'],
    idempotent: true,
    run: ({ entity, paths, page }) => ({
      entity,
      paths: paths
        .filter((path) => page === undefined || path.page === page)
        .map((path) => [path.endpoint, path.function, path.component, path.page]),
    }),
  },
  propose_component: {
    description: 'Propose a component for an entity.',
    input: object({ entity: text, components: { type: 'array', items: text } }),
    effects: ['none'],
    idempotent: true,
    run: ({ entity, components }) => ({
      entity,
      proposals: components.map((component) => `Show ${entity} with ${component}`),
    }),
  },
  report_drift: {
    description: 'Report collections that only one side knows.',
    input: object({ entries: { type: 'array' } }),
    effects: ['none'],
    idempotent: true,
    run: ({ entries }) => ({
      ghosts: collectionsOf(entries, 'ghost'),
      orphans: collectionsOf(entries, 'orphan'),
    }),
  },
};

function collectionsOf(entries, wanted) {
  return entries.filter(({ kind }) => kind === wanted).map(({ collection }) => collection);
}

/** The JSON Schema of an object. */
function object(properties, required = Object.keys(properties)) {
  return { type: 'object', properties, required, additionalProperties: false };
}
