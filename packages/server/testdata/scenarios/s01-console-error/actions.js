// What the proxy stored.

const bodies = { r7: { status: 503, body: 'upstream timed out' } };
const logs = { r7: ['cart: no connection to the database'] };

const text = { type: 'string' };

export const actions = {
  read_response_body: {
    description: 'Read the stored body of a response.',
    input: object({ request_id: text }),
    effects: ['none'],
    idempotent: true,
    run: ({ request_id: id }) => stored(bodies, id),
  },
  read_server_log: {
    description: 'Read the lines of the log that share the id of a request.',
    input: object({ request_id: text }),
    effects: ['none'],
    idempotent: true,
    run: ({ request_id: id }) => ({ lines: stored(logs, id) }),
  },
  name_cause: {
    description: 'Name the cause of a failure.',
    input: object({ status: { type: 'integer' }, lines: { type: 'array', items: text }, console: text }),
    effects: ['none'],
    idempotent: true,
    run: ({ status, lines, console }) => ({ cause: `backend_${status}`, status, evidence: lines, console }),
  },
  fetch_stack: {
    description: 'Fetch the stack of the newest line of a level.',
    input: object({ level: text }),
    effects: ['none'],
    idempotent: true,
    run: ({ level }) => ({ level, frame: 'bundle.js:1:4711' }),
  },
  map_frame: {
    description: 'Map a frame to a file of the source.',
    input: object({ frame: text }),
    effects: ['none'],
    idempotent: true,
    run: ({ frame }) => ({ frame, file: 'src/search-box.ts', line: 12 }),
  },
};

function stored(table, id) {
  if (!Object.hasOwn(table, id)) throw new Error(`nothing is stored about ${id}`);
  return table[id];
}

/** The JSON Schema of an object whose members are all required. */
function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
