import { standardRegistry } from '../../src/builtins/registry.js';
import { evaluateSync } from '../../src/engine/evaluate.js';
import type { Evaluation } from '../../src/engine/evaluation.js';
import { EvaluationError } from '../../src/engine/evaluation-error.js';
import type { Externals } from '../../src/engine/external.js';
import type { FactInput } from '../../src/engine/host-facts.js';
import { evaluateNaive } from '../../src/naive/evaluate-naive.js';
import { valueKey } from '../../src/naive/intern.js';
import type { Program } from '../../src/program/program.js';
import type { ReportedFact } from '../reference/report.js';
import type { Host } from './host.js';
import { naiveFacts, type ReadCase } from './read-case.js';

/** A model, or the code of the error there is instead. */
export type Result =
  | { readonly evaluation: Evaluation; readonly code?: undefined }
  | { readonly code: string; readonly evaluation?: undefined };

/** Enough for every honest case; a runaway recursion ends here. */
export const limits = { maxFacts: 20_000 };

/** The result of work that may fail; errors that are no `EvaluationError` are defects and pass. */
export async function resultOf(work: () => Evaluation | Promise<Evaluation>): Promise<Result> {
  try {
    return { evaluation: await work() };
  } catch (error) {
    if (error instanceof EvaluationError) return { code: error.code };
    throw error;
  }
}

/** The code of the error that work ends with, or undefined. */
export async function codeOf(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof EvaluationError) return error.code;
    throw error;
  }
}

/** The model from nothing, by the simplest way to run rules. */
export function fromScratch(
  program: Program,
  facts: readonly FactInput[],
  options: { readonly now: bigint; readonly externals: Externals },
): Promise<Result> {
  return resultOf(() => evaluateSync(program, { ...options, facts, limits, bounds: 'off', execution: 'closures' }));
}

/** The model by brute force, without answers of the host; undefined if there is none. */
export function byBruteForce(
  { program, units }: ReadCase,
  facts: readonly FactInput[],
  options: { readonly now: bigint; readonly host: Host },
): readonly string[] | undefined {
  const result = evaluateNaive(units, {
    registry: standardRegistry,
    now: options.now,
    facts: naiveFacts(facts, program),
    externals: options.host.naive,
    maxFacts: limits.maxFacts,
  });
  if (result.facts === undefined) return undefined;
  return [...result.facts].flatMap(([predicate, list]) => list.map((each) => factKey({ predicate, ...each }))).sort();
}

/** The facts of a model as sorted lines without loss; those that the host answered are left out. */
export function linesOf(result: Result, program: Program): readonly string[] {
  if (result.evaluation === undefined) return [`failed: ${result.code}`];
  return result.evaluation
    .facts()
    .filter(({ predicate }) => program.predicates.get(predicate)?.isExternal !== true)
    .map(factKey)
    .sort();
}

/** Text that two facts share exactly when they are the same fact. */
export function factKey({ predicate, args, interval }: ReportedFact): string {
  const time = interval === undefined ? '' : ` @${interval.start}..${interval.end}`;
  return `${predicate} ${args.map(valueKey).join(' ')}${time}`;
}
