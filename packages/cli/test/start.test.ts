import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const start = path.join(import.meta.dirname, '../../../scripts/start.mjs');

it('npm start passes its arguments on, and says how to take another port', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const started = run(process.execPath, [start, '--port', String(port)], { env: { ...process.env, PORT: '0' } });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stdout: '',
    // Nothing comes before what the command says, whether something had to be built or not.
    stderr: expect.stringMatching(
      new RegExp(`^error: port ${port} on [^]*PORT=8080 npm start[^]*-- --port 8080`),
    ) as string,
  });
});

it('npm start logs readable lines on a terminal and JSON in a pipe', async () => {
  // `script` is a terminal without a person.
  const onTerminal = await firstLogLine('script', ['-qefc', `'${process.execPath}' '${start}' --port 0`, '/dev/null']);
  expect(onTerminal.log).toMatch(/^\d\d:\d\d:\d\d (info|warn) /);
  const inPipe = await firstLogLine(process.execPath, [start, '--port', '0']);
  expect(inPipe.before).toMatch(/^manglecp ready http:\S+\n$/);
  expect(JSON.parse(inPipe.log)).toMatchObject({ level: expect.any(String) as string });
});

/** The first line of the log of a server that was asked something, and what it wrote before. */
async function firstLogLine(command: string, args: readonly string[]): Promise<{ before: string; log: string }> {
  const child = spawn(command, args, { env: { ...process.env, PORT: '' } });
  const exited = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const output = command === 'script' ? child.stdout : child.stderr;
  let text = '';
  output.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const seen = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(text);
      if (found !== null) return found;
      if (child.exitCode !== null) throw new Error(`it ended: ${text}`);
      await delay(25);
    }
  };
  const [, url = ''] = await seen(/manglecp ready (http:\S+)\s/);
  const response = await fetch(`${url}/manglecp/codebase/evaluate`, { method: 'POST', body: '{}' });
  await response.text();
  const { 0: log, index } = await seen(/^(\d\d:|\{"level").*$/m);
  return { before: text.slice(0, index), log };
}
