import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compile, CompileError, EvaluationError, type Program } from '@manglecp/mangle';
import { benchProgram, type BenchSettings, warmUp } from '../evaluation/bench-program.js';
import { benchRequests, type RequestText } from '../evaluation/bench-requests.js';
import { type EvaluationOptions, limitsOf } from '../evaluation/evaluate-sources.js';
import { currentTime } from '../input/parse-now.js';
import { readSources } from '../input/read-sources.js';
import type { Outcome } from '../output/outcome.js';
import { fileError, type Terminal, UsageError } from '../terminal/terminal.js';
import { defineCommand } from './command.js';
import { clockOptions, collect, parseCount } from './options.js';

interface BenchOptions extends EvaluationOptions {
  readonly requests?: string;
  readonly passes?: number;
  readonly full?: number;
  readonly proofs?: number;
  readonly warm?: number;
  readonly after?: readonly string[];
}

export const benchCommand = defineCommand<BenchOptions>({
  name: 'bench',
  summary: 'Evaluate a program once and print what it cost as one line of JSON.',
  operands: '<files...>',
  options: [
    { flags: '--warm <n>', description: 'evaluate this many times more, for the cost when warm', parse: parseCount },
    { flags: '--after <file>', description: 'evaluate another program first (repeatable)', parse: collect },
    { flags: '--requests <folder>', description: 'answer each `.mg` file of facts in a folder, on a prepared base' },
    { flags: '--passes <n>', description: 'answer all requests this many times (default: 1)', parse: parseCount },
    { flags: '--full <n>', description: 'evaluate this many requests from scratch as well', parse: parseCount },
    { flags: '--proofs <n>', description: 'prove this many facts of each request as well', parse: parseCount },
    ...clockOptions,
  ],
  examples: [
    'mangle bench graph.mg',
    'mangle bench graph.mg --timeout 60000',
    'mangle bench graph.mg --after other.mg --warm 5',
    'mangle bench base.mg --requests requests --passes 5',
  ],
  run: async (files, options, terminal) => {
    refuseCombinations(options);
    const settings = { now: options.now ?? currentTime(), limits: limitsOf(options) };
    try {
      const others: Program[] = [];
      for (const file of options.after ?? []) others.push(await compileFiles([file], options, terminal));
      warmUp(others, settings);
      const began = performance.now();
      const program = await compileFiles(files, options, terminal);
      const line = figures(program, performance.now() - began, settings, options);
      return { exitCode: 0, output: `${JSON.stringify(line)}\n` };
    } catch (error) {
      return failure(error);
    }
  },
});

function refuseCombinations({ requests, warm, passes, full, proofs }: BenchOptions): void {
  if (requests !== undefined && warm !== undefined)
    throw new UsageError('`--warm` and `--requests` exclude each other');
  if (requests !== undefined) return;
  for (const [name, value] of Object.entries({ passes, full, proofs })) {
    if (value !== undefined) throw new UsageError(`\`--${name}\` needs \`--requests\``);
  }
}

async function compileFiles(files: readonly string[], options: BenchOptions, terminal: Terminal): Promise<Program> {
  const { program, diagnostics } = compile(await readSources(files, terminal), {
    bounds: options.bounds ?? 'error',
    // Nobody would see what they find.
    lints: false,
  });
  if (program === undefined) throw new CompileError(diagnostics);
  return program;
}

/** `parse_ms` is everything before the evaluation: reading, parsing and checking. */
function figures(program: Program, parseMs: number, settings: BenchSettings, options: BenchOptions): object {
  const { requests, passes = 1, full = 0, proofs = 0, warm = 0 } = options;
  if (requests === undefined) {
    const result = benchProgram(program, settings, warm);
    return { ...result, parse_ms: parseMs, total_ms: parseMs + result.eval_ms };
  }
  const result = benchRequests(program, readRequests(requests), settings, { passes, full, proofs });
  return { parse_ms: parseMs, ...result };
}

/** The `.mg` files of a folder by name. */
function readRequests(folder: string): RequestText[] {
  try {
    const names = readdirSync(folder)
      .filter((name) => name.endsWith('.mg'))
      .sort();
    if (names.length === 0) throw new UsageError(`there is no \`.mg\` file in \`${folder}\``);
    return names.map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
  } catch (error) {
    throw error instanceof UsageError ? error : fileError('read', folder, error);
  }
}

/** What is wrong with a program or its requests is told like any diagnostic. */
function failure(error: unknown): Outcome {
  if (error instanceof EvaluationError) return { exitCode: 1, diagnostics: [error.diagnostic] };
  if (error instanceof CompileError) return { exitCode: 1, diagnostics: error.diagnostics };
  throw error;
}
