import { compareText, factText, formatTime } from '@manglecp/mangle';
import { prove } from '../evaluation/prove.js';
import { parseNow } from '../input/parse-now.js';
import { readSource } from '../input/read-sources.js';
import { sortedLines } from '../output/fact-text.js';
import { proofText } from '../output/proof-text.js';
import { UsageError } from '../terminal/terminal.js';
import { changeText, type ReplContext } from './change-text.js';

/** One `:word` of the interactive session. */
export interface MetaCommand {
  readonly usage: string;
  readonly summary: string;
  /** Gets what stands behind the word; returns text for the screen. */
  readonly run: (argument: string, context: ReplContext) => Promise<string> | string;
}

export const metaCommands: Readonly<Record<string, MetaCommand>> = {
  help: { usage: ':help', summary: 'show this list', run: () => helpText() },
  load: { usage: ':load FILE', summary: 'add a file to the program, or read it again', run: load },
  show: { usage: ':show [PRED]', summary: 'count the facts of each predicate, or list the facts of one', run: show },
  why: { usage: ':why ATOM', summary: 'prove a fact', run: why },
  time: { usage: ':time [T]', summary: 'show or set the evaluation time', run: time },
  list: { usage: ':list', summary: 'print the program so far', run: list },
  reset: { usage: ':reset', summary: 'forget the program', run: reset },
  quit: { usage: ':quit', summary: 'leave (also Ctrl-D)', run: () => '' },
};

function helpText(): string {
  const rows: [string, string][] = [
    ['p(1).', 'add a clause to the program; it may span lines up to its period'],
    ['?p(X)', 'list the facts that match'],
    ['?p', 'list the facts of a predicate'],
    ...Object.values(metaCommands).map(({ usage, summary }): [string, string] => [usage, summary]),
  ];
  return rows.map(([usage, summary]) => `${usage.padEnd(14)}${summary}\n`).join('');
}

async function load(file: string, context: ReplContext): Promise<string> {
  if (file === '') throw new UsageError('expected a file: `:load rules.mg`');
  return changeText(await context.session.addSources([await readSource(file)]), context);
}

async function show(predicate: string, { session }: ReplContext): Promise<string> {
  const facts = (await session.evaluated()).facts();
  if (predicate !== '') {
    const chosen = facts.filter((fact) => fact.name === predicate || fact.predicate === predicate);
    return chosen.length === 0 ? `no facts of \`${predicate}\`\n` : sortedLines(chosen.map(factText));
  }
  const counts = new Map<string, number>();
  for (const fact of facts) counts.set(fact.predicate, (counts.get(fact.predicate) ?? 0) + 1);
  if (counts.size === 0) return 'no facts yet\n';
  return [...counts]
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, count]) => `${key}  ${count} ${count === 1 ? 'fact' : 'facts'}\n`)
    .join('');
}

async function why(atom: string, { session, color }: ReplContext): Promise<string> {
  if (atom === '') throw new UsageError('expected a fact: `:why p(1)`');
  return proofText(prove(await session.evaluated(), atom), atom, { color });
}

async function time(text: string, context: ReplContext): Promise<string> {
  const { session } = context;
  if (text === '') return session.now === undefined ? 'the clock of the machine\n' : `${formatTime(session.now)}\n`;
  const now = parseNow(text);
  if (now === undefined) throw new UsageError('expected a time such as 2024-06-01T00:00:00Z');
  return changeText(await session.setNow(now), context);
}

function list(_argument: string, { session }: ReplContext): string {
  if (session.sources.length === 0) return 'the program is empty\n';
  return session.sources.map(({ name, text }) => `# ${name}\n${text.trimEnd()}\n`).join('');
}

function reset(_argument: string, { session }: ReplContext): string {
  session.reset();
  return 'the program is empty\n';
}
