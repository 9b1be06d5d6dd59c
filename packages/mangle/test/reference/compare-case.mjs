/**
 * How a result of ours is compared with one of the reference engine (golden/README.md). Used by the golden tests and
 * by both comparison scripts, so that all of them mean the same by "matches".
 */

/**
 * A result line of `mangle-oracle` or `mangle eval`.
 * @typedef {object} CaseResult
 * @property {unknown} [id]
 * @property {boolean} ok
 * @property {string} [stage]
 * @property {string} [error]
 * @property {boolean} [crash]
 * @property {Readonly<Record<string, readonly string[]>>} [facts]
 * @property {Readonly<Record<string, readonly string[]>>} [temporal]
 * @property {readonly Answer[]} [answers]
 */

/**
 * @typedef {object} Answer
 * @property {string} query
 * @property {readonly string[]} [atoms]
 * @property {string} [error]
 */

const stages = ['parse', 'analysis', 'stratify', 'eval'];

/**
 * What is different, one line each; empty if the results match. Failing at the same or an earlier stage matches:
 * a good checker finds before evaluation what the reference finds during it.
 * @param {CaseResult} expected
 * @param {CaseResult} actual
 * @returns {string[]}
 */
export function differences(expected, actual) {
  if (expected.ok && actual.ok) {
    return [
      ...factDifferences('facts', expected.facts, actual.facts),
      ...factDifferences('temporal', expected.temporal, actual.temporal),
      ...answerDifferences(expected.answers ?? [], actual.answers ?? []),
    ];
  }
  if (expected.ok) return [`expected an answer, got an error at the stage ${actual.stage}: ${actual.error}`];
  if (actual.ok) return [`expected an error at the stage ${expected.stage}, got an answer: ${expected.error}`];
  if (
    stages.indexOf(actual.stage ?? '') <= stages.indexOf(expected.stage ?? '') &&
    stages.includes(actual.stage ?? '')
  ) {
    return [];
  }
  return [`expected an error at the stage ${expected.stage}, got one at the stage ${actual.stage}: ${actual.error}`];
}

/**
 * Lines for facts that one side has and the other has not. Two facts may print alike, so counts matter.
 * @param {string} section
 * @param {Readonly<Record<string, readonly string[]>>} [expected]
 * @param {Readonly<Record<string, readonly string[]>>} [actual]
 * @returns {string[]}
 */
function factDifferences(section, expected = {}, actual = {}) {
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort();
  return keys.flatMap((key) => listDifferences(`${section} of ${key}`, expected[key] ?? [], actual[key] ?? []));
}

/**
 * @param {readonly Answer[]} expected
 * @param {readonly Answer[]} actual
 * @returns {string[]}
 */
function answerDifferences(expected, actual) {
  if (expected.length !== actual.length) return [`expected ${expected.length} answers, got ${actual.length}`];
  return expected.flatMap((answer, at) => {
    const other = actual[at];
    if ((answer.error === undefined) !== (other?.error === undefined)) {
      return [`answer to ${answer.query}: expected ${answer.error ?? 'atoms'}, got ${other?.error ?? 'atoms'}`];
    }
    return listDifferences(`answer to ${answer.query}`, answer.atoms ?? [], other?.atoms ?? []);
  });
}

/**
 * @param {string} label
 * @param {readonly string[]} expected
 * @param {readonly string[]} actual
 * @returns {string[]}
 */
function listDifferences(label, expected, actual) {
  const missing = without(expected, actual);
  const extra = without(actual, expected);
  return [
    ...missing.map((text) => `${label}: missing ${text}`),
    ...extra.map((text) => `${label}: unexpected ${text}`),
  ];
}

/**
 * The items of a list that are not in another one, counted.
 * @param {readonly string[]} items
 * @param {readonly string[]} others
 * @returns {string[]}
 */
export function without(items, others) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return items.filter((text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}
