import {
  type BoundsCheck,
  compile,
  type Diagnostic,
  diagnosticSpecs,
  diagnosticToJson,
  hasErrors,
  type Source,
  toSarif,
} from '@manglecp/mangle';
import { defineCommand } from './command.js';
import { type Fixed, fixFiles } from './fix-files.js';
import { readSources } from '../input/read-sources.js';
import { boundsOption } from './options.js';
import type { Outcome } from '../output/outcome.js';
import { type Terminal, UsageError } from '../terminal/terminal.js';

interface CheckOptions {
  readonly json?: true;
  readonly sarif?: true;
  readonly fix?: true;
  readonly fixAll?: true;
  readonly portable?: true;
  /** `false` for `--no-bounds`. */
  readonly bounds?: BoundsCheck | false;
}

export const checkCommand = defineCommand<CheckOptions>({
  name: 'check',
  summary: 'Report what is wrong with a program without running it.',
  operands: '<files...>',
  options: [
    { flags: '--json', description: 'print `{ok, diagnostics}` as JSON' },
    { flags: '--sarif', description: 'print a SARIF 2.1.0 log for code scanners' },
    { flags: '--fix', description: 'apply the fixes that need no judgment to the files, then report the rest' },
    { flags: '--fix-all', description: 'apply all fixes, also those that may change what is derived' },
    { flags: '--portable', description: 'also report what other Mangle engines read in another way' },
    boundsOption,
    { flags: '--no-bounds', description: 'the same as `--bounds off`' },
  ],
  examples: ['mangle check *.mg', 'mangle check --fix rules.mg', 'mangle check --sarif rules.mg > mangle.sarif'],
  run: async (files, options, terminal) => {
    const isFixing = options.fix === true || options.fixAll === true;
    if (options.json && options.sarif) throw new UsageError('`--json` and `--sarif` exclude each other');
    if (isFixing && files.includes('-')) throw new UsageError('fixes are written to files; standard input has none');
    const sources = await readSources(files, terminal);
    const check = (given: readonly Source[]): readonly Diagnostic[] =>
      compile(given, compileOptions(options)).diagnostics.filter(
        ({ code }) => options.portable === true || !('isAboutPortability' in diagnosticSpecs[code]),
      );
    if (!isFixing) return report(check(sources), options, terminal);
    const fixed = await fixFiles(sources, check, { includesJudgment: options.fixAll === true });
    const diagnostics = check(fixed.sources);
    const note = fixNote(fixed, diagnostics);
    return { ...report(diagnostics, options, terminal), ...(note === '' ? {} : { note }) };
  },
});

function compileOptions({ bounds }: CheckOptions): { readonly bounds: BoundsCheck } {
  return { bounds: bounds === false ? 'off' : (bounds ?? 'error') };
}

/** What was changed, one line a fix, and what was left alone. */
function fixNote({ changes, fileCount }: Fixed, left: readonly Diagnostic[]): string {
  const open = left.filter(({ fix }) => fix?.needsJudgment).length;
  return [
    ...changes,
    ...(fileCount === 0 ? [] : [`fixed ${fileCount} ${fileCount === 1 ? 'file' : 'files'}`]),
    ...(open === 0 ? [] : [`${open} ${open === 1 ? 'fix needs' : 'fixes need'} judgment; \`--fix-all\` applies them`]),
  ].join('\n');
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
