import type { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { fileProblem } from '../pack/problem.js';
import { renderProblems } from '../pack/render-problems.js';
import type { PackReport, ScenarioReport } from './report.js';
import type { TestOptions } from './test-pack.js';
import type { ThreadMessage, ThreadTask } from './thread-wire.js';

export interface ThreadTestOptions extends TestOptions {
  /** Where goes what code of the pack prints. */
  readonly output: Writable;
  /** The script of threads; that of this package if absent. */
  readonly threadUrl?: URL;
}

/** How much longer than a round may take a thread may say nothing at all: the machine may have other things to do. */
const graceMs = 5_000;
/** How long a thread may take to begin. No code of the pack runs before. */
const startMs = 60_000;

/**
 * Runs the scenarios of a pack on a thread, so that code of the pack cannot end or stop the process: a scenario in which
 * it tries to has failed, and the others are run on the next thread.
 */
export async function testPackOnThread(folder: string, options: ThreadTestOptions): Promise<PackReport> {
  const { output, threadUrl = new URL('./scenario-thread.js', import.meta.url), ...others } = options;
  const scenarios: ScenarioReport[] = [];
  for (let after = ''; ;) {
    const task: ThreadTask = { folder, options: others, after };
    const end = await runThread(threadUrl, task, { output, ended: (report) => scenarios.push(report) });
    if ('problems' in end) return { problems: end.problems, scenarios };
    if (end.during === undefined) {
      const help = 'Look at what its modules do when they are imported.';
      return { problems: renderProblems([fileProblem('pack-code', folder, end.lost, help)]), scenarios };
    }
    const { file, name, round } = end.during;
    scenarios.push({ file, name, problems: '', rounds: [{ round, diff: [end.lost] }] });
    after = file;
  }
}

/** How a thread ended: all done, or lost in the middle of a scenario or before the first. */
type ThreadEnd = { readonly problems: string } | { readonly lost: string; readonly during?: Place };

/** The round of a scenario that runs. */
interface Place {
  readonly file: string;
  readonly name: string;
  readonly round: number;
}

interface ThreadEvents {
  readonly output: Writable;
  readonly ended: (report: ScenarioReport) => void;
}

function runThread(url: URL, task: ThreadTask, { output, ended }: ThreadEvents): Promise<ThreadEnd> {
  const worker = new Worker(url, { workerData: task, stdout: true, stderr: true });
  worker.stdout.on('data', (chunk: Buffer) => output.write(chunk));
  worker.stderr.on('data', (chunk: Buffer) => output.write(chunk));
  const silenceMs = task.options.timeoutMs + graceMs;
  return new Promise((resolve) => {
    let during: Place | undefined;
    const finish = (end: ThreadEnd): void => {
      clearTimeout(timer);
      // A message that comes now would set the timer again.
      worker.removeAllListeners('message');
      void worker.terminate();
      resolve(end);
    };
    const lose = (lost: string): void => finish(during === undefined ? { lost } : { lost, during });
    let timer = setTimeout(() => lose(`the thread did not begin within ${startMs} ms`), startMs);
    const watch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => lose(`code of the pack let nothing else run for ${silenceMs} ms`), silenceMs);
    };
    worker.on('error', (error) => lose(`code of the pack broke the thread: ${error.message}`));
    worker.on('exit', () => lose('code of the pack ended the process'));
    worker.on('message', (message: ThreadMessage) => {
      watch();
      if (message.kind === 'began') during = { file: message.file, name: message.name, round: 1 };
      if (message.kind === 'round' && during !== undefined) during = { ...during, round: message.round };
      if (message.kind === 'ended') {
        during = undefined;
        ended(message.report);
      }
      if (message.kind === 'done') finish({ problems: message.problems });
    });
  });
}
