import { ProtocolError } from '@manglecp/protocol';
import type { Plan, PlanStep, Template } from '../macro/plan.js';
import type { Action } from '../pack/pack.js';
import type { DataObject } from './data.js';
import { type Execution, executePlan, type ExecutionContext, type Runnable } from './execute-plan.js';

export type Run = Action['run'];

export function action(name: string, run: Run, members: Partial<Action> = {}): Action {
  const plain = { effects: ['none'], idempotent: true, reversible: true };
  return { name, description: name, input: { type: 'object' }, ...plain, run, ...members };
}

export const empty: Template = { kind: 'object', members: [] };

/** A plan that runs these actions in order; a name with `?` is optional. */
export function planOf(
  names: readonly string[],
  members: Partial<Plan> = {},
  templates: readonly Template[] = [],
): Runnable {
  const steps = names.map((name, index): PlanStep => {
    const isOptional = name.endsWith('?');
    const template = templates[index] ?? empty;
    return { position: index + 1, action: isOptional ? name.slice(0, -1) : name, template, isOptional };
  });
  return { steps, effects: ['none'], ...members };
}

export interface Setting extends Partial<Omit<ExecutionContext, 'actions'>> {
  readonly actions?: readonly Action[];
  readonly args?: DataObject;
}

export async function execute(
  plan: Runnable,
  { actions = [], args = {}, ...context }: Setting = {},
): Promise<Execution> {
  return executePlan(plan, args, {
    actions: new Map(actions.map((each) => [each.name, each])),
    signal: new AbortController().signal,
    clock: () => 0,
    now: 1_772_356_500_000,
    timeoutMs: 60_000,
    maxEvents: 20,
    ...context,
  });
}

/** The error that the execution ends with. */
export async function failureOf(plan: Runnable, setting: Setting): Promise<ProtocolError> {
  const outcome: unknown = await execute(plan, setting).catch((error: unknown) => error);
  if (!(outcome instanceof ProtocolError)) throw new Error('expected a protocol error');
  return outcome;
}

/** Events as `action status`. */
export function eventsOf({ details }: ProtocolError): readonly string[] {
  const events = (details?.['events'] ?? []) as readonly { action: string; status: string }[];
  return events.map((event) => `${event.action} ${event.status}`);
}

export const one = action('one', () => ({ id: 1 }));
export const two = action('two', async () => ({ id: 2 }));
export const secret = 'postgres://admin:hunter2@10.0.0.7/db';
export const broken = action('broken', () => {
  throw new Error(secret);
});
