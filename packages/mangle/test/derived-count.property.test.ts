import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateSync, type EvaluateOptions } from '../src/engine/evaluate.js';
import type { Evaluation } from '../src/engine/evaluation.js';
import { EvaluationError } from '../src/engine/evaluation-error.js';
import { prepareSync } from '../src/index.js';
import type { Program } from '../src/program/program.js';
import { engineExternals, readTexts } from './evaluators.js';
import { generatedNow } from './generate/columns.js';
import { externalsOf } from './generate/external.js';
import { type GeneratedProgram, generatedPrograms, programText, unitText } from './generate/generate-program.js';
import { createRandom } from './generate/random.js';
import { isLong, longTimeout } from './support/long.js';
import { inputOf, isOrdered } from './support/source-facts.js';
import { tally } from './support/tally.js';

const parameters = { seed: 20240611, numRuns: isLong ? 4_000 : 200 };

type Run = (limits: EvaluateOptions['limits']) => Evaluation;

/** The code of the error that a run ends with, or undefined. */
function codeOf(run: () => void): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof EvaluationError) return error.code;
    throw error;
  }
}

/** With as many facts as it derived an evaluation passes, with one less it does not. Tells how many there were. */
function checkCount(run: Run, shown: string): number {
  const { derivedCount } = run({});
  expect(
    codeOf(() => run({ maxFacts: derivedCount })),
    `${derivedCount} pass\n${shown}`,
  ).toBeUndefined();
  if (derivedCount > 0) {
    const fewer = codeOf(() => run({ maxFacts: derivedCount - 1 }));
    expect(fewer, `${derivedCount - 1} do not\n${shown}`).toBe('fact-limit');
  }
  return derivedCount;
}

/** Questions to a deferred predicate, and merges of values by one, that may be more than the facts of the program. */
function demanding(seed: number): string {
  const random = createRandom(seed);
  const sizes = Array.from({ length: random.int(1, 8) }, () => `size(${random.int(0, 40)}).`);
  return `
    ${sizes.join(' ')}
    Decl deep(X, Y) descr [deferred(), mode("+", "-")].
    deep(X, 0) :- X <= 0.
    deep(X, Y) :- X > 0, Z = fn:minus(X, 1), deep(Z, W), Y = fn:plus(W, 2).
    deepest(Y) :- X = ${random.int(0, 60)}, deep(X, Y).
    Decl least(X, N) descr [fundep([X], [N]), merge([N], "lesser")].
    Decl lesser(A, B, C) descr [deferred(), mode("+", "+", "-")].
    lesser(A, B, A) :- A <= B.
    lesser(A, B, B) :- B < A.
    least(/all, N) :- size(N).
    least(/all, M) :- least(/all, N), N > 3, M = fn:minus(N, 2).
  `;
}

function analyzed({ units, seed }: GeneratedProgram): Program {
  const program = readTexts([...units.map(unitText), ...(seed % 2 === 0 ? [demanding(seed)] : [])], 'off');
  if ('stage' in program) throw new Error(program.error);
  return program;
}

describe('the number of derived facts', { timeout: longTimeout }, () => {
  it('is the least limit with which a program passes', ({ task }) => {
    let counted = 0;
    const check = (generated: GeneratedProgram): void => {
      const program = analyzed(generated);
      const externals = engineExternals({ externals: externalsOf(generated) });
      const run: Run = (limits = {}) => evaluateSync(program, { now: generatedNow, bounds: 'off', limits, externals });
      if (codeOf(() => run({ maxFacts: 20_000 })) !== undefined) return;
      if (checkCount(run, programText(generated)) > 0) counted++;
    };
    fc.assert(fc.property(generatedPrograms, check), parameters);
    tally(task, 'derived facts counted', 'programs', counted);
  });

  it('is the least limit with which a request passes', ({ task }) => {
    let counted = 0;
    const check = (generated: GeneratedProgram): void => {
      const program = analyzed(generated);
      const externals = engineExternals({ externals: externalsOf(generated) });
      const random = createRandom(generated.seed);
      const apart = new Set(program.facts.filter((fact) => isOrdered(fact, generatedNow) && random.chance(0.4)));
      const rest = { ...program, facts: program.facts.filter((fact) => !apart.has(fact)) };
      const facts = [...apart].map((fact) => inputOf(fact, program, generatedNow));
      const settings = { bounds: 'off', externals, limits: { maxFacts: 20_000 } } as const;
      if (codeOf(() => prepareSync(rest, [], settings)) !== undefined) return;
      const prepared = prepareSync(rest, [], settings);
      const run: Run = (limits = {}) => prepared.requestSync(facts, { now: generatedNow, limits, externals });
      if (codeOf(() => run({ maxFacts: 20_000 })) !== undefined) return;
      if (checkCount(run, programText(generated)) > 0) counted++;
    };
    fc.assert(fc.property(generatedPrograms, check), parameters);
    tally(task, 'derived facts of requests counted', 'programs', counted);
  });
});
