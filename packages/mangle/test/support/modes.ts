import { type EvaluateOptions, evaluateSync } from '../../src/engine/evaluate.js';
import type { Evaluation } from '../../src/engine/evaluation.js';
import { EvaluationError } from '../../src/engine/evaluation-error.js';
import { type Execution, loadPrepared, type PrepareOptions, prepareSync } from '../../src/index.js';
import type { FactInput } from '../../src/engine/host-facts.js';
import type { Program } from '../../src/program/program.js';
import { createRandom, type Random } from '../generate/random.js';
import type { PreparedBase } from '../overlay/prepared.js';
import { prepareBase } from '../overlay/tested-base.js';
import type { ReportedFact } from '../reference/report.js';
import { factsOffThread } from './off-thread.js';
import { paused } from './paused.js';
import { inputKey, inputOf, isOrdered } from './source-facts.js';
import { provedFacts } from './with-proofs.js';

/** A way to come to the model of a program. All of them must come to the same. */
export interface Mode {
  readonly name: string;
  /** How rules are run; the engine chooses if absent. */
  readonly execution?: Execution;
  /** Whether it does much more than evaluate; long tests then take a sample. */
  readonly isSlow?: boolean;
  readonly evaluate: (
    program: Program,
    options: ModeOptions,
  ) => readonly ReportedFact[] | Promise<readonly ReportedFact[]>;
}

export interface ModeOptions extends Omit<EvaluateOptions, 'facts' | 'now'> {
  readonly now: bigint;
  /** For the choices of the mode. */
  readonly seed: number;
}

/** As callers who say nothing about it get it. */
export const standard: Mode = {
  name: 'default',
  evaluate: (program, { seed: _, ...options }) => evaluateSync(program, options).facts(),
};

const compiled: Mode = { ...standard, name: 'compiled', execution: 'compiled' };
const closures: Mode = { ...standard, name: 'closures', execution: 'closures' };
const overlayCompiled: Mode = { name: 'overlay, compiled', execution: 'compiled', evaluate: inOverlay };
const overlayClosures: Mode = { name: 'overlay, closures', execution: 'closures', evaluate: inOverlay };

export const modes: readonly Mode[] = [
  standard,
  compiled,
  closures,
  paused(compiled),
  paused(closures),
  overlayCompiled,
  overlayClosures,
  paused(overlayCompiled),
  paused(overlayClosures),
  { name: 'overlay after updates, compiled', execution: 'compiled', isSlow: true, evaluate: afterUpdates },
  { name: 'overlay after updates, closures', execution: 'closures', isSlow: true, evaluate: afterUpdates },
  { name: 'overlay, saved and loaded', isSlow: true, evaluate: inLoadedOverlay },
  { name: 'with provenance', isSlow: true, evaluate: withProofs },
  { name: 'overlay with provenance', isSlow: true, evaluate: inOverlayWithProofs },
  { name: 'off-thread', isSlow: true, evaluate: offThread },
];

function withProofs(program: Program, { seed, ...options }: ModeOptions): readonly ReportedFact[] {
  return provedFacts(evaluateSync(program, options), [], createRandom(seed));
}

function inOverlayWithProofs(program: Program, options: ModeOptions): ReturnType<Mode['evaluate']> {
  const { random, rest, given } = splitFacts(program, options);
  const base = given.filter(() => random.chance(0.6));
  return overBases(program, rest, [base], options, () => {
    const evaluation = request(preparedWith(rest, base, options), without(given, base), options);
    return provedFacts(evaluation, given, random);
  });
}

/** Functions of the host cannot go to another thread, so programs with some stay here. */
function offThread(program: Program, options: ModeOptions): Promise<readonly ReportedFact[]> | readonly ReportedFact[] {
  const hasHost = Object.keys(options.externals ?? {}).length > 0;
  return hasHost ? standard.evaluate(program, options) : factsOffThread(program, options);
}

/** Some facts of the program make the base, the others come with the request. */
function inOverlay(program: Program, options: ModeOptions): ReturnType<Mode['evaluate']> {
  const { random, rest, given } = splitFacts(program, options);
  const base = given.filter(() => random.chance(0.6));
  return overBases(program, rest, [base], options, () =>
    request(preparedWith(rest, base, options), without(given, base), options).facts(),
  );
}

/** The same with a base that was saved and loaded. */
function inLoadedOverlay(program: Program, options: ModeOptions): ReturnType<Mode['evaluate']> {
  const { random, rest, given } = splitFacts(program, options);
  const base = given.filter(() => random.chance(0.6));
  const settings = baseOptions(options);
  return overBases(program, rest, [base], options, () => {
    const loaded = loadPrepared(rest, prepareSync(rest, base, settings).save(), settings);
    return request(loaded, without(given, base), options).facts();
  });
}

