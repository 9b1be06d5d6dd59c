import type { Plan, Step } from '../plan/plan.js';
import type { ProgramPlan } from '../plan/program-plan.js';
import { CompiledRun } from './compiled-run.js';
import type { CompiledPlan } from './compiled-plan.js';
import { planSource } from './generate/plan-source.js';

/** Both forms of a plan's function: for runs without a base and with one. */
interface Forms {
  flat?: CompiledPlan;
  layered?: CompiledPlan;
  runs: number;
  /** Runs that nobody uses at the moment: most plans need one only. */
  readonly idle: { flat: CompiledRun | undefined; layered: CompiledRun | undefined };
}

/** Whether the host lets text become code; asked once. */
let isAllowed: boolean | undefined;

/** Content security policies, and Node with `--disallow-code-generation-from-strings`, forbid it. */
export function canGenerateCode(): boolean {
  if (isAllowed === undefined) {
    try {
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the question is just whether this works
      new Function('');
      isAllowed = true;
    } catch {
      isAllowed = false;
    }
  }
  return isAllowed;
}

/** How many times a plan runs on closures before it is worth a function of its own. */
const runsBeforeCompiling = 4;

/** Whether a plan that is about to run should be compiled: it will have much to do, or is run again and again. */
export function isWorthCompiling(plan: Plan, isLayered: boolean, roughSteps: (plan: Plan) => number): boolean {
  const forms = formsOf(plan);
  if ((isLayered ? forms.layered : forms.flat) !== undefined) return true;
  return ++forms.runs > runsBeforeCompiling || roughSteps(plan) > stepsWorthCompiling;
}

const stepsWorthCompiling = 500;

/** The function of a plan; made once. INVARIANT: the host allows it. */
export function compilePlan(plan: Plan, program: ProgramPlan, isLayered: boolean): CompiledPlan {
  const forms = formsOf(plan);
  const side = isLayered ? 'layered' : 'flat';
  return (forms[side] ??= createPlan(plan, program, isLayered));
}

/** A run of a compiled plan; to be given back with `releaseRun`. */
export function takeRun(plan: Plan, program: ProgramPlan, isLayered: boolean): CompiledRun {
  const { idle } = formsOf(plan);
  const side = isLayered ? 'layered' : 'flat';
  const run = idle[side] ?? new CompiledRun(plan, compilePlan(plan, program, isLayered));
  idle[side] = undefined;
  return run;
}

/** Gives back a run that came to its end. */
export function releaseRun(plan: Plan, run: CompiledRun, isLayered: boolean): void {
  run.release();
  formsOf(plan).idle[isLayered ? 'layered' : 'flat'] = run;
}

function formsOf({ made }: Plan): Forms {
  return (made.forms ??= { runs: 0, idle: { flat: undefined, layered: undefined } }) as Forms;
}

function createPlan(plan: Plan, { constants, numbers, shapes }: ProgramPlan, isLayered: boolean): CompiledPlan {
  const { text, extras, loopCount } = planSource(plan, {
    constantId: ({ value }) => constants.find(value) ?? unknownConstant(),
    isLayered,
    // A merged fact takes the place of another one.
    canDie: (predicate) => shapes[numbers.get(predicate) ?? -1]?.lattice !== undefined,
  });
  const numberOf = (step: Step): number => ('predicate' in step ? (numbers.get(step.predicate) ?? -1) : -1);
  return { extras, loopCount, run: functionOf(text, builtinsOf(plan, extras)), numbers: plan.steps.map(numberOf) };
}

/**
 * The function of a text. Rules of one shape share one, also those of different programs: the host then compiles it once.
 * Not so where they call different builtins, since code for one of them is faster than code for any.
 */
function functionOf(text: string, builtins: string): CompiledPlan['run'] {
  const key = `${text}\n${builtins}`;
  let run = functions.get(key);
  if (run === undefined) {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the text has numbers and names of ours only
    run = (new Function(text) as () => CompiledPlan['run'])();
    if (functions.size >= maxFunctions) functions.delete(functions.keys().next().value ?? '');
    functions.set(key, run);
  }
  return run;
}

/** By text and builtins; the oldest goes when there are too many. */
const functions = new Map<string, CompiledPlan['run']>();
const maxFunctions = 2000;

function builtinsOf({ steps }: Plan, { calls }: CompiledPlan['extras']): string {
  const called = calls.map((call) => (call.kind === 'call' ? call.builtin.name : ''));
  const tested = steps.map((step) => (step.kind === 'builtin' ? step.builtin.name : ''));
  return [...called, ...tested].join();
}

function unknownConstant(): never {
  throw new Error('a constant of a plan is not among those of its program');
}
