import { commands } from './command-table.js';
import { runCommandLine } from './command-line.js';
import type { ExitCode } from './terminal/terminal.js';

/** The program `mangle`. */
export function main(argv: readonly string[]): Promise<ExitCode> {
  return runCommandLine(
    {
      name: 'mangle',
      description: 'Run, check, format, query and explore Mangle programs.',
      example: "mangle run family.mg --query 'ancestor(/ann, X)'",
      commands,
    },
    argv,
  );
}
