// The script of a thread that runs the scenarios of a pack.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type TestListener, testPack } from './test-pack.js';
import type { ThreadMessage, ThreadTask } from './thread-wire.js';

const port = parentPort;
if (port === null) throw new Error('this script is the inside of a thread; use `testPackOnThread`');

const tell = (message: ThreadMessage): void => port.postMessage(message);
const { folder, options, after } = workerData as ThreadTask;

/** As a server does: what an action leaves behind is told, and takes nothing from anybody. */
const report = (error: unknown): void => {
  const text = error instanceof Error ? error.message : String(error);
  console.error(`an error was left behind, most likely by an action of the pack: ${text}`);
};
process.on('unhandledRejection', report);
process.on('uncaughtException', report);

const pulseMs = 250;
const flushMs = 2_000;
tell({ kind: 'alive' });
setInterval(() => tell({ kind: 'alive' }), pulseMs).unref();

const listener: TestListener = {
  began: (file, name) => tell({ kind: 'began', file, name }),
  round: (round) => tell({ kind: 'round', round }),
  ended: (ended) => tell({ kind: 'ended', report: ended }),
};
const { problems } = await testPack(folder, options, { listener, after });
await Promise.race([printed(), sleep(flushMs)]);
tell({ kind: 'done', problems });

/** Resolves when everything that was printed is on its way: the thread is ended as soon as it is done. */
async function printed(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => void stream.write('', () => resolve()));
  }
}
