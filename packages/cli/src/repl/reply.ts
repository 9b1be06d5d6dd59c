import { type Fact, factText } from '@manglecp/mangle';
import { queryFacts } from '../evaluation/query-facts.js';
import { diagnosticsText } from '../output/diagnostics-text.js';
import { sortedLines } from '../output/fact-text.js';
import { UsageError } from '../terminal/terminal.js';
import { changeText, type ReplContext } from './change-text.js';
import { metaCommands } from './meta-commands.js';

/** Answers one whole entry: a `:command`, a `?query` or clauses. Mistakes become text. */
export async function reply(entry: string, context: ReplContext): Promise<string> {
  const text = entry.trim();
  try {
    if (text.startsWith(':')) return await runMetaCommand(text, context);
    if (text.startsWith('?')) return await answerQuery(text.slice(1).trim(), context);
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

/** `?p(X)` matches facts; `?p` lists a predicate with any number of arguments. */
async function answerQuery(text: string, context: ReplContext): Promise<string> {
  const { session, color } = context;
  const evaluation = await session.evaluated();
  const query = text.replace(/\.$/, '');
  if (/^[\w.]+$/.test(query)) {
    return factLines(
      evaluation.facts().filter(({ name }) => name === query),
      context,
    );
  }
  const { facts, diagnostics } = queryFacts(evaluation, query);
  return diagnostics.length > 0 ? diagnosticsText(diagnostics, { color }) : factLines(facts, context);
}

function factLines(facts: readonly Fact[], context: ReplContext): string {
  return facts.length === 0 ? 'no facts match\n' : sortedLines(facts.map(factText), context);
}
