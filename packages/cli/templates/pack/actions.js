// What plans are made of. These actions know a few answers by heart; yours ask real systems.

const states = {
  shop: { state: 'degraded', log: 'shop.log' },
  payments: { state: 'up', log: 'payments.log' },
};

const logs = {
  'shop.log': ['09:10 started', '09:12 waits for the database'],
  'payments.log': ['08:00 started'],
};

export const actions = {
  read_status: {
    description: 'Read the state of a service.',
    input: { type: 'object', properties: { service: { type: 'string' } }, required: ['service'] },
    effects: ['none'],
    idempotent: true,
    run: ({ service }) => ({ service, ...find(states, service, { state: 'unknown', log: '' }) }),
  },
  read_log: {
    description: 'Read the last lines of a log.',
    input: {
      type: 'object',
      properties: { log: { type: 'string' }, lines: { type: 'integer', minimum: 1, default: 10 } },
      required: ['log'],
    },
    effects: ['none'],
    idempotent: true,
    run: ({ log, lines }) => ({ log, lines: find(logs, log, []).slice(-lines) }),
  },
  restart: {
    description: 'Restart a service.',
    input: {
      type: 'object',
      properties: { service: { type: 'string' }, reason: { type: 'string' } },
      required: ['service', 'reason'],
    },
    effects: ['process'],
    run: ({ service, reason }) => ({ service, reason, restarted: true }),
  },
};

/** What a table says; names that it inherits, such as `toString`, say nothing. */
function find(table, name, otherwise) {
  return Object.hasOwn(table, name) ? table[name] : otherwise;
}
