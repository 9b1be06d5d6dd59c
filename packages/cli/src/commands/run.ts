import { type Evaluation, factText, hasErrors } from '@manglecp/mangle';
import { failureFrom, successFrom } from '../eval-lines/answer-case.js';
import { evaluateSources, type EvaluationOptions, type Ran } from '../evaluation/evaluate-sources.js';
import { prove } from '../evaluation/prove.js';
import { queryAll, type QueryResult } from '../evaluation/query-facts.js';
import { readSources } from '../input/read-sources.js';
import { factSource, sortedLines } from '../output/fact-text.js';
import type { Outcome } from '../output/outcome.js';
import { proofText } from '../output/proof-text.js';
import type { Terminal } from '../terminal/terminal.js';
import { defineCommand } from './command.js';
import { collect, evaluationOptions } from './options.js';

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
    const ran = await evaluateSources(await readSources(files, terminal), options);
    return options.json === true ? jsonOutcome(ran, options) : textOutcome(ran, options, terminal);
  },
});

function jsonOutcome(ran: Ran, { query = [], why }: RunOptions): Outcome {
  const settings = { queries: query, hide: [], unordered: [], coalesce: false, ...(why === undefined ? {} : { why }) };
  const answer = ran.ok ? successFrom(ran.evaluation, ran.diagnostics, settings) : failureFrom(ran.diagnostics);
  return { exitCode: ran.ok ? 0 : 1, output: `${JSON.stringify(answer)}\n` };
}

function textOutcome(ran: Ran, options: RunOptions, { colors }: Terminal): Outcome {
  const notices = ran.diagnostics;
  if (!ran.ok) return { exitCode: 1, diagnostics: notices };
  const { facts, diagnostics } = selectFacts(ran.evaluation, options.query);
  if (hasErrors(diagnostics)) return { exitCode: 1, diagnostics: [...notices, ...diagnostics] };
  const lines = sortedLines(facts.map(options.source === true ? factSource : factText));
  if (options.why === undefined) return { exitCode: 0, output: lines, diagnostics: notices };
  const proof = proofText(prove(ran.evaluation, options.why), options.why, { color: colors.output });
  return { exitCode: 0, output: `${lines}\n${proof}`, diagnostics: notices };
}

function selectFacts(evaluation: Evaluation, queries: readonly string[] | undefined): QueryResult {
  return queries === undefined ? { facts: evaluation.facts(), diagnostics: [] } : queryAll(evaluation, queries);
}