/**
 * The base has some facts at first. Others join it later, and facts that the program does not state come and go: those
 * are made of columns of facts that it does.
 */
function afterUpdates(program: Program, options: ModeOptions): ReturnType<Mode['evaluate']> {
  const { random, rest, given } = splitFacts(program, options);
  const base = given.filter(() => random.chance(0.7));
  const late = base.filter(() => random.chance(0.5));
  const wrong = crossed(
    random,
    given,
    program.facts.map((fact) => inputOf(fact, program, options.now)),
  );
  return overBases(program, rest, [without(base, late), base], options, () => {
    const prepared = preparedWith(rest, without(base, late), options);
    attempt(prepared, { add: wrong });
    prepared.updateSync({ remove: wrong });
    prepared.updateSync({ add: late });
    return request(prepared, without(given, base), options).facts();
  });
}

/**
 * What comes of a program by way of these bases. One that has no model cannot be prepared, though it may have one
 * together with the request; then there is nothing to see, and the program is evaluated as it is.
 */
function overBases(
  program: Program,
  rest: Program,
  bases: readonly (readonly FactInput[])[],
  options: ModeOptions,
  evaluate: () => readonly ReportedFact[],
): ReturnType<Mode['evaluate']> {
  try {
    return evaluate();
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    if (!bases.some((facts) => codeOf(rest, facts, options) === error.code)) throw error;
    return standard.evaluate(program, options);
  }
}

/** The code of the error that the evaluation of a program with more facts ends with, or undefined. */
function codeOf(
  program: Program,
  facts: readonly FactInput[],
  { seed: _, ...options }: ModeOptions,
): string | undefined {
  try {
    evaluateSync(program, { ...options, facts, bounds: 'off' });
    return undefined;
  } catch (error) {
    if (error instanceof EvaluationError) return error.code;
    throw error;
  }
}

interface Split {
  /** The program without the facts that are given apart. */
  readonly rest: Program;
  readonly given: readonly FactInput[];
}

/** The same for all modes, so that a program is planned and compiled once for all of them. */
const splits = new WeakMap<Program, Split>();

function splitFacts(program: Program, { now, seed }: ModeOptions): Split & { readonly random: Random } {
  const split = splits.get(program) ?? splitOnce(program, now, createRandom(seed));
  splits.set(program, split);
  return { ...split, random: createRandom(seed + 1) };
}

function splitOnce(program: Program, now: bigint, random: Random): Split {
  const apart = new Set(program.facts.filter((fact) => isOrdered(fact, now) && random.chance(0.9)));
  const rest = { ...program, facts: program.facts.filter((fact) => !apart.has(fact)) };
  return { rest, given: [...apart].map((fact) => inputOf(fact, program, now)) };
}

function preparedWith(program: Program, base: readonly FactInput[], options: ModeOptions): PreparedBase {
  return prepareBase(program, base, baseOptions(options));
}

/** The text of a program is checked when it is analyzed; its facts are not checked again. */
function baseOptions({ limits = {}, externals = {}, execution = 'auto' }: ModeOptions): PrepareOptions {
  return { limits, externals, execution, bounds: 'off' };
}

function request(
  prepared: PreparedBase,
  facts: readonly FactInput[],
  { now, limits = {}, externals = {} }: ModeOptions,
): Evaluation {
  return prepared.requestSync(facts, { now, limits, externals });
}

/** Wrong facts may have no model, or one without end; then the base stays as it was. */
function attempt(prepared: PreparedBase, change: { readonly add: readonly FactInput[] }): void {
  try {
    prepared.updateSync(change, { limits: { maxFacts: 10_000 } });
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
  }
}

function without<T>(all: readonly T[], some: readonly T[]): readonly T[] {
  const left = new Set(some);
  return all.filter((each) => !left.has(each));
}

/** Up to three facts that mix two facts of one predicate and are none that the program states. */
function crossed(random: Random, given: readonly FactInput[], stated: readonly FactInput[]): readonly FactInput[] {
  const known = new Set(stated.map(inputKey));
  return random
    .shuffle(given)
    .slice(0, 3)
    .map((one): FactInput => {
      const other = random.pick(given.filter((each) => signature(each) === signature(one)));
      return { ...one, args: one.args.map((arg, at) => (random.chance(0.5) ? (other.args[at] ?? arg) : arg)) };
    })
    .filter((fact) => !known.has(inputKey(fact)));
}

function signature({ predicate, args }: FactInput): string {
  return `${predicate}/${args.length}`;
}
