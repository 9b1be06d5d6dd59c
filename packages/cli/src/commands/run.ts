import {
  coverage,
  coverageToJson,
  type Evaluation,
  factText,
  hasErrors,
  Profile,
  profileToJson,
  readableFactText,
  renderCoverage,
  renderProfile,
} from '@manglecp/mangle';
import { failureFrom, successFrom } from '../eval-lines/answer-case.js';
import { evaluateSources, type EvaluationOptions, type Ran } from '../evaluation/evaluate-sources.js';
import { prove } from '../evaluation/prove.js';
import { queryAll, type QueryResult } from '../evaluation/query-facts.js';
import { readFactFiles } from '../input/read-fact-files.js';
import { readSources } from '../input/read-sources.js';
import { factsToCsv, factToJson, linesText } from '../output/answers-text.js';
import { factSource, sortedLines } from '../output/fact-text.js';
import type { Outcome } from '../output/outcome.js';
import { proofText } from '../output/proof-text.js';
import { withProgress } from '../terminal/progress.js';
import { type Terminal, UsageError } from '../terminal/terminal.js';
import { defineCommand } from './command.js';
import { clockOptions, collect, type FactOptions, factOptions, type TableOptions, tableOptions } from './options.js';

interface RunOptions extends EvaluationOptions, FactOptions, TableOptions {
  readonly query?: readonly string[];
  readonly why?: readonly string[];
  readonly source?: true;
  readonly pretty?: true;
  readonly json?: true;
  readonly profile?: true;
  readonly coverage?: true;
}

export const runCommand = defineCommand<RunOptions>({
  name: 'run',
  summary: 'Evaluate a program and print its facts, one a line, sorted.',
  operands: '<files...>',
  options: [
    { flags: '--query <atom>', description: 'print only the facts that match (repeatable)', parse: collect },
    { flags: '--why <atom>', description: 'print a proof of the fact as well (repeatable)', parse: collect },
    { flags: '--source', description: 'print facts as source text that can be read back' },
    {
      flags: '--pretty',
      description: 'print facts for people, as on a terminal: readable text, numbers in their order',
    },
    { flags: '--json', description: 'print one JSON object, shaped like the answers of `mangle eval`' },
    ...tableOptions,
    { flags: '--profile', description: 'say on standard error where time and facts went, by rule and by stratum' },
    { flags: '--coverage', description: 'say on standard error which rules derived nothing, and where they stop' },
    ...factOptions,
    ...clockOptions,
  ],
  examples: [
    'mangle run family.mg',
    "mangle run rules.mg facts.mg --query 'ancestor(/ann, X)'",
    'cat family.mg | mangle run - --source > facts.mg',
    "mangle run family.mg --query 'ancestor(X, Y)' --csv > ancestors.csv",
    'mangle run graph.mg --facts edge=edges.csv',
    "mangle run events.mg --now 2024-06-01T00:00:00Z --why 'active(/ann)'",
  ],
  run: async (files, options, terminal) => {
    refuseCombinations(options);
    const profiler = options.profile === true ? new Profile() : undefined;
    const sources = await readSources(files, terminal);
    const facts = await readFactFiles(options.facts ?? [], options);
    const settings = profiler === undefined ? options : { ...options, profiler };
    const ran = await withProgress(terminal, (onPause) => evaluateSources(sources, { ...settings, onPause }, facts));
    if (options.json === true) return jsonOutcome(ran, options, profiler);
    if (options['json=values'] === true || options.csv === true) return tableOutcome(ran, options);
    const outcome = textOutcome(ran, options, terminal);
    return ran.ok ? { ...outcome, ...noteOf(ran.evaluation, options, profiler) } : outcome;
  },
});

/** What people asked to know beside the facts. */
function noteOf(
  evaluation: Evaluation,
  { coverage: isWanted }: RunOptions,
  profiler: Profile | undefined,
): Pick<Outcome, 'note'> {
  const texts = [
    ...(profiler === undefined ? [] : [renderProfile(profiler, evaluation.program)]),
    ...(isWanted === true ? [renderCoverage(coverage(evaluation))] : []),
  ];
  return texts.length === 0 ? {} : { note: texts.join('\n\n') };
}

