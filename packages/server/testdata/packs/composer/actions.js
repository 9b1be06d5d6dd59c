export const actions = {
  read_console: action(
    'Reads what the console says.',
    ['none'],
    { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'How many lines.' }, source: {} },
    ({ limit = 20 }) => ({ lines: limit }),
    { idempotent: true },
  ),
  read_error: action('Reads one error.', ['none'], { id: { type: 'string' } }, ({ id }) => ({ text: `error ${id}` }), {
    idempotent: true,
  }),
  read_network: action(
    'Reads what the network did.',
    ['network'],
    { url: { type: 'string' }, deep: { type: 'boolean', default: true } },
    ({ deep }) => ({ status: 404, deep: deep ?? null }),
    { idempotent: true, reversible: true },
  ),
  correlate: action('Finds the cause.', ['none'], { cause: {}, with: {} }, ({ cause }) => ({ verdict: `because of ${cause}` }), {
    idempotent: true,
  }),
  read_backend: action('Reads the log of a service.', ['none'], { service: { type: 'string' } }, ({ service }) => ({ service })),
  reload: action('Loads the page again.', ['browser'], {}, () => ({ reloaded: true }), { idempotent: true, reversible: true }),
  purge: action('Empties a cache.', ['filesystem', 'destructive'], { cache: {} }, ({ cache }) => ({ purged: cache })),
  sign_out: action('Ends all sessions.', ['authentication'], {}, () => ({ out: true })),
  mark: action('Paints a mark.', ['x-paint'], {}, () => ({ marked: true }), { reversible: true }),
};

function action(description, effects, properties, run, flags = {}) {
  return { description, input: { type: 'object', properties, additionalProperties: false }, effects, run, ...flags };
}
