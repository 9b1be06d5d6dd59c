import type { Fact } from '../../src/engine/evaluation.js';
import { placeOf } from '../../src/engine/evaluation-error.js';
import type { Program } from '../../src/program/program.js';
import { Call } from '../../src/threads/call.js';
import { Thread } from '../../src/threads/thread.js';
import { wireSource } from '../../src/threads/wire.js';
import { builtWorker } from './built-worker.js';
import type { ModeOptions } from './modes.js';

/** One thread for all programs: starting one takes longer than most of them. */
let shared: Thread | undefined;

/** All facts of a program, evaluated on another thread, where it is read again from its text. */
export async function factsOffThread(program: Program, options: ModeOptions): Promise<readonly Fact[]> {
  const workerUrl = await builtWorker();
  if (shared?.isIdle !== true)
    shared = new Thread({ workerUrl }, { idle: () => undefined, end: () => (shared = undefined) });
  const { now, limits = {}, bounds = 'error', execution = 'auto' } = options;
  const sources = program.units.map(({ source }) => source);
  const call = new Call({ timeoutMs: Infinity, place: placeOf(program), sources });
  const asked = { predicates: 'all' } as const;
  const work = { id: call.id, flag: call.flag, facts: [], asked, now, limits };
  const wire = { sources: sources.map(wireSource) };
  call.start(shared, { kind: 'evaluate', work, program: wire, options: { bounds, execution } });
  return (await call.result).facts;
}
