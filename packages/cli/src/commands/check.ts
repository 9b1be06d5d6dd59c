import {
  applyFixesToAll,
  compile,
  createSource,
  type Diagnostic,
  diagnosticToJson,
  hasErrors,
  type Source,
  toSarif,
} from '@manglecp/mangle';
import { defineCommand } from './command.js';
import { readSources } from '../input/read-sources.js';
import { boundsOption } from './options.js';
import type { Outcome } from '../output/outcome.js';
import { writeSource } from '../output/write-source.js';
import { type Terminal, UsageError } from '../terminal/terminal.js';

interface CheckOptions {
  readonly json?: true;
  readonly sarif?: true;
  readonly fix?: true;
  /** `false` for `--no-bounds`. */
  readonly bounds?: 'error' | 'off' | false;
}

export const checkCommand = defineCommand<CheckOptions>({
  name: 'check',
  summary: 'Report what is wrong with a program without running it.',
  operands: '<files...>',
  options: [
    { flags: '--json', description: 'print `{ok, diagnostics}` as JSON' },
    { flags: '--sarif', description: 'print a SARIF 2.1.0 log for code scanners' },
    { flags: '--fix', description: 'apply the fixes to the files, then report the rest' },
    boundsOption,
    { flags: '--no-bounds', description: 'the same as `--bounds off`' },
  ],
  examples: ['mangle check *.mg', 'mangle check --fix rules.mg', 'mangle check --sarif rules.mg > mangle.sarif'],
  run: async (files, options, terminal) => {
    if (options.json && options.sarif) throw new UsageError('`--json` and `--sarif` exclude each other');
    if (options.fix && files.includes('-')) throw new UsageError('`--fix` writes files; standard input has none');
    const sources = await readSources(files, terminal);
    const check = (given: readonly Source[]): readonly Diagnostic[] =>
      compile(given, compileOptions(options)).diagnostics;
    const fixed = options.fix ? await fixSources(sources, check) : sources;
    const count = fixed.filter((source, index) => source !== sources[index]).length;
    const outcome = report(check(fixed), options, terminal);
    return count === 0 ? outcome : { ...outcome, note: `fixed ${count} ${count === 1 ? 'file' : 'files'}` };
  },
});

function compileOptions({ bounds }: CheckOptions): { readonly bounds: 'error' | 'off' } {
  return { bounds: bounds === false || bounds === 'off' ? 'off' : 'error' };
}

/** A fix may uncover another mistake or exclude a fix beside it, so fixing goes on until nothing changes. */
const maxRounds = 20;

async function fixSources(
  given: readonly Source[],
  check: (sources: readonly Source[]) => readonly Diagnostic[],
): Promise<readonly Source[]> {
  let sources = given;
  for (let round = 0; round < maxRounds; round++) {
    const changed = applyFixesToAll(check(sources).flatMap(({ fix }) => (fix === undefined ? [] : [fix])));
    if (changed.size === 0) break;
    sources = sources.map((source) => {
      const text = changed.get(source);
      return text === undefined ? source : createSource(source.name, text);
    });
  }
  for (const [index, source] of sources.entries()) {
    if (source !== given[index]) await writeSource(source.name, source.text);
  }
  return sources;
}

function report(diagnostics: readonly Diagnostic[], { json, sarif }: CheckOptions, { version }: Terminal): Outcome {
  const ok = !hasErrors(diagnostics);
  const exitCode = ok ? 0 : 1;
  if (sarif) return { exitCode, output: jsonText(toSarif(diagnostics, { version })) };
  if (json) return { exitCode, output: jsonText({ ok, diagnostics: diagnostics.map(diagnosticToJson) }) };
  return { exitCode, diagnostics };
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
