import type { Diagnostic } from '@manglecp/mangle';
import type { ExitCode, Terminal } from '../terminal/terminal.js';
import { write } from '../terminal/write.js';
import { diagnosticsText } from './diagnostics-text.js';

/** What a command has to say. Commands return it; only this folder prints. */
export interface Outcome {
  readonly exitCode: ExitCode;
  /** For standard output, with its final line end. */
  readonly output?: string;
  /** For people, on standard error. */
  readonly diagnostics?: readonly Diagnostic[];
  /** More lines for people, on standard error, without the last line end. */
  readonly note?: string;
}

export async function printOutcome({ output, diagnostics, note }: Outcome, terminal: Terminal): Promise<void> {
  const { colors } = terminal;
  if (diagnostics !== undefined) {
    await write(terminal.errors, diagnosticsText(diagnostics, { color: colors.errors }));
  }
  if (output !== undefined) await write(terminal.output, output);
  if (note !== undefined) await write(terminal.errors, `${note}\n`);
}