function refuseCombinations(options: RunOptions): void {
  const { json, csv, source, pretty, why = [] } = options;
  const forms = { '--json': json, '--json=values': options['json=values'], '--csv': csv, '--source': source };
  const [first, second] = Object.entries({ ...forms, '--pretty': pretty }).filter(([, isGiven]) => isGiven);
  if (first !== undefined && second !== undefined)
    throw new UsageError(`\`${first[0]}\` and \`${second[0]}\` exclude each other`);
  if (json && why.length > 1) throw new UsageError('with `--json` there can be one `--why`');
  if ((csv || options['json=values']) && why.length > 0) throw new UsageError('proofs are text; leave out `--why`');
}

/** The facts as data for other programs. */
function tableOutcome(ran: Ran, options: RunOptions): Outcome {
  if (!ran.ok) return { exitCode: 1, diagnostics: ran.diagnostics };
  const { facts, diagnostics: problems } = selectFacts(ran.evaluation, options.query);
  const diagnostics = [...ran.diagnostics, ...problems];
  if (hasErrors(problems)) return { exitCode: 1, diagnostics };
  if (options.csv !== true) {
    return { exitCode: 0, output: `${JSON.stringify({ facts: facts.map(factToJson) })}\n`, diagnostics };
  }
  const keys = [...new Set(facts.map(({ predicate }) => predicate))];
  if (keys.length > 1) {
    throw new UsageError(
      `\`--csv\` prints the facts of one predicate, and there are ${keys.length}; choose one with \`--query 'p(X)'\``,
    );
  }
  const decl = keys[0] === undefined ? undefined : ran.evaluation.program.predicates.get(keys[0])?.decl;
  return { exitCode: 0, output: factsToCsv(facts, decl?.atom), diagnostics };
}

/** A goal that cannot be asked is also shown to people; the answer has it where `mangle eval` does. */
function jsonOutcome(ran: Ran, options: RunOptions, profiler: Profile | undefined): Outcome {
  const { query = [], why = [] } = options;
  if (!ran.ok) return { exitCode: 1, output: `${JSON.stringify(failureFrom(ran.diagnostics))}\n` };
  const [atom] = why;
  const settings = { queries: query, hide: [], unordered: [], coalesce: false };
  const answer = successFrom(
    ran.evaluation,
    ran.diagnostics,
    atom === undefined ? settings : { ...settings, why: atom },
  );
  const { evaluation } = ran;
  const more = {
    ...(profiler === undefined ? {} : { profile: profileToJson(profiler, evaluation.program) }),
    ...(options.coverage === true ? { coverage: coverageToJson(coverage(evaluation)) } : {}),
  };
  const output = `${JSON.stringify({ ...answer, ...more })}\n`;
  const { diagnostics } = queryAll(ran.evaluation, [...query, ...why]);
  return hasErrors(diagnostics) ? { exitCode: 1, output, diagnostics } : { exitCode: 0, output };
}

function textOutcome(ran: Ran, options: RunOptions, { colors, output }: Terminal): Outcome {
  const notices = ran.diagnostics;
  if (!ran.ok) return { exitCode: 1, diagnostics: notices };
  const isScreen = output.isTTY === true;
  const { facts, diagnostics } = selectFacts(ran.evaluation, options.query);
  const proofs = (options.why ?? []).map((atom) => ({ atom, proved: prove(ran.evaluation, atom) }));
  const problems = [
    ...diagnostics,
    ...proofs.flatMap(({ proved }) => (proved.kind === 'unreadable' ? proved.diagnostics : [])),
  ];
  if (hasErrors(problems)) return { exitCode: 1, diagnostics: [...notices, ...problems] };
  const isPretty = options.pretty === true || (isScreen && options.source !== true);
  const lines = isPretty
    ? linesText(facts.map(readableFactText), { isScreen })
    : sortedLines(facts.map(options.source === true ? factSource : factText), { isScreen });
  const texts = proofs.map(({ atom, proved }) => `\n${proofText(proved, atom, { color: colors.output, isScreen })}`);
  return { exitCode: 0, output: `${lines}${texts.join('')}`, diagnostics: notices };
}

function selectFacts(evaluation: Evaluation, queries: readonly string[] | undefined): QueryResult {
  return queries === undefined ? { facts: evaluation.facts(), diagnostics: [] } : queryAll(evaluation, queries);
}
