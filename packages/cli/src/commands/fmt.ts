import { type Diagnostic, formatUnit, hasErrors, parse, type Source } from '@manglecp/mangle';
import { defineCommand } from './command.js';
import { readSources } from '../input/read-sources.js';
import type { Outcome } from '../output/outcome.js';
import { writeSource } from '../output/write-source.js';
import { UsageError } from '../terminal/terminal.js';

interface FmtOptions {
  readonly write?: true;
  readonly check?: true;
}

interface Formatted {
  readonly source: Source;
  /** The text as it should be; what it was if the file has syntax errors. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

export const fmtCommand = defineCommand<FmtOptions>({
  name: 'fmt',
  summary: 'Format programs: print them, rewrite them or check them.',
  operands: '<files...>',
  options: [
    { flags: '-w, --write', description: 'rewrite the files that are not formatted, and name them' },
    { flags: '-c, --check', description: 'only name the files that are not formatted; exit 1 if there are any' },
  ],
  examples: ['mangle fmt rules.mg', 'mangle fmt --write *.mg', 'mangle fmt --check *.mg', 'mangle fmt - < rules.mg'],
  run: async (files, options, terminal) => {
    if (options.write && options.check) throw new UsageError('`--write` and `--check` exclude each other');
    if (options.write && files.includes('-')) throw new UsageError('`--write` rewrites files; standard input has none');
    const formatted = (await readSources(files, terminal)).map(format);
    const diagnostics = formatted.flatMap((each) => each.diagnostics);
    const outcome = options.check || options.write ? await nameChanged(formatted, options) : printed(formatted);
    return hasErrors(diagnostics) ? { ...outcome, diagnostics, exitCode: 1 } : outcome;
  },
});

/** A file with syntax errors stays as it is: a formatter must not guess. */
function format(source: Source): Formatted {
  const { unit, diagnostics } = parse(source);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { source, text: errors.length > 0 ? source.text : formatUnit(unit), diagnostics: errors };
}

function printed(formatted: readonly Formatted[]): Outcome {
  const sound = formatted.filter(({ diagnostics }) => diagnostics.length === 0);
  return { exitCode: 0, output: sound.map(({ text }) => text).join('') };
}

async function nameChanged(formatted: readonly Formatted[], { write }: FmtOptions): Promise<Outcome> {
  const changed = formatted.filter(({ source, text }) => source.text !== text);
  if (write) for (const { source, text } of changed) await writeSource(source.name, text);
  const output = changed.map(({ source }) => `${source.name}\n`).join('');
  return { exitCode: !write && changed.length > 0 ? 1 : 0, output };
}
