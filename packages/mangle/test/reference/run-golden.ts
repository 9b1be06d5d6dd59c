import { parseTime } from '../../src/value/time-text.js';
import { type Outcome, readTexts, runMode, type RunOptions } from '../evaluators.js';
import type { Mode } from '../support/modes.js';
import type { CaseResult } from './compare-case.mjs';
import { type Directives, readDirectives } from './directives.js';
import { reportFacts } from './report.js';

/** Evaluates a golden program and reports what the oracle would, answers to queries aside. */
export function runGolden(
  program: string,
  evaluate: (texts: readonly string[], options: RunOptions) => Outcome,
): CaseResult {
  const directives = readDirectives(program);
  return report(evaluate(directives.units, optionsOf(directives)), directives);
}

/** Makes a program of texts. */
export type ReadTexts = typeof readTexts;

/** The same in a mode. */
export async function runGoldenIn(program: string, mode: Mode, read: ReadTexts): Promise<CaseResult> {
  const directives = readDirectives(program);
  const options = optionsOf(directives);
  return report(await runMode(read(directives.units, options.bounds), options, mode), directives);
}

const analyzed = new Map<string, ReturnType<ReadTexts>>();

/** Reads the texts of a program once for all modes. */
export function readOnce(texts: readonly string[], bounds: RunOptions['bounds']): ReturnType<ReadTexts> {
  const key = [bounds, ...texts].join('\u0000');
  const known = analyzed.get(key) ?? readTexts(texts, bounds);
  analyzed.set(key, known);
  return known;
}

function optionsOf(directives: Directives): RunOptions {
  const { bounds, limit } = directives;
  return { now: nowOf(directives), bounds, ...(limit === undefined ? {} : { maxFacts: limit }) };
}

function report(outcome: Outcome, directives: Directives): CaseResult {
  if (outcome.facts === undefined) return { ok: false, stage: outcome.stage, error: outcome.error };
  return reportFacts(outcome.facts, directives);
}

/** The recorded result without the parts that `runGolden` leaves out. */
export function withoutAnswers({ answers: _, ...rest }: CaseResult): CaseResult {
  return rest;
}

function nowOf({ now }: Directives): bigint {
  if (/^-?\d+$/.test(now)) return BigInt(now);
  const time = parseTime(now);
  if (!time.ok) throw new Error(`bad evaluation time ${now}: ${time.reason}`);
  return time.value;
}
