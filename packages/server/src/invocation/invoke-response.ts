import type { InvokeResponse, StateDelta } from '@manglecp/protocol';
import type { Execution } from './execute-plan.js';

/** What rules derive from an execution. */
export interface Conclusion {
  readonly delta?: StateDelta;
  readonly next?: NonNullable<InvokeResponse['next']>;
}

/** The payload of `invoke_response`; lists without entries, and objects that hold nothing else, are left out. */
export function invokeResponse({ result, observability }: Execution, { delta, next }: Conclusion = {}): InvokeResponse {
  const stateDelta = withoutEmptyLists(delta ?? {});
  const following = withoutEmptyLists(next ?? {});
  return {
    result,
    ...(isEmpty(stateDelta) ? {} : { state_delta: stateDelta }),
    observability,
    ...(isEmpty(following) ? {} : { next: following }),
  };
}

function withoutEmptyLists<T extends object>(lists: T): T {
  const filled = Object.entries(lists).filter(([, list]) => Array.isArray(list) && list.length > 0);
  return Object.fromEntries(filled) as T;
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
