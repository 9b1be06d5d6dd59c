const states = { '/auth': 'ok', '/search': 'failing' };

const service = { type: 'string' };

export const actions = {
  probe: {
    description: 'Look how a service is.',
    input: object({ service }),
    effects: ['network'],
    idempotent: true,
    reversible: true,
    run: (args) => {
      const state = states[args.service];
      if (state === undefined) throw new Error('timed out');
      return { service: args.service, state };
    },
  },
  write_incident: {
    description: 'Write an incident.',
    input: object({ service }),
    effects: ['network'],
    run: (args) => ({ incident: 'INC-1', service: args.service }),
  },
};

/** The JSON Schema of an object whose members are all required. */
function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
