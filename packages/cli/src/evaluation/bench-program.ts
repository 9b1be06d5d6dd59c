import { evaluateSync, type Limits, type Program } from '@manglecp/mangle';
import { type Cost, measure, peakMemory } from './bench-clock.js';
import { countByName } from './bench-facts.js';

export interface BenchSettings {
  readonly now: bigint;
  readonly limits: Limits;
}

/** One evaluation of a program. */
export interface ProgramFigures {
  readonly eval_ms: number;
  readonly eval_cpu_ms: number;
  readonly rss_mb: number;
  readonly counts: Record<string, number>;
  /** The best of further evaluations in the same process, if there were any. */
  readonly again_ms?: number;
  readonly again_cpu_ms?: number;
}

/** Evaluates a program once and, for the cost in a process that knows it, some times more. */
export function benchProgram(program: Program, settings: BenchSettings, more = 0): ProgramFigures {
  const { result, cost } = measure(() => evaluateSync(program, settings));
  const once = {
    eval_ms: cost.wallMs,
    eval_cpu_ms: cost.cpuMs,
    rss_mb: peakMemory(),
    counts: countByName(result),
  };
  if (more === 0) return once;
  const again = Array.from({ length: more }, (): Cost => measure(() => evaluateSync(program, settings)).cost);
  return {
    ...once,
    again_ms: Math.min(...again.map(({ wallMs }) => wallMs)),
    again_cpu_ms: Math.min(...again.map(({ cpuMs }) => cpuMs)),
  };
}

/** Evaluates other programs and forgets the results, so that the engine's code is compiled when it counts. */
export function warmUp(programs: readonly Program[], settings: BenchSettings): void {
  const rounds = 3;
  for (let round = 0; round < rounds; round++) {
    for (const program of programs) evaluateSync(program, settings);
  }
}
