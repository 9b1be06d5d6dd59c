export const actions = {
  echo: {
    description: 'Gives back what it is given.',
    input: { type: 'object', properties: { value: {} }, required: ['value'], additionalProperties: false },
    effects: ['none'],
    idempotent: true,
    run: ({ value }) => ({ value }),
  },
};
