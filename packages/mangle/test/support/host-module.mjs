// Functions of the host for tests of threads.
import { threadId } from 'node:worker_threads';
import { createRegistry, hostFunction, standardBuiltins } from '../../dist/index.js';

export const externals = {
  'half/2': { isDeterministic: true, call: ([n]) => (n % 2n === 0n ? [[n / 2n]] : []) },
  'thread/1': { call: async () => [[threadId]] },
};

export const registry = createRegistry([
  ...standardBuiltins,
  hostFunction('fn:app:shout', {
    params: ['/string'],
    result: '/string',
    apply: (text) => text.toUpperCase(),
  }),
]);
