// Runs one command to its end and reads the JSON line it prints.
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';

/**
 * What the command printed, with `process_ms`, the wall time of the whole process; or `{ timeout }` in seconds,
 * `{ absent }` if it did not start, `{ error }` if it printed no JSON.
 * @param {readonly string[]} command
 * @param {{ timeoutMs: number }} options
 * @returns {Promise<Record<string, any>>}
 */
export function runCommand([program, ...args], { timeoutMs }) {
  return new Promise((resolve) => {
    const start = performance.now();
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { output: '', errors: '' };
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    let end = 0;
    child.stdout.on('data', (bytes) => (texts.output += bytes));
    child.stderr.on('data', (bytes) => (texts.errors += bytes));
    child.on('exit', () => (end = performance.now()));
    child.on('error', ({ code }) => {
      clearTimeout(timer);
      resolve({ absent: code });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(isLate ? { timeout: timeoutMs / 1000 } : { ...readLine(texts, code), process_ms: end - start });
    });
  });
}

function readLine({ output, errors }, code) {
  const line = output.trim().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line);
  } catch {
    const lines = errors.trim().split('\n').filter(Boolean);
    const reason = lines.find((each) => /error/i.test(each)) ?? lines.at(-1) ?? `exit code ${code}`;
    return { error: reason.trim().slice(0, 200) };
  }
}

/** Runs commands one after another in rounds (A B C A B C …), so that a change of the machine meets all alike. */
export async function inRounds(rounds, contestants, step) {
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) await step(contestant, round);
  }
}

/** A copy without some properties. */
export function without(row, ...names) {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}
