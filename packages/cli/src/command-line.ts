import { readFileSync } from 'node:fs';
import { Command as Parser, CommanderError } from 'commander';
import pc from 'picocolors';
import type { Command } from './commands/command.js';
import { printOutcome } from './output/outcome.js';
import { type ColorChoice, wantsColor } from './terminal/colors.js';
import { type ExitCode, type Terminal, UsageError } from './terminal/terminal.js';
import { endOnWriteError } from './terminal/write.js';

/** A program of this package: its name, what help says, and its commands. */
export interface CommandLine {
  readonly name: string;
  readonly description: string;
  readonly example: string;
  /** Whether it goes on where nobody reads what it logs. */
  readonly isService?: boolean;
  /** In the order of its help. */
  readonly commands: readonly Command[];
}

/** Runs a command line and returns the exit code of the process. */
export async function runCommandLine(line: CommandLine, argv: readonly string[]): Promise<ExitCode> {
  endOnWriteError(process.stdout);
  if (line.isService) process.stderr.on('error', () => undefined);
  else endOnWriteError(process.stderr);
  let exitCode: ExitCode = 0;
  const parser = createParser(line, async (command, operands, options, colors) => {
    const terminal = createTerminal(colors);
    const outcome = await command.run(operands, options, terminal);
    await printOutcome(outcome, terminal);
    exitCode = outcome.exitCode;
  });
  try {
    await parser.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UsageError)) throw error;
    const { colors } = createTerminal(parser.opts<GlobalOptions>());
    process.stderr.write(`${pc.createColors(colors.errors).red('error')}: ${error.message}\n`);
    return 2;
  }
}

interface GlobalOptions {
  /** Absent unless `--color` or `--no-color` is given. */
  readonly color?: boolean;
}

type Dispatch = (
  command: Command,
  operands: readonly string[],
  options: Record<string, unknown>,
  global: GlobalOptions,
) => Promise<void>;

/** Commander's parser for the table of commands. */
function createParser({ name, description, example, commands }: CommandLine, dispatch: Dispatch): Parser {
  const parser = new Parser(name)
    .description(description)
    .version(readVersion())
    .option('--color', 'color the output, also into a pipe')
    .option('--no-color', 'never color the output')
    .addHelpText('after', `\nExample:\n  ${example}`)
    .showHelpAfterError(`(\`${name} --help\` lists the commands)`)
    .exitOverride();
  for (const command of commands) addCommand(parser, command, dispatch);
  return parser;
}

function addCommand(parser: Parser, command: Command, dispatch: Dispatch): void {
  const { name, summary, operands, options, examples } = command;
  const sub = parser
    .command(`${name} ${operands}`.trim())
    .description(summary)
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`)
    .showHelpAfterError(`(\`${parser.name()} ${name} --help\` shows how to use it)`)
    .exitOverride();
  for (const { flags, description, parse } of options) {
    if (parse === undefined) sub.option(flags, description);
    else sub.option(flags, description, parse);
  }
  sub.action(() => dispatch(command, sub.args, sub.opts(), parser.opts<GlobalOptions>()));
}

function createTerminal({ color }: GlobalOptions): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const choice: ColorChoice = color === undefined ? 'auto' : color ? 'always' : 'never';
  return {
    input: stdin,
    output: stdout,
    errors: stderr,
    environment: env,
    colors: { output: wantsColor(choice, env, stdout), errors: wantsColor(choice, env, stderr) },
    version: readVersion(),
  };
}

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
