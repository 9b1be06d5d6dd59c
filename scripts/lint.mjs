// Lints with ESLint, which lives in a folder of its own: typescript-eslint needs another TypeScript than the build.
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run } from './steps.mjs';

const folder = path.join(root, 'eslint');

/** Installs the linter if it is missing or its lock file is newer, then lints; true if there is nothing to report. */
export function runLint(...args) {
  if (!isInstalled() && !run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })) return false;
  const command = path.join(folder, 'node_modules', 'eslint', 'bin', 'eslint.js');
  return run(process.execPath, [command, '--config', 'eslint/eslint.config.mjs', '--max-warnings', '0', '.', ...args]);
}

function isInstalled() {
  const installed = statSync(path.join(folder, 'node_modules', '.package-lock.json'), { throwIfNoEntry: false });
  return installed !== undefined && installed.mtimeMs >= statSync(path.join(folder, 'package-lock.json')).mtimeMs;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = runLint(...process.argv.slice(2)) ? 0 : 1;
}
