import {
  type ast,
  type Evaluation,
  premiseText,
  printClause,
  readableFactText,
  readableText,
  type RuleFailure,
  type Source,
  type WhyNot,
  whyNot,
} from '@manglecp/mangle';

/** A rule that does not give what was asked for: where it stops, and what it would need there. */
export interface Obstacle {
  readonly rule: string;
  /** The first condition that does not hold. */
  readonly failed: string;
  /** What is there instead: the nearest facts, or the fact that must not be there. */
  readonly needed: readonly string[];
}

/** As deep as the server's own rules between an answer and what a pack says go. */
const depth = 5;
const maxObstacles = 50;

/** The rules of a pack that could make a goal hold, and where each of them stops. */
export function obstaclesOf(
  evaluation: Evaluation,
  goal: ast.Atom,
  isKernel: (source: Source) => boolean,
): readonly Obstacle[] {
  const obstacles: Obstacle[] = [];
  const waiting: WhyNot[] = [whyNot(evaluation, goal, { depth })];
  for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
    for (const failure of each.rules) {
      const { reason, rule } = failure;
      // The head is about another tool.
      if (reason.kind === 'head') continue;
      if (!isKernel(rule.clause.span.source)) obstacles.push(obstacleOf(failure));
      else if (reason.kind === 'missing' && reason.why !== undefined) waiting.push(reason.why);
    }
  }
  return obstacles.slice(0, maxObstacles);
}

function obstacleOf({ rule, satisfied, bindings, reason }: RuleFailure): Obstacle {
  const premise = rule.premises[satisfied];
  const failed = premise === undefined ? 'the head' : premiseText(premise, bindings, readableText);
  return { rule: printClause(rule.clause), failed, needed: neededFor(reason) };
}

function neededFor(reason: RuleFailure['reason']): readonly string[] {
  if (reason.kind === 'present') return [readableFactText(reason.fact)];
  return reason.kind === 'missing' ? reason.nearest.map(readableFactText) : [];
}
