import { describe, expect, it } from 'vitest';
import { check } from '../analysis/analyze.suite.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Evaluation } from '../engine/evaluation.js';
import { evaluateSync } from '../engine/evaluate.js';
import { EvaluationError } from '../engine/evaluation-error.js';
import type { PredicateKey, Program, Rule } from '../program/program.js';
import { factText } from '../provenance/render.js';
import { generateTypedProgram, typedProgramText } from '../../test/generate/typed-program.js';
import { isLong, longTimeout } from '../../test/support/long.js';
import { tally } from '../../test/support/tally.js';
import { checkTypes } from './check-types.js';
import { factMisfit } from './check-value.js';
import { valueHasType } from './has-type.js';
import { inferTypes } from './infer.js';
import { anyType } from './type.js';

// The check of types against what programs derive. Seeds are fixed; `generateTypedProgram(seed)` makes a program again.
const programs = isLong ? 20_000 : 1_000;

function evaluated(program: Program): Evaluation | undefined {
  try {
    return evaluateSync(program, { now: 0n, bounds: 'off' });
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

function isWithin({ span }: Diagnostic, { clause }: Rule): boolean {
  return span.start >= clause.span.start && span.end <= clause.span.end;
}

/** A head that is not as declared, and a function that might fail, are no claim that nothing follows. */
function saysImpossible({ code, severity, message, help }: Diagnostic): boolean {
  if (severity !== 'error') return help?.includes('can never hold') === true;
  return code !== 'head-type' && !message.includes('`fn:');
}

/** What the check says of a program that its facts contradict. */
function wrongVerdicts(text: string): string[] {
  const { program, diagnostics: refused } = check(text);
  if (program === undefined) return [`refused: ${refused[0]?.message ?? ''}`];
  const evaluation = evaluated(program);
  if (evaluation === undefined) return [];
  const diagnostics = checkTypes(program);
  const found: string[] = [];
  // Where facts are not as declared, and that was said, nobody wonders at what follows from them.
  const doubtful = new Set<PredicateKey>();
  for (const rule of program.rules) {
    const said = diagnostics.filter((each) => isWithin(each, rule));
    const isDoubtful = rule.premises.some((each) => 'predicate' in each && doubtful.has(each.predicate));
    if (isDoubtful || said.some(({ severity }) => severity === 'error')) doubtful.add(rule.predicate);
    if (isDoubtful || evaluation.facts(rule.predicate).length === 0) continue;
    for (const { message } of said.filter(saysImpossible)) {
      found.push(`a rule that fires is called impossible: ${message}`);
    }
  }
  if (diagnostics.some(({ severity }) => severity === 'error')) return found;
  const { rowsOf } = inferTypes(program);
  for (const fact of evaluation.facts()) {
    const info = program.predicates.get(fact.predicate);
    const isDeclared = info === undefined || factMisfit(info, fact.args) === undefined;
    const isInferred = rowsOf(fact.predicate).some((row) =>
      fact.args.every((value, at) => valueHasType(value, row[at] ?? anyType)),
    );
    if (!isDeclared) found.push(`accepted, but ${factText(fact)} is not as declared`);
    else if (!isInferred) found.push(`${factText(fact)} is in no inferred row`);
  }
  return found;
}

describe('the check of types', { timeout: longTimeout }, () => {
  it('accepts only what keeps to its bounds, and calls no rule impossible that fires', ({ task }) => {
    for (let seed = 1; seed <= programs; seed++) {
      const text = typedProgramText(generateTypedProgram(seed));
      expect(wrongVerdicts(text), `seed ${seed}\n${text}`).toEqual([]);
    }
    tally(task, 'types checked', 'programs', programs);
  });
});
