// A small history.

const commits = [
  { author: 'ida', path: 'src/a.ts', title: 'read lines' },
  { author: 'max', path: 'src/b.ts', title: 'write lines' },
  { author: 'ida', path: 'src/a.ts', title: 'first lines' },
];

const text = { type: 'string' };

export const actions = {
  read_log: {
    description: 'Read the log of the repository, the newest commit first.',
    input: { type: 'object', properties: { since: text, author: text }, additionalProperties: false },
    effects: ['process'],
    idempotent: true,
    run: ({ author }) => ({ commits: commits.filter((commit) => author === undefined || commit.author === author) }),
  },
  read_blame: {
    description: 'Read who wrote the lines of a file.',
    input: object({ path: text }),
    effects: ['process'],
    idempotent: true,
    run: ({ path }) => ({
      authors: [...new Set(commits.filter((each) => each.path === path).map(({ author }) => author))],
    }),
  },
  collect_garbage: {
    description: 'Remove what nothing refers to.',
    input: object({}),
    effects: ['filesystem'],
    idempotent: true,
    run: () => ({ removed: 0 }),
  },
};

/** The JSON Schema of an object whose members are all required. */
function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
