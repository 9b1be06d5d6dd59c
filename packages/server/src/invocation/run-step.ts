import type { SchemaError } from '@manglecp/protocol';
import type { PlanStep } from '../macro/plan.js';
import type { Action, ActionContext } from '../pack/pack.js';
import { applyDefaults } from './apply-defaults.js';
import { bindTemplate, type Bindings } from './bind-template.js';
import { copyData } from './copy-data.js';
import { type Data, type DataObject, isDataObject } from './data.js';
import { dataLimits } from './data-limits.js';
import { findSchemaErrors } from './find-schema-errors.js';
import type { Halt } from './halt.js';
import { StepFailure } from './step-failure.js';

export interface StepContext {
  readonly halt: Halt;
  readonly progress: ActionContext['progress'];
  /** The evaluation time, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Runs one step: binds its arguments, checks them, runs the action, checks its result. Throws a `StepFailure`, whatever
 * the action does. Arguments and result are copies, so that no action reaches the data of another.
 */
export async function runStep(
  { template }: PlanStep,
  action: Action,
  bindings: Bindings,
  context: StepContext,
): Promise<Data> {
  const args = argumentsOf(action, bindTemplate(template, bindings));
  const { halt, progress, now } = context;
  const returned = await halt.orHalted(callAction(action, args, { signal: halt.signal, progress, now }));
  return resultOf(action, returned);
}

function argumentsOf({ input }: Action, bound: unknown): DataObject {
  const { data, faults } = copyData(bound, dataLimits.arguments);
  const args = faults.length > 0 ? data : applyDefaults(input, data);
  const errors = faults.length > 0 ? faults : findSchemaErrors(input, args);
  if (errors.length > 0) throw misfit('its arguments do not fit its input schema', errors);
  if (!isDataObject(args)) throw new StepFailure('its arguments are not an object', undefined);
  return args;
}

/** Whatever is thrown, and however, is the action's failure. Only what the client may know of it goes into the message. */
async function callAction(action: Action, args: DataObject, context: ActionContext): Promise<unknown> {
  try {
    return await action.run(args, context);
  } catch (error) {
    throw new StepFailure('it failed', error);
  }
}

/** An action that returns nothing has an empty result. */
function resultOf({ output }: Action, returned: unknown): Data {
  const { data, faults } = copyResult(returned === undefined ? {} : returned);
  if (faults.length > 0) throw misfit('its result is not JSON, or too large', faults);
  const errors = output === undefined ? [] : findSchemaErrors(output, data);
  if (errors.length > 0) throw misfit('its result does not fit its output schema', errors);
  return data;
}

/** A getter or a `toJSON` of the result is code of the action too. */
function copyResult(returned: unknown): ReturnType<typeof copyData> {
  try {
    return copyData(returned, dataLimits.result);
  } catch (error) {
    throw new StepFailure('it failed', error);
  }
}

export function misfit(message: string, errors: readonly SchemaError[]): StepFailure {
  const texts = errors.map(({ path, keyword, message: text }) => `${path} ${keyword}: ${text}`);
  return new StepFailure(message, new Error(texts.join('; ')));
}
