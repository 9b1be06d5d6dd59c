import type { Execution } from '../../src/index.js';
import type { FactInput } from '../../src/engine/host-facts.js';
import { generatedNow } from '../generate/columns.js';
import { externalsOf } from '../generate/external.js';
import type { CaseFact, OverlayCase, RequestStep, Step } from '../generate/overlay-case.js';
import { afterUpdate, type Update } from '../generate/overlay-steps.js';
import { askDeferred } from './ask-deferred.js';
import { brokenHost, hostAt } from './host.js';
import { byBruteForce, codeOf, fromScratch, limits, linesOf, type Result, resultOf } from './outcome.js';
import type { PreparedBase, PrepareSync, RequestOptions } from './prepared.js';
import { type ReadCase, readCase } from './read-case.js';
import { measure, type Traits } from './traits.js';

/** What came of a case: what its requests were like, and the first thing that was wrong. */
export interface CaseResult {
  /** One for each request that was compared with an evaluation from scratch. */
  readonly triples: readonly Traits[];
  /** The base itself has no model, so there is nothing to ask. */
  readonly hasNoBase: boolean;
  readonly failure?: Failure;
}

/** What was done, what should have come of it, and what came. */
export interface Failure {
  readonly what: string;
  readonly expected: readonly string[];
  readonly got: readonly string[];
}

/** Cases take turns. */
const executions: readonly Execution[] = ['compiled', 'closures', 'auto'];

const dayNanos = 86_400_000_000_000n;

/** Thrown inside a check. */
class Mismatch extends Error {
  readonly failure: Failure;

  constructor(what: string, expected: readonly string[], got: readonly string[]) {
    super(what);
    this.failure = { what, expected, got };
  }
}

/** Does everything a case says; each request must be what an evaluation from scratch is. */
export async function checkCase(given: OverlayCase, prepare: PrepareSync): Promise<CaseResult> {
  const read = readCase(given);
  const run: Run = { given, triples: [], hasRemoved: false, current: given.base, unstated: [], atEnd: [] };
  if (read === undefined) return { triples: [], hasNoBase: false };
  try {
    const base = await prepareBase(run, read, prepare);
    if (base === undefined) return { triples: [], hasNoBase: true };
    for (const [at, step] of given.steps.entries()) await takeStep(run, read, base, step, at);
    for (const check of run.atEnd) check();
    if (externalsOf(given).length === 0) checkDigest(run, read, base, prepare);
    return { triples: run.triples, hasNoBase: false };
  } catch (error) {
    if (error instanceof Mismatch) return { triples: run.triples, hasNoBase: false, failure: error.failure };
    throw error;
  }
}

/** The state of a case that is being run. */
interface Run {
  readonly given: OverlayCase;
  readonly triples: Traits[];
  /** The facts of the base now. */
  current: readonly CaseFact[];
  /** Facts of the text that were taken away. */
  unstated: readonly CaseFact[];
  hasRemoved: boolean;
  /** Results must be what they were, whatever happened to the base since. */
  readonly atEnd: (() => void)[];
}

/** The digest tells the facts of the base, not how they came there. */
function checkDigest(run: Run, read: ReadCase, base: PreparedBase, prepare: PrepareSync): void {
  const fresh = prepare(read.without(run.unstated), run.current.map(read.inputOf), { limits, bounds: 'off' });
  compare('the digest of a base with the same facts', [fresh.digest()], [base.digest()]);
}

async function prepareBase(run: Run, read: ReadCase, prepare: PrepareSync): Promise<PreparedBase | undefined> {
  const { externals } = hostAt(run.given, 0);
  const facts = run.current.map(read.inputOf);
  const execution = executions[run.given.seed % executions.length] ?? 'auto';
  const options = { externals, limits, bounds: 'off', execution } as const;
  let base: PreparedBase | undefined;
  const code = await codeOf(() => void (base = prepare(read.program, facts, options)));
  if (code === undefined) return base;
  const expected = await fromScratch(read.program, facts, { now: generatedNow, externals });
  if (expected.code !== code) throw new Mismatch('prepare', linesOf(expected, read.program), [`failed: ${code}`]);
  return undefined;
}

async function takeStep(run: Run, read: ReadCase, base: PreparedBase, step: Step, at: number): Promise<void> {
  const before = base.digest();
  if (step.kind === 'update') return update(run, read, base, step, at);
  await request(run, read, base, step, at);
  if (base.digest() !== before) throw new Mismatch(`the digest after step ${at + 1}`, [before], [base.digest()]);
}

