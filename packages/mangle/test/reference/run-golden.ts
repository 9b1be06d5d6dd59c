import { parseTime } from '../../src/value/time-text.js';
import type { Outcome, RunOptions } from '../evaluators.js';
import type { CaseResult } from './compare-case.mjs';
import { type Directives, readDirectives } from './directives.js';
import { reportFacts } from './report.js';

/** Evaluates a golden program and reports what the oracle would, answers to queries aside. */
export function runGolden(
  program: string,
  evaluate: (texts: readonly string[], options: RunOptions) => Outcome,
  rearrange: (texts: readonly string[]) => readonly string[] = (texts) => texts,
): CaseResult {
  const directives = readDirectives(program);
  const { bounds, limit } = directives;
  const outcome = evaluate(rearrange(directives.units), {
    now: nowOf(directives),
    bounds,
    ...(limit === undefined ? {} : { maxFacts: limit }),
  });
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
