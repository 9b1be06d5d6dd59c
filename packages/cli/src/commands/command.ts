import type { Outcome } from '../output/outcome.js';
import type { Terminal } from '../terminal/terminal.js';

/** One row of `--help`: flags as commander reads them, what they do, and how to read their value. */
export interface Option {
  readonly flags: string;
  readonly description: string;
  /** Gets the text and the value so far; throws `InvalidArgumentError` on bad text. */
  readonly parse?: (text: string, previous: unknown) => unknown;
}

/** Everything there is to know about a command: help, completion and dispatch read this record. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** In commander's notation: `<files...>`. */
  readonly operands: string;
  readonly options: readonly Option[];
  readonly examples: readonly string[];
  readonly run: (operands: readonly string[], options: Record<string, unknown>, terminal: Terminal) => Promise<Outcome>;
}

interface TypedCommand<Options> extends Omit<Command, 'run'> {
  readonly run: (operands: readonly string[], options: Options, terminal: Terminal) => Promise<Outcome>;
}

/** The one place where the options read by commander get the type that the command's own table promises. */
export function defineCommand<Options extends object>(command: TypedCommand<Options>): Command {
  return { ...command, run: (operands, options, terminal) => command.run(operands, options as Options, terminal) };
}
