import { loadPack, renderProblems } from '@manglecp/server';
import { defineCommand } from '../commands/command.js';
import type { Outcome } from '../output/outcome.js';

interface CheckOptions {
  readonly config?: string;
  readonly json?: boolean;
}

export const checkPackCommand = defineCommand<CheckOptions>({
  name: 'check',
  summary: 'say what is wrong with a domain pack, without serving it',
  operands: '<folder>',
  options: [
    { flags: '--config <file>', description: 'settings that are laid over the pack’s `manglecp.json`' },
    { flags: '--json', description: 'print an array of problems' },
  ],
  examples: ['manglecp check my-domain'],
  run: async ([folder = '.'], { config, json }): Promise<Outcome> => {
    // Code of a pack may end the process; that is no success.
    const fail = (): void => void (process.exitCode = 1);
    process.once('exit', fail);
    const loaded = await loadPack(folder, config === undefined ? {} : { configFile: config });
    process.off('exit', fail);
    const problems = 'pack' in loaded ? [] : loaded.problems;
    const warnings = 'pack' in loaded ? loaded.pack.warnings : [];
    const exitCode = problems.length === 0 ? 0 : 1;
    if (json === true) {
      const shown = [...problems, ...warnings].map(
        ({ code, severity = 'error', file, line, column, message, help }) => {
          return {
            severity,
            code: code ?? null,
            file,
            line: line ?? null,
            column: column ?? null,
            message,
            help: help ?? null,
          };
        },
      );
      return { exitCode, output: `${JSON.stringify(shown)}\n` };
    }
    if (problems.length > 0) return { exitCode, note: renderProblems(problems) };
    const note = warnings.length === 0 ? {} : { note: renderProblems(warnings) };
    return { exitCode, output: `${folder} is in order\n`, ...note };
  },
});
