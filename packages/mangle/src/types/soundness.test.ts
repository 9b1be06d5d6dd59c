import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { check } from '../analysis/analyze.suite.js';
import { evaluateSync } from '../engine/evaluate.js';
import { EvaluationError } from '../engine/evaluation-error.js';
import { sourceText } from '../value/format.js';
import { valueHasType } from './has-type.js';
import { inferTypes } from './infer.js';
import { anyType } from './type.js';

const folder = fileURLToPath(new URL('../../testdata/golden/', import.meta.url));
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mg'))
  .map((name) => name.replaceAll('\\', '/'))
  .sort();

/** Facts of a well-typed program that are in no row of the types inferred for their predicate. */
function factsOutside(text: string): readonly string[] {
  const { program } = check(text, { bounds: 'error' });
  if (program === undefined) return [];
  const { rowsOf } = inferTypes(program);
  return factsOf(program).flatMap(({ predicate, args }) => {
    const isInside = rowsOf(predicate).some((row) =>
      args.every((value, at) => valueHasType(value, row[at] ?? anyType)),
    );
    return isInside ? [] : [`${predicate.replace(/\/\d+$/, '')}(${args.map(sourceText).join(',')})`];
  });
}

type Analyzed = NonNullable<ReturnType<typeof check>['program']>;

function factsOf(program: Analyzed): ReturnType<ReturnType<typeof evaluateSync>['facts']> {
  try {
    return evaluateSync(program, { now: 0n, bounds: 'off', limits: { maxFacts: 20_000 } }).facts();
  } catch (error) {
    if (error instanceof EvaluationError) return [];
    throw error;
  }
}

test.each(names)('what %s derives is in the inferred types', (name) => {
  expect(factsOutside(readFileSync(folder + name, 'utf8'))).toEqual([]);
});
