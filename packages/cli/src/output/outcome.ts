import type { Diagnostic } from '@manglecp/mangle';
import { renderDiagnostics } from '@manglecp/mangle';
import type { ExitCode, Terminal } from '../terminal/terminal.js';
import { write } from '../terminal/write.js';

/** What a command has to say. Commands return it; only this folder prints. */
export interface Outcome {
  readonly exitCode: ExitCode;
  /** For standard output, with its final line end. */
  readonly output?: string;
  /** For people, on standard error. */
  readonly diagnostics?: readonly Diagnostic[];
  /** One more line for people, on standard error. */
  readonly note?: string;
}

export async function printOutcome({ output, diagnostics, note }: Outcome, terminal: Terminal): Promise<void> {
  const { colors } = terminal;
  if (diagnostics !== undefined) {
    await write(terminal.errors, renderDiagnostics(diagnostics, { color: colors.errors }));
  }
  if (output !== undefined) await write(terminal.output, output);
  if (note !== undefined) await write(terminal.errors, `${note}\n`);
}
