import { analyze } from '../src/analysis/analyze.js';
import { compile, type CompileResult } from '../src/api/compile.js';
import { standardRegistry } from '../src/builtins/registry.js';
import { hasErrors } from '../src/diagnostics/diagnostic.js';
import { evaluateSync, type EvaluateOptions } from '../src/engine/evaluate.js';
import { EvaluationError } from '../src/engine/evaluation-error.js';
import type { External, Externals } from '../src/engine/external.js';
import { evaluateNaive } from '../src/naive/evaluate-naive.js';
import { valueKey } from '../src/naive/intern.js';
import type { NaiveExternal } from '../src/naive/solve.js';
import type { Program } from '../src/program/program.js';
import type { Unit } from '../src/syntax/ast.js';
import { parse } from '../src/syntax/parser.js';
import { createSource } from '../src/text/source.js';
import { fromValue, toValue } from '../src/value/js.js';
import type { GeneratedExternal } from './generate/external.js';
import type { ReportedFact } from './reference/report.js';
import type { Mode } from './support/modes.js';

/** What an evaluator makes of a program: its facts, or where and why it stopped. */
export type Outcome = { readonly facts: readonly ReportedFact[]; readonly stage?: undefined } | FailedOutcome;

export interface FailedOutcome {
  readonly stage: string;
  readonly error: string;
  readonly facts?: undefined;
}

export interface RunOptions {
  readonly now: bigint;
  readonly bounds: 'error' | 'off';
  readonly maxFacts?: number;
  readonly externals?: readonly GeneratedExternal[];
  /** For the choices of a mode. */
  readonly seed?: number;
}

/** Runs the texts through parser, analysis and engine. */
export function runEngine(texts: readonly string[], options: RunOptions): Outcome {
  const program = readTexts(texts, options.bounds);
  if ('stage' in program) return program;
  try {
    return { facts: evaluateSync(program, evaluateOptions(options)).facts() };
  } catch (error) {
    return failed(error);
  }
}

/** Runs an analyzed program in a mode. */
export async function runMode(program: Program | Outcome, options: RunOptions, mode: Mode): Promise<Outcome> {
  if (!('rules' in program)) return program;
  try {
    const { execution = 'auto' } = mode;
    const given = { ...evaluateOptions(options), execution, seed: options.seed ?? 1 };
    return { facts: await mode.evaluate(program, given) };
  } catch (error) {
    return failed(error);
  }
}

/** The analyzed program, or what is wrong with it. */
export function readTexts(texts: readonly string[], bounds: RunOptions['bounds']): Program | FailedOutcome {
  const parsed = parseAll(texts);
  if (!('units' in parsed)) return parsed;
  return programOf(analyze(parsed.units, { bounds, lints: false }));
}

/** The same with simple facts read in bulk, as those of long texts are. */
export function readTextsInBulk(texts: readonly string[], bounds: RunOptions['bounds']): Program | FailedOutcome {
  const sources = texts.map((text, at) => createSource(`unit${at + 1}.mg`, text));
  return programOf(compile(sources, { bounds, lints: false, bulk: true }));
}

function programOf({ program, diagnostics }: CompileResult): Program | FailedOutcome {
  if (program !== undefined) return program;
  const error = diagnostics.find((each) => each.severity === 'error');
  return { stage: error?.stage ?? 'analysis', error: error?.message ?? '' };
}

function failed(error: unknown): Outcome {
  if (error instanceof EvaluationError) return { stage: 'eval', error: error.message };
  throw error;
}

function evaluateOptions(options: RunOptions): EvaluateOptions & { readonly now: bigint } {
  const { now, bounds, maxFacts } = options;
  const limits = maxFacts === undefined ? {} : { maxFacts };
  return { now, bounds, limits, externals: engineExternals(options) };
}

/** Runs the texts through the parser and the naive evaluator. */
export function runNaive(texts: readonly string[], options: RunOptions): Outcome {
  const { now, maxFacts } = options;
  const parsed = parseAll(texts);
  if (!('units' in parsed)) return parsed;
  const limits = maxFacts === undefined ? {} : { maxFacts };
  const { facts, error } = evaluateNaive(parsed.units, {
    registry: standardRegistry,
    now,
    ...limits,
    externals: naiveExternals(options),
  });
  if (facts === undefined) return { stage: 'eval', error };
  return { facts: [...facts].flatMap(([predicate, list]) => list.map((fact) => ({ predicate, ...fact }))) };
}

export function engineExternals({ externals = [] }: Pick<RunOptions, 'externals'>): Externals {
  return Object.fromEntries(
    externals.map(({ key, answer }): [string, External] => [
      key,
      { call: ([input]) => (input === undefined ? [] : answer(toValue(input)).map((value) => [fromValue(value)])) },
    ]),
  );
}

function naiveExternals({ externals = [] }: RunOptions): ReadonlyMap<string, NaiveExternal> {
  return new Map(
    externals.map(({ key, answer }): [string, NaiveExternal] => [
      key,
      ([input]) => (input === undefined ? [] : answer(input).map((value) => [input, value])),
    ]),
  );
}

function parseAll(texts: readonly string[]): { readonly units: readonly Unit[] } | FailedOutcome {
  const results = texts.map((text, at) => parse(createSource(`unit${at + 1}.mg`, text)));
  const diagnostics = results.flatMap((each) => each.diagnostics);
  if (!hasErrors(diagnostics)) return { units: results.map((each) => each.unit) };
  return { stage: 'parse', error: diagnostics[0]?.message ?? '' };
}

/** The model as sorted text without loss, so that two outcomes can be compared as they stand. */
export function modelText(outcome: Outcome): readonly string[] {
  if (outcome.facts === undefined) return [`failed at the stage ${outcome.stage}`];
  return outcome.facts
    .map(({ predicate, args, interval }) => {
      const time = interval === undefined ? '' : ` @${interval.start}..${interval.end}`;
      return `${predicate} ${args.map(valueKey).join(' ')}${time}`;
    })
    .sort();
}
