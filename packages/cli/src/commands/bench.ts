import { compile, evaluateSync, EvaluationError, type Fact, type Program } from '@manglecp/mangle';
import { defineCommand } from './command.js';
import { currentTime } from '../input/parse-now.js';
import { readSources } from '../input/read-sources.js';
import { clockOptions } from './options.js';
import { type EvaluationOptions, limitsOf } from '../evaluation/evaluate-sources.js';

export const benchCommand = defineCommand<EvaluationOptions>({
  name: 'bench',
  summary: 'Evaluate a program once and print what it cost as one line of JSON.',
  operands: '<files...>',
  options: clockOptions,
  examples: ['mangle bench graph.mg', 'mangle bench graph.mg --timeout 60000'],
  run: async (files, options, terminal) => {
    const began = performance.now();
    const sources = await readSources(files, terminal);
    const { program, diagnostics } = compile(sources, { bounds: options.bounds ?? 'error' });
    if (program === undefined) return { exitCode: 1, diagnostics };
    try {
      return { exitCode: 0, output: `${JSON.stringify(measure(program, began, options))}\n` };
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      return { exitCode: 1, diagnostics: [error.diagnostic] };
    }
  },
});

/** `parse_ms` is everything before the evaluation: reading, parsing and checking. */
function measure(program: Program, began: number, options: EvaluationOptions): object {
  const { now = currentTime() } = options;
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const result = evaluateSync(program, { now, limits: limitsOf(options) });
  const end = performance.now();
  const cpu = process.cpuUsage(cpuBefore);
  return {
    eval_ms: end - start,
    total_ms: end - began,
    parse_ms: start - began,
    eval_cpu_ms: (cpu.user + cpu.system) / 1000,
    rss_mb: process.resourceUsage().maxRSS / 1024,
    counts: countByName(result.facts()),
  };
}

/** Facts by the name of their predicate, whatever its arity. */
function countByName(facts: readonly Fact[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of facts) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}
