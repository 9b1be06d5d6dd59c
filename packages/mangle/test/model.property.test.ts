import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  modelText,
  type Outcome,
  readTextsInBulk,
  runEngine,
  runMode,
  runNaive,
  type RunOptions,
} from './evaluators.js';
import { generatedNow } from './generate/columns.js';
import { externalsOf } from './generate/external.js';
import { type GeneratedProgram, generatedPrograms, programText, unitText } from './generate/generate-program.js';
import { minimize, shuffleFacts, shuffleStatements } from './generate/rearrange.js';
import { conditionsShuffled, printed } from './reference/rearrange.js';
import { isLong, longTimeout } from './support/long.js';
import { standard } from './support/modes.js';
import { tally } from './support/tally.js';

// `MANGLE_LONG=1` compares 20,000 programs with the naive evaluator, and a part of them with what must make no
// difference. Seeds are fixed: a failure comes back, and `generateProgram(seed)` makes its program again.
const options = { now: generatedNow, bounds: 'off', maxFacts: 20_000 } as const;
const all = { seed: 20240610, numRuns: isLong ? 20_000 : 120 };
const parameters = { seed: 20240612, numRuns: isLong ? 4_000 : 120 };

type Run = (program: GeneratedProgram) => Outcome;

const textsOf = (program: GeneratedProgram): readonly string[] => program.units.map(unitText);
const optionsFor = (program: GeneratedProgram): RunOptions => ({ ...options, externals: externalsOf(program) });
const engine: Run = (program) => runEngine(textsOf(program), optionsFor(program));
const naive: Run = (program) => runNaive(textsOf(program), optionsFor(program));

/** What the host answered is stored by the engine, while the naive evaluator asks again each time. */
function dropAnswers(program: GeneratedProgram, outcome: Outcome): Outcome {
  if (outcome.facts === undefined) return outcome;
  const external = new Set(externalsOf(program).map(({ key }) => key));
  return { facts: outcome.facts.filter(({ predicate }) => !external.has(predicate)) };
}

const withoutAnswers: Run = (program) => dropAnswers(program, engine(program));

/**
 * The naive evaluator runs premises as they are written. The engine may test a later condition first, so that a
 * function is not called with values it cannot take; it never fails where the written order does not.
 */
const asWritten: Run = (program) => {
  const outcome = naive(program);
  return outcome.facts === undefined ? withoutAnswers(program) : outcome;
};

/** Both ways of running a program must give one model; a failure shows the smallest program that still differs. */
function checkSame(program: GeneratedProgram, one: Run, other: Run): void {
  const differs = (each: GeneratedProgram): boolean => {
    const outcome = one(each);
    // The analysis has a property of its own, and a smaller program may lack what it reads.
    if (outcome.facts === undefined && outcome.stage !== 'eval') return false;
    return modelText(outcome).join('\n') !== modelText(other(each)).join('\n');
  };
  if (!differs(program)) return;
  const smallest = minimize(program, differs);
  expect(modelText(one(smallest)), programText(smallest)).toEqual(modelText(other(smallest)));
}

describe('a random program', { timeout: longTimeout }, () => {
  it('passes the analysis', () => {
    fc.assert(
      fc.property(generatedPrograms, (program) => {
        const outcome = engine(program);
        if (outcome.facts === undefined) expect(outcome, programText(program)).toMatchObject({ stage: 'eval' });
      }),
      parameters,
    );
  });

  it('ARCH-015 has the same model with the naive evaluator', () => {
    fc.assert(
      fc.property(generatedPrograms, (program) => checkSame(program, withoutAnswers, asWritten)),
      all,
    );
  });

  it('has the same model with its clauses shuffled', ({ task }) => {
    const shuffled: Run = (program) => engine(shuffleStatements(program, program.seed));
    fc.assert(
      fc.property(generatedPrograms, (program) => checkSame(program, engine, shuffled)),
      parameters,
    );
    tally(task, 'clauses shuffled', 'programs', parameters.numRuns);
  });

  it('has the same model with its facts shuffled', ({ task }) => {
    const shuffled: Run = (program) => engine(shuffleFacts(program, program.seed));
    fc.assert(
      fc.property(generatedPrograms, (program) => checkSame(program, engine, shuffled)),
      parameters,
    );
    tally(task, 'facts shuffled', 'programs', parameters.numRuns);
  });

  it('has the same model with its conditions shuffled', ({ task }) => {
    const shuffled: Run = (program) =>
      runEngine(conditionsShuffled(program.seed)(textsOf(program)), optionsFor(program));
    // Conditions may guard functions that come after them, so a program may fail in one order and not in another.
    const canFail: Run = (program) => {
      const outcome = shuffled(program);
      return outcome.stage === 'eval' ? withoutAnswers(program) : dropAnswers(program, outcome);
    };
    let models = 0;
    const check = (program: GeneratedProgram): void => {
      if (withoutAnswers(program).facts === undefined) return;
      models++;
      checkSame(program, withoutAnswers, canFail);
    };
    fc.assert(fc.property(generatedPrograms, check), parameters);
    tally(task, 'conditions shuffled', 'programs', models);
  });

  it('has the same model when its facts are read in bulk', async ({ task }) => {
    const check = async (program: GeneratedProgram): Promise<void> => {
      const inBulk = readTextsInBulk(textsOf(program), options.bounds);
      const found = modelText(await runMode(inBulk, optionsFor(program), standard));
      expect(found, programText(program)).toEqual(modelText(engine(program)));
    };
    await fc.assert(fc.asyncProperty(generatedPrograms, check), parameters);
    tally(task, 'read in bulk', 'programs', parameters.numRuns);
  });

  it('has the same model when it is printed and read again', ({ task }) => {
    const reprinted: Run = (program) => runEngine(printed(textsOf(program)), optionsFor(program));
    fc.assert(
      fc.property(generatedPrograms, (program) => checkSame(program, engine, reprinted)),
      parameters,
    );
    tally(task, 'printed and read again', 'programs', parameters.numRuns);
  });
});
