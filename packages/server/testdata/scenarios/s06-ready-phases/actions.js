// The work itself is somebody else's; these tell what came of it.

const phase = { type: 'integer' };

export const actions = {
  begin_phase: {
    description: 'Begin a phase.',
    input: object({ phase }),
    effects: ['process'],
    run: (args) => ({ phase: args.phase, state: 'running' }),
  },
  repair_tests: {
    description: 'Repair the tests of a phase.',
    input: object({ phase }),
    effects: ['filesystem'],
    reversible: true,
    run: (args) => ({ phase: args.phase, failed: 0 }),
  },
};

/** The JSON Schema of an object whose members are all required. */
function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
