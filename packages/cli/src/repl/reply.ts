import { answerQuery } from '../evaluation/answer-query.js';
import { readQuery } from '../evaluation/query-text.js';
import { answerLines, linesText } from '../output/answers-text.js';
import { diagnosticsText } from '../output/diagnostics-text.js';
import { UsageError } from '../terminal/terminal.js';
import { changeText, type ReplContext } from './change-text.js';
import { metaCommands } from './meta-commands.js';

/** What people type who know another prompt, and what they mean here. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ['help', ':help'],
  ['?', ':help'],
  ['quit', ':quit'],
  ['exit', ':quit'],
  [':exit', ':quit'],
  [':q', ':quit'],
]);

/** The entry that was meant: `help` is `:help`, and `?- p(X).` is `?p(X)`. */
export function meantEntry(entry: string): string {
  const text = entry.trim().replace(/^\?-\s*/, '?');
  return otherWords.get(text.replace(/(?<=\w)\.$/, '')) ?? text;
}

/** Answers one whole entry: a `:command`, a `?query` or clauses. Mistakes become text. */
export async function reply(entry: string, context: ReplContext): Promise<string> {
  const text = meantEntry(entry);
  try {
    if (text.startsWith(':')) return await runMetaCommand(text, context);
    if (text.startsWith('?')) return await answer(text.slice(1).trim(), context);
    return changeText(await context.session.addText(entry), context);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return `${error.message}\n`;
  }
}

async function runMetaCommand(text: string, context: ReplContext): Promise<string> {
  const [, word = '', argument = ''] = /^:(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const command = Object.hasOwn(metaCommands, word) ? metaCommands[word] : undefined;
  if (command === undefined) throw new UsageError(`there is no command \`:${word}\`; \`:help\` lists them`);
  return command.run(argument.trim(), context);
}

/** `?p(X)` matches facts, `?p(X), X > 0` asks several conditions, `?p` lists a predicate whatever its arguments are. */
async function answer(text: string, context: ReplContext): Promise<string> {
  const { session, color } = context;
  const name = text.replace(/\.$/, '');
  if (/^[\w.]+$/.test(name)) {
    const facts = (await session.evaluated()).facts().filter((fact) => fact.name === name);
    return answersText(answerLines({ variables: [], rows: [], facts }), context);
  }
  const query = readQuery(text, 1);
  const ran = await session.evaluatedWith(query);
  if ('diagnostics' in ran) return diagnosticsText(ran.diagnostics, { color });
  const answers = answerQuery(ran.evaluation, query);
  if ('diagnostics' in answers) return diagnosticsText(answers.diagnostics, { color });
  return answersText(answerLines(answers), context);
}

function answersText(lines: readonly string[], context: ReplContext): string {
  return lines.length === 0 ? 'no facts match\n' : linesText(lines, context);
}
