import { createInterface, type Interface } from 'node:readline';
import { standardBuiltins } from '@manglecp/mangle';
import pc from 'picocolors';
import { evaluateSources, type EvaluationOptions } from '../evaluation/evaluate-sources.js';
import { defineCommand } from './command.js';
import { readSources } from '../input/read-sources.js';
import { clockOptions } from './options.js';
import type { ReplContext } from '../repl/change-text.js';
import { complete } from '../repl/complete.js';
import { historyFile, loadHistory, saveHistory } from '../repl/history.js';
import { isComplete, isEmpty } from '../repl/is-complete.js';
import { metaCommands } from '../repl/meta-commands.js';
import { meantEntry, reply } from '../repl/reply.js';
import { Session } from '../repl/session.js';
import { withProgress } from '../terminal/progress.js';
import type { Terminal } from '../terminal/terminal.js';
import { write } from '../terminal/write.js';

export const replCommand = defineCommand<EvaluationOptions>({
  name: 'repl',
  summary: 'Build a program line by line, ask it and see what changes.',
  operands: '[files...]',
  options: clockOptions,
  examples: ['mangle repl', 'mangle repl family.mg', "printf 'p(1).\\n?p(X)\\n' | mangle repl"],
  run: async (files, options, terminal) => {
    const context: ReplContext = {
      session: new Session(options, (sources, settings) =>
        withProgress(terminal, (onPause) => evaluateSources(sources, { ...settings, onPause })),
      ),
      color: terminal.colors.output,
      isScreen: terminal.output.isTTY === true,
    };
    const start = await context.session.begin(await readSources(files, terminal));
    if (start.isRefused) return { exitCode: 1, diagnostics: start.diagnostics };
    const history = historyFile(terminal.environment);
    const isInteractive = terminal.input.isTTY === true;
    if (isInteractive) await write(terminal.output, 'Mangle. `:help` shows what to type.\n');
    const readline = createReadline(terminal, context, isInteractive ? await loadHistory(history) : []);
    let kept: readonly string[] = [];
    readline.on('history', (lines: string[]) => (kept = [...lines]));
    await converse(readline, terminal, context);
    if (isInteractive && kept.length > 0) await saveHistory(history, kept);
    return { exitCode: 0 };
  },
});

function createReadline({ input, output }: Terminal, { session }: ReplContext, history: string[]): Interface {
  const builtins = standardBuiltins.map(({ name }) => name);
  const commands = Object.keys(metaCommands).map((name) => `:${name}`);
  return createInterface({
    input,
    output,
    terminal: input.isTTY === true,
    history,
    historySize: 1000,
    completer: (line: string) => complete(line, { commands, predicates: session.predicateNames, builtins }),
  });
}

const continuationHint = 'The entry goes on until its period; an empty line or Ctrl-C ends it.';

/** Reads entries until the input ends or `:quit`. An entry of clauses goes on until its period or an empty line. */
async function converse(readline: Interface, terminal: Terminal, context: ReplContext): Promise<void> {
  const paint = pc.createColors(context.color);
  const isInteractive = terminal.input.isTTY === true;
  let pending = '';
  let isOpen = true;
  let hint = isInteractive ? `${paint.dim(continuationHint)}\n` : '';
  readline.on('close', () => (isOpen = false));
  const prompt = (): void => {
    // A prompt after the end would wait for input for ever.
    if (!isInteractive || !isOpen) return;
    readline.setPrompt(pending === '' ? paint.bold('> ') : paint.dim('… '));
    // What was typed meanwhile stays, with the cursor behind it.
    readline.prompt(true);
  };
  readline.on('SIGINT', () => {
    if (context.session.cancel()) return;
    if (pending === '' && readline.line === '') {
      terminal.output.write('\n');
      terminal.output.write(`${paint.dim('Ctrl-D or `:quit` leaves.')}\n`);
      return prompt();
    }
    pending = '';
    // What was typed is given up: to the end of the line, then delete back to its start.
    readline.write(null, { ctrl: true, name: 'e' });
    readline.write(null, { ctrl: true, name: 'u' });
    terminal.output.write('\n');
    prompt();
  });
  prompt();
  for await (const line of readline) {
    // Whoever types a command has done with the clause, and may have forgotten its period.
    if (pending !== '' && isCommand(line)) {
      await write(terminal.output, await reply(pending, context));
      pending = '';
    }
    const entry = `${pending}${line}`;
    if (/^:quit\b/.test(meantEntry(entry))) break;
    const goesOn = !isWhole(entry, line);
    pending = goesOn ? `${entry}\n` : '';
    if (goesOn) {
      await write(terminal.output, hint);
      hint = '';
    } else if (!isEmpty(entry)) await write(terminal.output, await reply(entry, context));
    prompt();
  }
  readline.close();
  if (pending !== '') await write(terminal.output, await reply(pending, context));
}

function isCommand(line: string): boolean {
  const [, name = ''] = /^:([\w-]+)(?:\s|$)/.exec(meantEntry(line)) ?? [];
  return Object.hasOwn(metaCommands, name);
}

/** Whether an entry can be answered: commands and queries are one line, clauses end in a period or an empty line. */
function isWhole(entry: string, lastLine: string): boolean {
  return lastLine.trim() === '' || /^[:?]/.test(meantEntry(entry)) || isEmpty(entry) || isComplete(entry);
}
