import { Compile } from 'typebox/compile';
import { isObject, type Json, JsonError, parseJson } from '@manglecp/protocol';
import { fitConfig, type Misfit } from '../config/fit-config.js';
import { findPointer, placeAt } from '../config/json-place.js';
import { fileProblem, type Problem } from '../pack/problem.js';
import { checkScenario } from './check-scenario.js';
import { type Scenario, scenarioSchema } from './scenario-schema.js';

/** A file with a scenario: where it lies in the pack, and what it says. */
export interface ScenarioText {
  readonly file: string;
  readonly text: string;
}

export type ScenarioRead = { readonly scenario: Scenario } | { readonly problems: readonly Problem[] };

/** A file with more mistakes is no scenario at all. */
const maxProblems = 20;

/** Reads a scenario and fills in its defaults. Never throws because of what the text says. */
export function readScenario(source: ScenarioText): ScenarioRead {
  const parsed = parseScenario(source);
  if ('problem' in parsed) return { problems: [parsed.problem] };
  const misfits: Misfit[] = [];
  const fitted = fitConfig(scenarioSchema, parsed.json, (misfit) => misfits.push(misfit));
  if (misfits.length > 0) return { problems: problemsOf(misfits, source) };
  if (!validator.Check(fitted)) throw new Error('a scenario that fits does not fit its schema');
  const doubts = checkScenario(fitted);
  return doubts.length > 0 ? { problems: problemsOf(doubts, source) } : { scenario: fitted };
}

/** What is wrong in a scenario, each with its place. INVARIANT: the text is valid JSON. */
export function problemsOf(misfits: readonly Misfit[], { file, text }: ScenarioText): readonly Problem[] {
  return misfits.slice(0, maxProblems).map(({ path, message, help }) => {
    const { offset } = findPointer(text, path);
    return { ...fileProblem('scenario', file, `\`${path}\`: ${message}`, help), ...placeAt(text, offset) };
  });
}

const validator = Compile(scenarioSchema);

function parseScenario({ file, text }: ScenarioText): { readonly json: Json } | { readonly problem: Problem } {
  const fault = (message: string, offset: number, help: string) => ({
    problem: { ...fileProblem('scenario', file, message, help), ...placeAt(text, offset) },
  });
  try {
    const json = parseJson(text);
    if (isObject(json)) return { json };
    return fault('expected an object', 0, 'Write `{ "name": …, "rounds": [ … ] }`.');
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return fault(`it is no JSON: ${error.message}`, error.offset, 'Mend the text at this place.');
  }
}
