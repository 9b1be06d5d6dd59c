const text = { type: 'string' };

export const actions = {
  remove_bindings: {
    description: 'Remove bindings of a subject.',
    input: object({ subject: text, bindings: { type: 'array' } }),
    effects: ['database'],
    idempotent: true,
    reversible: true,
    run: ({ subject, bindings }) => {
      const roles = bindings.filter((each) => each.subject === subject).map(({ role }) => role);
      if (roles.length === 0) throw new Error(`${subject} has no role to lose`);
      return { subject, revoked: roles };
    },
  },
};

/** The JSON Schema of an object whose members are all required. */
function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
