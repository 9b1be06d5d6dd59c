import { compareText, createSource, type Diagnostic, type Evaluation, positionAt, type Stage } from '@manglecp/mangle';
import { evaluateSources, type EvaluationOptions, isBoundsCheck } from '../evaluation/evaluate-sources.js';
import { queryFacts } from '../evaluation/query-facts.js';
import { parseNow } from '../input/parse-now.js';
import { type Case, CaseError, readCase, readCaseLine, type Settings } from './case.js';
import { readDirectives } from './directives.js';
import { type FactReport, reportAtoms, reportFacts } from './report.js';
import { explainWhy, type Why } from './why.js';

/** What one line is answered with, apart from its id. */
type CaseAnswer = SuccessAnswer | FailureAnswer;

interface SuccessAnswer extends FactReport {
  readonly ok: true;
  readonly answers?: readonly QueryAnswer[];
  readonly why?: Why;
  readonly warnings?: readonly string[];
}

interface FailureAnswer {
  readonly ok: false;
  readonly stage: Stage | 'input';
  readonly error: string;
  /** The engine has a defect: it failed in a way it should not. */
  readonly crash?: true;
}

interface QueryAnswer {
  readonly query: string;
  readonly error?: string;
  readonly atoms: readonly string[];
}

/** `2024-06-01T00:00:00Z`, the evaluation time of cases that give none. */
const defaultNow = 1_717_200_000n * 1_000_000_000n;

/**
 * Answers one line with one line of JSON; `defaults` hold unless the line says otherwise. Never throws: whatever is
 * wrong becomes the answer.
 */
export async function answerLine(bytes: Uint8Array, defaults: EvaluationOptions): Promise<string> {
  let id = 'null';
  try {
    const line = readCaseLine(bytes);
    id = line.id;
    return encode(id, await answerCase(readCase(line), defaults));
  } catch (error) {
    return encode(id, failureOf(error));
  }
}

/** The id comes first and as it was written. */
function encode(id: string, answer: CaseAnswer): string {
  return `{"id":${id},${JSON.stringify(answer).slice(1)}`;
}

function failureOf(error: unknown): FailureAnswer {
  if (error instanceof CaseError) return { ok: false, stage: 'input', error: error.message };
  return { ok: false, stage: 'eval', error: String(error), crash: true };
}

async function answerCase({ program, facts, settings: given }: Case, defaults: EvaluationOptions): Promise<CaseAnswer> {
  const { units, settings } = readDirectives(program, given);
  const options = optionsOf(settings, defaults);
  const sources = units.map((text, index) => createSource(index === 0 ? 'program' : `unit ${index + 1}`, text));
  if (facts !== '') sources.push(createSource('facts', facts));
  const ran = await evaluateSources(sources, options);
  if (!ran.ok) return failureFrom(ran.diagnostics);
  return successFrom(ran.evaluation, ran.diagnostics, settings);
}

function optionsOf({ now, limit, bounds }: Settings, defaults: EvaluationOptions): EvaluationOptions {
  const time = now === undefined ? { ok: true as const, value: defaults.now ?? defaultNow } : parseNow(now);
  if (!time.ok) throw new CaseError(`\`now\` is \`${now}\`: ${time.reason}`);
  if (bounds !== undefined && !isBoundsCheck(bounds)) {
    throw new CaseError(`bounds must be \`error\`, \`warn\` or \`off\`, got \`${bounds}\``);
  }
  return {
    ...defaults,
    now: time.value,
    ...(limit === undefined || limit <= 0 ? {} : { limit }),
    ...(bounds === undefined ? {} : { bounds }),
  };
}

const stageOrder: readonly Stage[] = ['parse', 'analysis', 'stratify', 'eval'];

/** The stage is the earliest at which something was wrong; the error names everything of that stage. */
export function failureFrom(diagnostics: readonly Diagnostic[]): FailureAnswer {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const stage = stageOrder.find((each) => errors.some((error) => error.stage === each)) ?? 'analysis';
  const texts = errors.filter((error) => error.stage === stage).map(lineText);
  return { ok: false, stage, error: texts.join('\n') };
}

/** The shape that `mangle eval` and `mangle run --json` share. */
export function successFrom(
  evaluation: Evaluation,
  diagnostics: readonly Diagnostic[],
  settings: Settings,
): SuccessAnswer {
  const answers = settings.queries.map((query) => answerQuery(evaluation, query, settings));
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').map(lineText);
  return {
    ok: true,
    ...reportFacts(evaluation.facts(), settings),
    ...(answers.length === 0 ? {} : { answers }),
    ...(settings.why === undefined ? {} : { why: explainWhy(evaluation, settings.why) }),
    ...(warnings.length === 0 ? {} : { warnings: warnings.sort(compareText) }),
  };
}

/** Deferred predicates have no facts of their own: they answer with an empty list. */
function answerQuery(evaluation: Evaluation, query: string, settings: Settings): QueryAnswer {
  const { facts, diagnostics } = queryFacts(evaluation, query);
  const [error] = diagnostics;
  // The reference knows no unknown predicates here: they have no facts.
  if (error !== undefined && error.code !== 'unknown-predicate') return { query, error: error.message, atoms: [] };
  const { predicates } = evaluation.program;
  return {
    query,
    atoms: reportAtoms(
      facts.filter(({ predicate }) => !predicates.get(predicate)?.isDeferred),
      settings,
    ),
  };
}

function lineText(diagnostic: Diagnostic): string {
  const { source, start } = diagnostic.span;
  const { line, column } = positionAt(source, start);
  return `${source.name}:${line}:${column + 1}: ${diagnostic.message} [${diagnostic.code}]`;
}
