import type { Plan, Step } from '../plan/plan.js';
import type { ProgramPlan } from '../plan/program-plan.js';
import { CompiledRun } from './compiled-run.js';
import type { CompiledPlan } from './compiled-plan.js';
import { planSource } from './generate/plan-source.js';

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

const stepsWorthCompiling = 500;

/** What executors keep with a plan: a form for runs without a base and one for runs with a base. */
export class PlanForms {
  /** The number of the predicate that the plan derives, -1 if it is none of the program's. */
  readonly number: number;
  readonly flat: PlanForm;
  readonly layered: PlanForm;
  #runs = 0;

  constructor(plan: Plan, program: ProgramPlan) {
    this.number = program.numbers.get(plan.rule.predicate) ?? -1;
    this.flat = new PlanForm(plan, program, false);
    this.layered = new PlanForm(plan, program, true);
  }

  /** Whether the plan, about to run, should be compiled: it will have much to do, or is run again and again. */
  isWorthCompiling(plan: Plan, roughSteps: (plan: Plan) => number): boolean {
    return ++this.#runs > runsBeforeCompiling || roughSteps(plan) > stepsWorthCompiling;
  }
}

/** What is kept with a plan; made when it is first asked for. */
export function formsOf(plan: Plan, program: ProgramPlan): PlanForms {
  const { made } = plan;
  return (made.forms ??= new PlanForms(plan, program)) as PlanForms;
}

/** A plan as a function, with runs of it. INVARIANT: the host allows it, once a run is asked for. */
export class PlanForm {
  readonly #plan: Plan;
  readonly #program: ProgramPlan;
  readonly #isLayered: boolean;
  #compiled: CompiledPlan | undefined;
  /** A run that nobody uses at the moment: most plans need one only. */
  #idle: CompiledRun | undefined;

  constructor(plan: Plan, program: ProgramPlan, isLayered: boolean) {
    this.#plan = plan;
    this.#program = program;
    this.#isLayered = isLayered;
  }

  get isCompiled(): boolean {
    return this.#compiled !== undefined;
  }

  /** A run, to be given back with `release`. */
  take(): CompiledRun {
    const run = this.#idle;
    if (run === undefined) return this.create();
    this.#idle = undefined;
    return run;
  }

  /** Gives back a run that came to its end. */
  release(run: CompiledRun): void {
    run.release();
    this.#idle = run;
  }

  create(): CompiledRun {
    this.#compiled ??= createPlan(this.#plan, this.#program, this.#isLayered);
    return new CompiledRun(this.#plan, this.#compiled);
  }
}

function createPlan(plan: Plan, { constants, numbers, mortal }: ProgramPlan, isLayered: boolean): CompiledPlan {
  const { text, extras, loopCount } = planSource(plan, {
    constantId: ({ value }) => constants.find(value) ?? unknownConstant(),
    isLayered,
    canDie: (predicate) => mortal.has(predicate),
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
