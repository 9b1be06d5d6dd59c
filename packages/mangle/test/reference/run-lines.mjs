import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Ten times what a batch should take; a child that hangs must not hang the comparison. */
const maxRunMs = 30 * 60_000;

/**
 * Gives JSON lines to a command and reads one JSON line for each. Fails if the command cannot be started, ends with
 * an error or answers with another number of lines.
 * @template T
 * @param {readonly [string, ...string[]]} command
 * @param {readonly unknown[]} cases
 * @returns {Promise<T[]>}
 */
export async function runLines([program, ...args], cases) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], timeout: maxRunMs });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  // A child that dies early breaks the pipe; its exit code tells more than the error of the pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(cases.map((each) => `${JSON.stringify(each)}\n`).join(''));
  /** @type {T[]} */
  const results = [];
  for await (const line of createInterface({ input: child.stdout })) results.push(JSON.parse(line));
  const code = await ended;
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  if (results.length !== cases.length)
    throw new Error(`${program} gave ${results.length} lines for ${cases.length} cases`);
  return results;
}
