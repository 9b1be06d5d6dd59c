// `npm run test:long`: goldens and properties with many more cases, in every mode, and the first minute of a newcomer
// on a fresh clone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runVitest } from './run-vitest.mjs';
import { root, run, runSteps } from './steps.mjs';

process.env.MANGLE_LONG = '1';

await runSteps([
  ['properties, many cases', () => runVitest(['property', 'test/golden', 'test/overlay', 'test/provenance'])],
  ['fresh clone: npm ci, npm start', tryFreshClone],
]);

function tryFreshClone() {
  const folder = mkdtempSync(path.join(tmpdir(), 'mangle-clone-'));
  try {
    return (
      run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder]) &&
      run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder }) &&
      run('npm', ['start'], { cwd: folder })
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