/** An update that fails leaves the base as it was, and fails only if there is no model. */
async function update(run: Run, read: ReadCase, base: PreparedBase, step: Update, at: number): Promise<void> {
  const before = base.digest();
  const change = { add: step.add.map(read.inputOf), remove: step.remove.map(read.inputOf) };
  const isAsync = run.given.seed % 2 === 0;
  const code = await codeOf(() => (isAsync ? base.update(change, { limits }) : base.updateSync(change, { limits })));
  const next = afterUpdate(run.current, step);
  const taken = step.remove.filter((fact) => isStated(run.given, fact) && !step.add.includes(fact));
  const unstated = [...run.unstated, ...taken];
  if (code === undefined) {
    run.hasRemoved ||= taken.length > 0 || run.current.some((fact) => !next.includes(fact));
    run.current = next;
    run.unstated = unstated;
    return;
  }
  const { externals } = hostAt(run.given, 0);
  const expected = await fromScratch(read.without(unstated), next.map(read.inputOf), { now: generatedNow, externals });
  const what = `step ${at + 1}, the update`;
  if (expected.code !== code) throw new Mismatch(what, linesOf(expected, read.program), [`failed: ${code}`]);
  if (base.digest() !== before) throw new Mismatch(`the digest after ${what} failed`, [before], [base.digest()]);
}

function isStated({ units }: OverlayCase, { unit, text }: CaseFact): boolean {
  return units[unit]?.statements.includes(text) === true;
}

async function request(run: Run, read: ReadCase, base: PreparedBase, step: RequestStep, at: number): Promise<void> {
  const { given } = run;
  const now = generatedNow + BigInt(step.days) * dayNanos;
  const host = hostAt(given, at);
  const own = step.facts.map(read.inputOf);
  const program = read.without(run.unstated);
  const expected = await fromScratch(program, [...run.current.map(read.inputOf), ...own], {
    now,
    externals: host.externals,
  });
  const asked = { now, externals: host.externals, limits };
  const isAsync = given.seed % 2 === 0 || step.trouble === 'cancelled';
  const got = await ask(base, { isAsync, facts: own, options: asked, step, given });
  const what = `step ${at + 1}, the request`;
  if (step.trouble !== 'none') return checkTrouble(what, step, { expected, got }, read);
  compare(what, linesOf(expected, read.program), linesOf(got, read.program));
  compare(`${what}, asked goals`, askDeferred(expected, read.program), askDeferred(got, read.program));
  const lines = linesOf(got, read.program);
  run.atEnd.push(() => compare(`${what}, looked at again in the end`, lines, linesOf(got, read.program)));
  const facts = [...run.current.map(read.inputOf), ...own];
  if (isForBruteForce(run, facts)) checkBruteForce(what, got, read, { facts, now, host });
  run.triples.push(await measure({ read, program, run, now, externals: host.externals, expected, step }));
}

/** A sample of the small ones. */
function isForBruteForce({ given, unstated }: Run, facts: readonly FactInput[]): boolean {
  return given.seed % 5 === 0 && unstated.length === 0 && facts.length < 50;
}

interface Asked {
  readonly isAsync: boolean;
  readonly facts: readonly FactInput[];
  readonly options: RequestOptions;
  readonly step: RequestStep;
  readonly given: OverlayCase;
}

function ask(base: PreparedBase, { isAsync, facts, options, step, given }: Asked): Promise<Result> {
  const [troubledFacts, troubledOptions] = troubled(step, facts, options, given);
  return resultOf(() =>
    isAsync ? base.request(troubledFacts, troubledOptions) : base.requestSync(troubledFacts, troubledOptions),
  );
}

function troubled(
  { trouble }: RequestStep,
  facts: readonly FactInput[],
  options: RequestOptions,
  given: OverlayCase,
): [readonly FactInput[], RequestOptions] {
  switch (trouble) {
    case 'none':
      return [facts, options];
    case 'limit':
      return [facts, { ...options, limits: { maxFacts: 2 } }];
    case 'invalid':
      return [[...facts, { predicate: 'nowhere', args: [] }], options];
    case 'cancelled':
      return [facts, { ...options, signal: AbortSignal.abort() }];
    case 'host':
      return [facts, { ...options, externals: brokenHost(given) }];
  }
}

/** The codes of requests with trouble, beside what they give if it does not matter. */
const troubleCodes: Readonly<Record<Exclude<RequestStep['trouble'], 'none'>, string>> = {
  limit: 'fact-limit',
  invalid: 'invalid-fact',
  cancelled: 'cancelled',
  host: 'external-failed',
};

function checkTrouble(
  what: string,
  { trouble }: RequestStep,
  { expected, got }: { readonly expected: Result; readonly got: Result },
  { program }: ReadCase,
): void {
  if (trouble === 'none' || got.code === troubleCodes[trouble]) return;
  const mustFail = expected.code === undefined && (trouble === 'invalid' || trouble === 'cancelled');
  compare(what, mustFail ? [`failed: ${troubleCodes[trouble]}`] : linesOf(expected, program), linesOf(got, program));
}

/** A program that fails as it is written may still have a model, because the engine tests what it can first. */
function checkBruteForce(
  what: string,
  got: Result,
  read: ReadCase,
  { facts, now, host }: { facts: readonly FactInput[]; now: bigint; host: ReturnType<typeof hostAt> },
): void {
  const expected = byBruteForce(read, facts, { now, host });
  if (expected !== undefined) compare(`${what}, by brute force`, expected, linesOf(got, read.program));
}

function compare(what: string, expected: readonly string[], got: readonly string[]): void {
  if (expected.join('\n') !== got.join('\n')) throw new Mismatch(what, expected, got);
}
