// Servers in processes of their own.
import { spawn } from 'node:child_process';

/**
 * Starts a script and waits for the line that tells its address, `READY URL` on standard error.
 * @param {string} ready
 * @param {string} script
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<{ child: import('node:child_process').ChildProcess, pid: number, url: string }>}
 */
export function start(ready, script, args, env = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const [, url] = new RegExp(`${ready} (\\S+)`).exec(text) ?? [];
      if (url !== undefined) resolve({ child, pid: child.pid, url });
    });
    child.once('exit', () => reject(new Error(text)));
  });
}

/** @param {string} pack */
export function startServer(pack) {
  const launcher = new URL('../../packages/cli/bin/manglecp.js', import.meta.url).pathname;
  return start('manglecp ready', launcher, ['serve', pack, '--port', '0', '--no-watch']);
}
