import type { InvocationEvent, Observability } from '@manglecp/protocol';
import type { Data } from './data.js';
import type { StepFailure } from './step-failure.js';

/** What came of one step of a plan. */
export interface StepOutcome {
  readonly position: number;
  readonly action: string;
  readonly status: 'success' | 'failure' | 'skipped';
  /** Absent for a step that did not run. */
  readonly durationMs?: number;
  /** Of a success. */
  readonly value?: Data;
  /** Of a failure, for the client. */
  readonly detail?: string;
  /** Of a failure; what it hides as its own cause is for the log alone. */
  readonly cause?: StepFailure;
}

/** What a client is told about a plan that came to its end (Spec 07 §5). */
export function observeSteps(
  outcomes: readonly StepOutcome[],
  { durationMs, maxEvents }: { readonly durationMs: number; readonly maxEvents: number },
): Observability {
  return { summary: summaryOf(outcomes), events: eventsOf(outcomes, maxEvents), duration_ms: durationMs };
}

/**
 * One event for each step, in order. If these are too many, failures come first, then the first and the last step,
 * then what succeeded, so that the milestones are left (Spec 07 §5.3).
 */
function eventsOf(outcomes: readonly StepOutcome[], maxEvents: number): readonly InvocationEvent[] {
  const last = outcomes.length - 1;
  const weight = (index: number): number => {
    const status = outcomes[index]?.status;
    if (status === 'failure') return 0;
    if (index === 0 || index === last) return 1;
    return status === 'success' ? 2 : 3;
  };
  return Array.from(outcomes.keys())
    .sort((left, right) => weight(left) - weight(right) || left - right)
    .slice(0, maxEvents)
    .sort((left, right) => left - right)
    .flatMap((index) => outcomes[index] ?? [])
    .map(eventOf);
}

function eventOf({ action, status, durationMs, detail }: StepOutcome): InvocationEvent {
  return {
    action,
    status,
    ...(durationMs === undefined ? {} : { duration_ms: durationMs }),
    ...(detail === undefined ? {} : { detail }),
  };
}

/**
 * What a client is told about a plan that failed. The actions that succeeded may have had effects (C-107): the first
 * of them by name, as many as events, and how many there were. They ran in the order of the plan.
 */
export function observeFailure(
  outcomes: readonly StepOutcome[],
  skipped: readonly StepOutcome[],
  maxEvents: number,
): Readonly<Record<string, unknown>> {
  const completed = completedActions(outcomes);
  return {
    events: eventsOf([...outcomes, ...skipped], maxEvents),
    completed_actions: completed.slice(0, maxEvents),
    completed_count: completed.length,
  };
}

/** The actions that succeeded, in order. */
function completedActions(outcomes: readonly StepOutcome[]): readonly string[] {
  return outcomes.filter(({ status }) => status === 'success').map(({ action }) => action);
}

/** One or two sentences that depend on nothing but what was run. */
function summaryOf(outcomes: readonly StepOutcome[]): string {
  if (outcomes.length === 0) return 'There was nothing to run.';
  const failed = outcomes.filter(({ status }) => status === 'failure').map(({ action }) => action);
  const done = `Ran ${actionsText(completedActions(outcomes))}.`;
  return failed.length === 0 ? done : `${done} Without success: ${actionsText(failed)}.`;
}

const maxNames = 5;

function actionsText(names: readonly string[]): string {
  if (names.length === 0) return 'no action';
  const shown = names.slice(0, maxNames).join(', ');
  const rest = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return `${names.length} ${names.length === 1 ? 'action' : 'actions'} (${shown}${rest})`;
}
