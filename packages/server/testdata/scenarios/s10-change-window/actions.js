export const actions = {
  roll_out: {
    description: 'Roll out the newest version of a service.',
    input: object({ service: { type: 'string' } }),
    effects: ['process'],
    run: ({ service }) => ({ service, state: 'rolled out' }),
  },
};

/** The JSON Schema of an object whose members are all required. */
function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
