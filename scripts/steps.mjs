// Runs named checks one after the other and adds up what passed and failed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command of the repository with its output shown; true if it succeeded. */
export function run(command, args, { cwd = root, env = {} } = {}) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) console.error(error.message);
  return status === 0;
}

/** Runs the command-line script of an installed package with this Node. */
export function runTool(script, ...args) {
  return run(process.execPath, [path.join(root, 'node_modules', script), ...args]);
}

/**
 * `steps` are pairs of a name and a function that returns true, false or `{ passed, failed }`. All of them run, so one
 * report shows everything; the last line is `N passed, N failed`, and the exit code is 1 if anything failed.
 */
export async function runSteps(steps) {
  const total = { passed: 0, failed: 0 };
  const failures = [];
  for (const [name, step] of steps) {
    console.log(`\n== ${name}`);
    const outcome = await step();
    const { passed, failed } = typeof outcome === 'boolean' ? { passed: +outcome, failed: +!outcome } : outcome;
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) failures.push(name);
  }
  if (failures.length > 0) console.log(`\nfailed: ${failures.join(', ')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}
