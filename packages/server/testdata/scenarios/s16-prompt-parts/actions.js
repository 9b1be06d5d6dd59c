/** What a part costs. */
const tokensOfPart = 1000;

export const actions = {
  join_parts: {
    description: 'Join parts, as many as fit.',
    input: object({
      parts: { type: 'array', items: { type: 'string' } },
      budget_tokens: { type: 'integer', minimum: 0, description: 'How many tokens the prompt may have' },
    }),
    effects: ['none'],
    idempotent: true,
    run: ({ parts, budget_tokens: budget }) => ({ parts: parts.slice(0, Math.floor(budget / tokensOfPart)) }),
  },
};

/** The JSON Schema of an object whose members are all required. */
function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
