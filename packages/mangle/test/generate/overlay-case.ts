import { createRandom } from './random.js';
import type { GeneratedUnit } from './generate-program.js';
import { makeOverlayProgram } from './overlay-program.js';
import { makeSteps } from './overlay-steps.js';

/** A fact of a case, as a statement of one of its units. */
export interface CaseFact {
  readonly unit: number;
  readonly text: string;
}

/** What is done to a prepared base, one after the other. */
export type Step =
  { readonly kind: 'update'; readonly add: readonly CaseFact[]; readonly remove: readonly CaseFact[] } | RequestStep;

export interface RequestStep {
  readonly kind: 'request';
  readonly facts: readonly CaseFact[];
  /** Days between the evaluation time of the base and that of the request. */
  readonly days: number;
  /** Something beside the facts that lets the request fail, or nothing. */
  readonly trouble: Trouble;
}

/** A limit that is too low, a fact that no predicate takes, a signal that has fired, a host function that throws. */
export type Trouble = 'none' | 'limit' | 'invalid' | 'cancelled' | 'host';

/** A random program with the facts of its base, and what happens to the base. */
export interface OverlayCase {
  readonly seed: number;
  /** Declarations, rules and the facts that the program states itself. */
  readonly units: readonly GeneratedUnit[];
  readonly base: readonly CaseFact[];
  readonly steps: readonly Step[];
  /** Whether the host functions are said to give the same answers forever. */
  readonly hasFixedHost: boolean;
}

/** The same seed always gives the same case. With a greater scale it has the same rules and more facts. */
export function generateOverlayCase(seed: number, scale = 1): OverlayCase {
  const random = createRandom(seed);
  const { units, pool } = makeOverlayProgram(random, scale);
  const isStated = pool.map(() => random.chance(0.1));
  const stated = pool.filter((_, at) => isStated[at] === true);
  const given = pool.filter((_, at) => isStated[at] !== true);
  const base = given.filter(() => random.chance(0.5));
  // Facts that the text states can be taken away as well, and be given once more.
  const movable = stated.filter(({ text }) => !text.includes('now') && random.chance(0.5));
  if (movable.length > 0 && random.chance(0.1)) base.push(random.pick(movable));
  return {
    seed,
    units: units.map((unit, at) => ({ ...unit, statements: [...unit.statements, ...textsOf(stated, at)] })),
    base,
    steps: makeSteps(random, given, [...new Set([...base, ...movable])], scale),
    hasFixedHost: random.chance(0.5),
  };
}

/** The texts of the facts of one unit. */
export function textsOf(facts: readonly CaseFact[], unit: number): readonly string[] {
  return facts.filter((fact) => fact.unit === unit).map(({ text }) => text);
}

/** A case for people, with the seed that makes it again. */
export function caseText({ seed, units, base, steps, hasFixedHost }: OverlayCase): string {
  const program = units.map(({ header, statements }) => [...header, ...statements].join('\n')).join('\n#! unit\n');
  const host = hasFixedHost ? '' : '# the answers of the host change from request to request\n';
  return `# seed ${seed}\n${host}${program}\n\nbase:\n${factLines(base)}${steps.map(stepText).join('')}`;
}

function stepText(step: Step, at: number): string {
  if (step.kind === 'update') {
    return `\n${at + 1}. update, add:\n${factLines(step.add)}   remove:\n${factLines(step.remove)}`;
  }
  const trouble = step.trouble === 'none' ? '' : `, trouble: ${step.trouble}`;
  return `\n${at + 1}. request, now + ${step.days} days${trouble}:\n${factLines(step.facts)}`;
}

function factLines(facts: readonly CaseFact[]): string {
  return facts.map(({ unit, text }) => `  ${unit === 0 ? '' : `(unit ${unit + 1}) `}${text}\n`).join('');
}
