import { runCommandLine } from './command-line.js';
import { packCommands } from './manglecp-table.js';
import type { ExitCode } from './terminal/terminal.js';

/** The program `manglecp`. */
export function main(argv: readonly string[]): Promise<ExitCode> {
  return runCommandLine(
    {
      name: 'manglecp',
      description: 'Serve domain packs of Mangle rules to agents.',
      example: 'manglecp serve my-domain',
      isService: true,
      commands: packCommands,
    },
    argv,
  );
}
