// `npm run test:long`: goldens and properties with many more cases, in every mode, and the first minute of a newcomer
// on a fresh clone.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LongestFirst } from './longest-first.mjs';
import { runVitest } from './run-vitest.mjs';
import { root, run, runSteps } from './steps.mjs';

process.env.MANGLE_LONG = '1';

await runSteps([
  [
    'properties, many cases',
    () =>
      runVitest(['property', 'fuzz', '.long.', 'test/golden', 'test/overlay', 'test/provenance'], {
        sequence: { sequencer: LongestFirst },
      }),
  ],
  ['fresh clone: npm ci, npm start', tryFreshClone],
]);

async function tryFreshClone() {
  const folder = mkdtempSync(path.join(tmpdir(), 'mangle-clone-'));
  try {
    return (
      run('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder]) &&
      run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder }) &&
      (await tryStart(folder))
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `npm start` as a newcomer would: it says where it is, answers, and ends when it is told to. */
async function tryStart(cwd) {
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: npm does not pass every signal on to what it started.
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let text = '';
  const address = await new Promise((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const [, found] = /manglecp ready (\S+)/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => resolve(undefined));
  });
  if (address === undefined) {
    console.error(text);
    return false;
  }
  const { status } = await fetch(`${address}/.well-known/manglecp/manifest.json`);
  process.kill(-child.pid, 'SIGTERM');
  await ended;
  child.stderr.destroy();
  return status === 200;
}
