import { type Diagnostic, type Fact, hasErrors, type JsonValue, readableFactText } from '@manglecp/mangle';
import { defineCommand } from './command.js';
import { answerQuery, type Answers, querySources } from '../evaluation/answer-query.js';
import { evaluateSources, type EvaluationOptions } from '../evaluation/evaluate-sources.js';
import { identityOf } from '../evaluation/query-facts.js';
import { readQuery } from '../evaluation/query-text.js';
import { readFactFiles } from '../input/read-fact-files.js';
import { readSources } from '../input/read-sources.js';
import { splitOperands } from './operands.js';
import { clockOptions, type FactOptions, factOptions, type TableOptions, tableOptions } from './options.js';
import { answerLines, answersToJson, csvText, linesText } from '../output/answers-text.js';
import { withProgress } from '../terminal/progress.js';
import { type Terminal, UsageError } from '../terminal/terminal.js';

type QueryOptions = EvaluationOptions & FactOptions & TableOptions;

export const queryCommand = defineCommand<QueryOptions>({
  name: 'query',
  summary: 'Evaluate a program and print what matches: an atom, or several conditions as in a rule.',
  operands: '<files-and-queries...>',
  options: [...tableOptions, ...factOptions, ...clockOptions],
  examples: [
    "mangle query family.mg 'ancestor(/ann, X)'",
    "mangle query family.mg 'age(X, N), N > 17, !absent(X)'",
    "mangle query family.mg 'age(X, N) |> do fn:group_by(), let Oldest = fn:max(N)'",
    "mangle query rules.mg facts.mg 'p(X, Y)' --csv > p.csv",
  ],
  run: async (operands, options, terminal) => {
    const { files, atoms } = splitOperands(operands);
    if (options.csv === true && atoms.length > 1) throw new UsageError('`--csv` prints one table; give one query');
    const queries = atoms.map((text, at) => readQuery(text, at + 1));
    const sources = [...(await readSources(files, terminal)), ...querySources(queries)];
    const facts = await readFactFiles(options.facts ?? [], options);
    const ran = await withProgress(terminal, (onPause) => evaluateSources(sources, { ...options, onPause }, facts));
    if (!ran.ok) return { exitCode: 1, diagnostics: ran.diagnostics };
    const answered = queries.map((query) => answerQuery(ran.evaluation, query));
    const problems = answered.flatMap((each): readonly Diagnostic[] => ('diagnostics' in each ? each.diagnostics : []));
    const diagnostics = [...ran.diagnostics, ...problems];
    const tables = answered.flatMap((each) => ('diagnostics' in each ? [] : [each]));
    const output = outputOf(tables, options, terminal);
    return { exitCode: hasErrors(problems) ? 1 : 0, output, diagnostics };
  },
});

function outputOf(tables: readonly Answers[], options: QueryOptions, { output }: Terminal): string {
  if (options['json=values'] === true) {
    const answers: readonly JsonValue[] = tables.flatMap(answersToJson);
    return `${JSON.stringify({ answers })}\n`;
  }
  const [first] = tables;
  if (options.csv === true) return first === undefined ? '' : csvText(first.variables, first.rows);
  return linesText(withoutRepeats(tables), { isScreen: output.isTTY === true });
}

/** The lines of all answers; a fact that several atoms match is printed once. */
function withoutRepeats(tables: readonly Answers[]): string[] {
  const facts = new Map<string, Fact>();
  for (const fact of tables.flatMap((table) => table.facts ?? [])) facts.set(identityOf(fact), fact);
  const conditions = tables.filter((table) => table.facts === undefined);
  return [...Array.from(facts.values(), readableFactText), ...conditions.flatMap(answerLines)];
}
