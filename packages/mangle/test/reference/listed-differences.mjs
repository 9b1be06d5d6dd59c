import { readFileSync } from 'node:fs';

/**
 * The goldens on which we differ from the reference on purpose, as docs/differences-from-go.md lists them: table rows
 * that begin with a case in backticks, such as ``| `folder/name` | trap | why |``.
 *
 * @typedef {object} ListedDifference
 * @property {string} id
 * @property {'trap' | 'extension'} kind trap: the reference is wrong or crashes; extension: we accept more
 * @property {string} reason
 */

const row = /^\|\s*`([\w-]+\/[\w-]+)`\s*\|\s*(trap|extension)\s*\|\s*(.*?)\s*\|\s*$/;

/**
 * Throws if a case is listed twice or a row that begins with a case has another shape.
 * @param {URL | string} file
 * @returns {ReadonlyMap<string, ListedDifference>}
 */
export function readListedDifferences(file) {
  /** @type {Map<string, ListedDifference>} */
  const listed = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (!/^\|\s*`[\w-]+\/[\w-]+`/.test(line)) continue;
    const [, id = '', kind = '', reason = ''] = row.exec(line) ?? [];
    if (reason === '') throw new Error(`not a row of the form | \`case\` | trap or extension | why |: ${line}`);
    if (listed.has(id)) throw new Error(`the case ${id} is listed twice`);
    listed.set(id, { id, kind: kind === 'trap' ? 'trap' : 'extension', reason });
  }
  return listed;
}
