// The reference of errors, from the tables of the protocol package and the messages of its corpus that are refused.

/** @typedef {import('@manglecp/protocol').ErrorSpec} Spec */
/** @typedef {{ message: string, details: string }} Example */
/** @typedef {(code: string, name: string) => Example} ExampleReader */

/**
 * @typedef {object} ErrorTables
 * @property {Readonly<Record<string, Spec>>} errorSpecs
 * @property {Readonly<Record<string, Spec>>} extensionSpecs
 * @property {Readonly<Record<string, { code: string, meaning: string }>>} issueSpecs
 * @property {Readonly<Record<string, string>>} jsonFaults
 */

/** By code the case of the corpus that shows it best. */
const examples = new Map([
  ['unsupported_version', 'older'],
  ['malformed_message', 'payload-everything-wrong'],
  ['invalid_type', 'unknown'],
  ['invalid_facts', 'several-kinds'],
  ['unknown_predicate', 'misspelled'],
  ['arity_mismatch', 'too-few'],
  ['type_mismatch', 'string-for-number'],
  ['reserved_predicate', 'prefix'],
]);

/** Groups of Spec 09 §3.1, in its order, each with its first code. */
const groups = [
  {
    first: 'unsupported_version',
    title: 'The message',
    intro: 'It never reached a rule: something is wrong with its form.',
  },
  { first: 'auth_required', title: 'Who asks', intro: '' },
  {
    first: 'invalid_facts',
    title: 'The facts',
    intro:
      'All facts of a request are checked, and all violations are listed. If they are all of one kind, the code is that ' +
      'of the kind; otherwise it is `invalid_facts`. [The kinds](#why-a-fact-is-refused) are below.',
  },
  {
    first: 'evaluation_timeout',
    title: 'The evaluation',
    intro: 'It stopped. There are no partial results.',
  },
  { first: 'macro_not_found', title: 'The invocation', intro: '' },
  { first: 'server_not_ready', title: 'The server', intro: '' },
  { first: 'x-not_found', title: 'Paths', intro: 'Codes of this implementation, for HTTP only.' },
];

/**
 * @param {ErrorTables} tables
 * @param {ExampleReader} exampleOf
 * @returns {string} Markdown
 */
export function errorsPage({ errorSpecs, extensionSpecs, issueSpecs, jsonFaults }, exampleOf) {
  const entries = Object.entries({ ...errorSpecs, ...extensionSpecs });
  return [
    intro,
    overview(entries),
    ...groups.map((group, at) => section(group, membersOf(at, entries), exampleOf)),
    '## Why a text is not JSON',
    'The `reason` of [malformed_message](#malformed_message) where the text itself is at fault.',
    table(
      ['Reason', 'Meaning'],
      Object.entries(jsonFaults).map(([reason, meaning]) => [`\`${reason}\``, meaning]),
    ),
    '## Why a fact is refused',
    'The `issue` of a violation, and the code of an error that is about this alone.',
    table(
      ['Issue', 'Code', 'Meaning'],
      Object.entries(issueSpecs).map(([issue, { code, meaning }]) => [`\`${issue}\``, link(code), meaning]),
    ),
  ].join('\n\n');
}

const intro = `# Errors

Everything a server can answer instead of a result. Programs go by the code, never by the status of HTTP or by the
message, which is for people and may change.

- **Recoverable** means that a changed or repeated request can succeed. If there is \`retry_after_ms\`, wait that long.
- \`details\` has the members that the entry names, as far as they apply.
- An error carries the id of the request it answers, or null if it answers none.`;

/** @param {readonly (readonly [string, Spec])[]} entries */
function overview(entries) {
  const rows = entries.map(([code, { http, recoverable, meaning }]) => [
    link(code),
    String(http),
    recoverable ? 'yes' : 'no',
    meaning,
  ]);
  return table(['Code', 'HTTP', 'Recoverable', 'Raised when'], rows);
}

/**
 * @param {number} at
 * @param {readonly (readonly [string, Spec])[]} entries
 */
function membersOf(at, entries) {
  const [from = -1, to = entries.length] = [groups[at]?.first, groups[at + 1]?.first]
    .filter((code) => code !== undefined)
    .map((code) => entries.findIndex(([name]) => name === code));
  if (from < 0 || to < 0) throw new Error('scripts/docs/errors-page.mjs names a code that does not exist');
  return entries.slice(from, to);
}

/**
 * @param {typeof groups[number]} group
 * @param {readonly (readonly [string, Spec])[]} members
 * @param {ExampleReader} exampleOf
 */
function section({ title, intro: about }, members, exampleOf) {
  const parts = [`## ${title}`, about, ...members.map(([code, spec]) => entry(code, spec, exampleOf))];
  return parts.filter((part) => part !== '').join('\n\n');
}

/**
 * @param {string} code
 * @param {Spec} spec
 * @param {ExampleReader} exampleOf
 */
function entry(code, { http, recoverable, meaning, details }, exampleOf) {
  const about = `HTTP ${http}, ${recoverable ? 'recoverable' : 'not recoverable'}. ${sentence(meaning)}`;
  const members = Object.entries(details).map(([name, text]) => `- \`details.${name}\`: ${text}`);
  const name = examples.get(code);
  const example = name === undefined ? [] : exampleBlocks(exampleOf(code, name));
  return [`### ${code}`, about, members.join('\n'), ...example].filter((part) => part !== '').join('\n\n');
}

/** @param {Example} example */
function exampleBlocks({ message, details }) {
  return ['This message', fenced(message), 'is refused with these `details`, among others:', fenced(details)];
}

/** @param {string} json */
function fenced(json) {
  return ['```json', json, '```'].join('\n');
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function table(head, rows) {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

/** @param {string} code */
function link(code) {
  return `[${code}](#${code})`;
}

/** @param {string} meaning */
function sentence(meaning) {
  return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`;
}
