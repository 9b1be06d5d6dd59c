import { diagnostic } from '../diagnostics/diagnostic.js';
import { isChecked } from '../facts/checked-batches.js';
import { type PredicateInfo, type PredicateKey, predicateKey, type Program } from '../program/program.js';
import { batchMisfits } from '../types/batch-misfits.js';
import type { FactBatch } from '../value/fact-batch.js';
import type { CheckArgs } from './external.js';
import { EvaluationError, placeOf } from './evaluation-error.js';
import type { Evaluator } from './evaluator.js';
import type { FactInput } from './host-facts.js';
import { loadBatch } from './load-batch.js';

/** Whether the host gives many facts at once. */
export function isBatch(input: FactInput | FactBatch): input is FactBatch {
  // The host may be plain JavaScript; what is no object is refused where single facts are read.
  return typeof input === 'object' && input !== null && 'columns' in input;
}

/** Loads a batch of facts of the host; throws an `EvaluationError` if it does not fit the program. */
export function* loadHostBatch(
  evaluator: Evaluator,
  facts: FactBatch,
  program: Program,
  checkArgs: CheckArgs,
): Generator<PredicateKey> {
  const info = checkBatch(facts, program, checkArgs);
  yield* loadBatch(evaluator, program, { predicate: info.key, facts }, info.span ?? placeOf(program));
}

function checkBatch(facts: FactBatch, program: Program, checkArgs: CheckArgs): PredicateInfo {
  const key = predicateKey(facts.predicate, facts.arity);
  const info = program.predicates.get(key);
  if (info === undefined) return refuse(program, `the program has no predicate \`${key}\``);
  if (info.isTemporal) return refuse(program, `the facts of \`${key}\` have times, and a batch has none`);
  if (isChecked(facts, program)) return info;
  for (const { args } of batchMisfits(info, facts)) {
    const problem = checkArgs(info, args);
    if (problem !== undefined) return refuse(program, `a fact of \`${key}\` does not fit its bounds: ${problem}`);
  }
  return info;
}

function refuse(program: Program, message: string): never {
  throw new EvaluationError(
    diagnostic('invalid-fact', placeOf(program), message, {
      help: 'Read the facts for the program that they are given to.',
    }),
  );
}
