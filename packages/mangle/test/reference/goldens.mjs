import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A recorded program of the reference engine.
 * @typedef {object} Golden
 * @property {string} id folder and name, such as `temporal/active_now`
 * @property {string} program
 * @property {import('./compare-case.mjs').CaseResult} expected
 */

/**
 * All goldens below a folder, by id. A program without a result, or a result without a program, is an error.
 * @param {string} root
 * @returns {Golden[]}
 */
export function readGoldens(root) {
  const folders = readdirSync(root, { withFileTypes: true }).filter((each) => each.isDirectory());
  const names = folders.flatMap(({ name }) => readdirSync(join(root, name)).map((file) => `${name}/${file}`)).sort();
  const programs = names.filter((name) => name.endsWith('.mg')).map((name) => name.slice(0, -'.mg'.length));
  const results = names.filter((name) => name.endsWith('.golden.json'));
  if (
    programs.length === 0 ||
    programs.length !== results.length ||
    programs.length + results.length !== names.length
  ) {
    throw new Error(`programs and results below ${root} do not go together`);
  }
  return programs.map((id) => ({
    id,
    program: readFileSync(join(root, `${id}.mg`), 'utf8'),
    expected: JSON.parse(readFileSync(join(root, `${id}.golden.json`), 'utf8')),
  }));
}
