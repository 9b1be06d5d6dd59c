import { parseGoal } from '../../src/api/query.js';
import { EvaluationError } from '../../src/engine/evaluation-error.js';
import type { Program } from '../../src/program/program.js';
import { factKey, type Result } from './outcome.js';

const inputs = ['1', '3', '/a', '/c'];

/** Goals on deferred predicates, which store nothing: their answers, or the codes of their errors. */
export function askDeferred({ evaluation }: Result, { predicates }: Program): readonly string[] {
  if (evaluation === undefined) return [];
  const deferred = [...predicates.values()].filter(
    ({ isDeferred, isExternal, arity }) => isDeferred && !isExternal && arity === 2,
  );
  const goals = deferred.flatMap(({ name }) => inputs.map((input) => `${name}(${input}, X)`));
  return goals.flatMap((goal) => {
    try {
      return [goal, ...evaluation.query(parseGoal(goal)).map(factKey)];
    } catch (error) {
      if (error instanceof EvaluationError) return [goal, `failed: ${error.code}`];
      throw error;
    }
  });
}
