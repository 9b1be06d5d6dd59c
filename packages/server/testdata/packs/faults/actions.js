/** How often `fail` and `wipe` were run. */
let calls = 0;

/** Behind oracle: knows one answer, and two ways to fail. */
export function oracle([question]) {
  if (question === 'throw') throw new Error('the oracle of /srv/secret/oracle.js lost its password hunter2');
  if (question === 'reject') return Promise.reject(new Error('the oracle of /srv/secret/oracle.js is away'));
  if (question === 'babble') return [['too', 'many', 'columns']];
  return question === 'meaning' ? [['42']] : [];
}

export const actions = {
  say: action({ text: { type: 'string' }, times: { type: 'integer' } }, ['none'], ({ text, times = 1 }) => ({
    said: text.repeat(times),
  })),
  wipe: action({ text: { type: 'string' } }, ['destructive'], ({ text }) => {
    calls += 1;
    return { wiped: text };
  }),
  fail: action({}, ['none'], () => {
    calls += 1;
    throw new Error('the key of /srv/secret/store.js is hunter2');
  }),
  wait: action({}, ['none'], async (_, { signal, progress }) => {
    progress('waiting');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return {};
  }),
  count_calls: action({}, ['none'], () => ({ calls })),
};

function action(properties, effects, run) {
  return {
    description: 'Does what its name says.',
    input: { type: 'object', properties, additionalProperties: false },
    effects,
    run,
  };
}
