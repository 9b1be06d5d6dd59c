import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelText, type Outcome, readTexts, runMode } from './evaluators.js';
import { generatedNow } from './generate/columns.js';
import { externalsOf } from './generate/external.js';
import { type GeneratedProgram, generatedPrograms, programText, unitText } from './generate/generate-program.js';
import { minimizeAsync } from './generate/rearrange.js';
import { isLong, longTimeout } from './support/long.js';
import { type Mode, modes, standard } from './support/modes.js';
import { tally } from './support/tally.js';

// `MANGLE_LONG=1` runs 20,000 programs; each of them in a fifth of the modes, and in fewer of those that take long.
const options = { now: generatedNow, bounds: 'off', maxFacts: 20_000 } as const;
const parameters = { seed: 20240610, numRuns: isLong ? 20_000 : 80 };

type Analyzed = ReturnType<typeof readTexts>;

function analyze({ units }: GeneratedProgram): Analyzed {
  return readTexts(units.map(unitText), options.bounds);
}

/** The model in a mode. Answers of the host are left out: what it is asked may differ from mode to mode. */
async function inMode(program: GeneratedProgram, mode: Mode, analyzed = analyze(program)): Promise<Outcome> {
  const externals = externalsOf(program);
  const outcome = await runMode(analyzed, { ...options, externals, seed: program.seed }, mode);
  if (outcome.facts === undefined) return outcome;
  const external = new Set(externals.map(({ key }) => key));
  return { facts: outcome.facts.filter(({ predicate }) => !external.has(predicate)) };
}

/** The mode must give the model of the default one; a failure shows the smallest program that still differs. */
async function check(program: GeneratedProgram, mode: Mode, analyzed: Analyzed, expected: Outcome): Promise<void> {
  const found = await inMode(program, mode, analyzed);
  if (modelText(found).join('\n') === modelText(expected).join('\n')) return;
  const smallest = await minimizeAsync(program, (each) => differs(each, mode));
  const shown = `mode ${mode.name}\n${programText(smallest)}`;
  expect(modelText(await inMode(smallest, mode)), shown).toEqual(modelText(await inMode(smallest, standard)));
}

async function differs(program: GeneratedProgram, mode: Mode): Promise<boolean> {
  const outcome = await inMode(program, standard);
  // A smaller program may lack what it reads.
  if (outcome.facts === undefined && outcome.stage !== 'eval') return false;
  return modelText(outcome).join('\n') !== modelText(await inMode(program, mode)).join('\n');
}

describe('a random program', { timeout: longTimeout }, () => {
  it('has the same model in every mode', async ({ task }) => {
    const counts = new Map(modes.map((mode) => [mode, 0]));
    let programs = 0;
    const checkAll = async (program: GeneratedProgram): Promise<void> => {
      const analyzed = analyze(program);
      const expected = await inMode(program, standard, analyzed);
      programs++;
      for (const [at, mode] of modes.entries()) {
        const turn = isLong ? (mode.isSlow === true ? 20 : 5) : 1;
        if ((programs + at) % turn !== 0) continue;
        await check(program, mode, analyzed, expected);
        counts.set(mode, (counts.get(mode) ?? 0) + 1);
      }
    };
    await fc.assert(fc.asyncProperty(generatedPrograms, checkAll), parameters);
    for (const [{ name }, count] of counts) tally(task, name, 'programs', count);
  });
});
