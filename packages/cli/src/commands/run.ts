import type { Fact, Result } from '@manglecp/mangle';
import { hasErrors } from '@manglecp/mangle';
import { defineCommand } from '../command.js';
import { failureFrom, successFrom } from '../eval-lines/answer-case.js';
import { type Evaluation, evaluateSources } from '../evaluation/evaluate-sources.js';
import { queryFacts } from '../evaluation/query-facts.js';
import { readSources } from '../input/read-sources.js';
import { collect, evaluationOptions, type EvaluationOptions } from '../options.js';
import { factSource, factText, sortedLines } from '../output/fact-text.js';
import type { Outcome } from '../output/outcome.js';
import { proofText } from '../output/proof-text.js';

interface RunOptions extends EvaluationOptions {
  readonly query?: readonly string[];
  readonly why?: string;
  readonly source?: true;
  readonly json?: true;
}

export const runCommand = defineCommand<RunOptions>({
  name: 'run',
  summary: 'Evaluate a program and print its facts, one a line, sorted.',
  operands: '<files...>',
  options: [
    { flags: '--query <atom>', description: 'print only the facts that match (repeatable)', parse: collect },
    { flags: '--why <atom>', description: 'print a proof of the fact as well' },
    { flags: '--source', description: 'print facts as source text that can be read back' },
    { flags: '--json', description: 'print one JSON object, shaped like the answers of `mangle eval`' },
    ...evaluationOptions,
  ],
  examples: [
    'mangle run family.mg',
    "mangle run rules.mg facts.mg --query 'ancestor(/ann, X)'",
    'cat family.mg | mangle run - --source > facts.mg',
    "mangle run events.mg --now 2024-06-01T00:00:00Z --why 'active(/ann)'",
  ],
  run: async (files, options, terminal) => {
    const evaluation = await evaluateSources(await readSources(files, terminal), options);
    return options.json === true ? jsonOutcome(evaluation, options) : textOutcome(evaluation, options);
  },
});

function jsonOutcome(evaluation: Evaluation, { query = [], why }: RunOptions): Outcome {
  const settings = { queries: query, hide: [], unordered: [], coalesce: false, ...(why === undefined ? {} : { why }) };
  const answer = evaluation.ok
    ? successFrom(evaluation.result, evaluation.diagnostics, settings)
    : failureFrom(evaluation.diagnostics);
  return { exitCode: evaluation.ok ? 0 : 1, output: `${JSON.stringify(answer)}\n` };
}

function textOutcome(evaluation: Evaluation, options: RunOptions): Outcome {
  const notices = evaluation.diagnostics.filter(({ severity }) => severity !== 'hint');
  if (!evaluation.ok) return { exitCode: 1, diagnostics: notices };
  const { facts, diagnostics } = selectFacts(evaluation.result, options.query);
  if (hasErrors(diagnostics)) return { exitCode: 1, diagnostics: [...notices, ...diagnostics] };
  const lines = sortedLines(facts.map(options.source === true ? factSource : factText));
  const proof = options.why === undefined ? '' : `\n${proofText(evaluation.result, options.why)}`;
  return { exitCode: 0, output: lines + proof, diagnostics: notices };
}

function selectFacts(result: Result, queries: readonly string[] | undefined): ReturnType<typeof queryFacts> {
  if (queries !== undefined) return queryFacts(result, queries);
  const facts: readonly Fact[] = result.facts();
  return { facts, diagnostics: [] };
}
