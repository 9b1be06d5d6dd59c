import { compareText, formatTime, readableFactText } from '@manglecp/mangle';
import { prove } from '../evaluation/prove.js';
import { refute } from '../evaluation/refute.js';
import { parseNow } from '../input/parse-now.js';
import { readSource } from '../input/read-sources.js';
import { linesText } from '../output/answers-text.js';
import { proofText, refutationText } from '../output/proof-text.js';
import { screenText } from '../output/screen-text.js';
import { createFile } from '../output/write-source.js';
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
  save: { usage: ':save FILE', summary: 'write the program to a file', run: save },
  show: { usage: ':show [PRED]', summary: 'count the facts of each predicate, or list the facts of one', run: show },
  facts: { usage: ':facts', summary: 'list all facts', run: facts },
  why: { usage: ':why ATOM', summary: 'prove a fact', run: why },
  'why-not': { usage: ':why-not ATOM', summary: 'say why nothing matches', run: whyNot },
  time: { usage: ':time [T]', summary: 'show or set the evaluation time', run: time },
  list: { usage: ':list', summary: 'print the program so far', run: list },
  undo: { usage: ':undo', summary: 'take back the last change of the program', run: undo },
  reset: { usage: ':reset', summary: 'forget the program', run: reset },
  quit: { usage: ':quit', summary: 'leave (also Ctrl-D, `quit` and `exit`)', run: () => '' },
};

function helpText(): string {
  const rows: [string, string][] = [
    ['p(1).', 'add a clause to the program; it may span lines up to its period'],
    ['?p(X)', 'list the facts that match'],
    ['?p', 'list the facts of a predicate'],
    ['?p(X), X > 0', 'list the answers to several conditions'],
    ...Object.values(metaCommands).map(({ usage, summary }): [string, string] => [usage, summary]),
  ];
  return rows.map(([usage, summary]) => `${usage.padEnd(15)}${summary}\n`).join('');
}

async function load(file: string, context: ReplContext): Promise<string> {
  if (file === '') throw new UsageError('expected a file: `:load rules.mg`');
  return changeText(await context.session.addSources([await readSource(file)]), context);
}

/** Never overwrites: the file may be somebody's only copy of something else. */
async function save(file: string, { session }: ReplContext): Promise<string> {
  if (file === '') throw new UsageError('expected a file: `:save rules.mg`');
  const text = session.sources.map((source) => `# ${source.name}\n${source.text.trimEnd()}\n`).join('\n');
  await createFile(file, text);
  return `saved to \`${file}\`\n`;
}

async function facts(_argument: string, context: ReplContext): Promise<string> {
  const all = (await context.session.evaluated()).facts();
  return all.length === 0 ? 'no facts yet\n' : linesText(all.map(readableFactText), context);
}

async function show(predicate: string, context: ReplContext): Promise<string> {
  const all = (await context.session.evaluated()).facts();
  if (predicate !== '') {
    const chosen = all.filter((fact) => fact.name === predicate || fact.predicate === predicate);
    return chosen.length === 0 ? `no facts of \`${predicate}\`\n` : linesText(chosen.map(readableFactText), context);
  }
  const counts = new Map<string, number>();
  for (const fact of all) counts.set(fact.predicate, (counts.get(fact.predicate) ?? 0) + 1);
  if (counts.size === 0) return 'no facts yet\n';
  return [...counts]
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, count]) => `${key}  ${count} ${count === 1 ? 'fact' : 'facts'}\n`)
    .join('');
}

async function why(atom: string, context: ReplContext): Promise<string> {
  if (atom === '') throw new UsageError('expected a fact: `:why p(1)`');
  return proofText(prove(await context.session.evaluated(), atom), atom, context);
}

async function whyNot(atom: string, context: ReplContext): Promise<string> {
  if (atom === '') throw new UsageError('expected a goal: `:why-not p(1)`');
  return refutationText(refute(await context.session.evaluated(), atom), context);
}

async function time(text: string, context: ReplContext): Promise<string> {
  const { session } = context;
  if (text === '') return session.now === undefined ? 'the clock of the machine\n' : `${formatTime(session.now)}\n`;
  const now = parseNow(text);
  if (!now.ok) throw new UsageError(now.reason);
  return changeText(await session.setNow(now.value), context);
}

function list(_argument: string, { session, isScreen }: ReplContext): string {
  if (session.sources.length === 0) return 'the program is empty\n';
  const text = session.sources.map((source) => `# ${source.name}\n${source.text.trimEnd()}\n`).join('');
  return isScreen ? screenText(text) : text;
}

async function undo(_argument: string, context: ReplContext): Promise<string> {
  const change = await context.session.undo();
  if (change === undefined) throw new UsageError('there is nothing to take back');
  return changeText(change, context);
}

function reset(_argument: string, { session }: ReplContext): string {
  session.reset();
  return 'the program is empty\n';
}
