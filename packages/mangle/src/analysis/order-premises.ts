import { bindsOf, type Draft, isReady } from './drafts.js';

export interface Ordered {
  readonly drafts: readonly Draft[];
  /** Those for which something never gets a value, in source order. */
  readonly stuck: readonly Draft[];
  readonly bound: ReadonlySet<string>;
}

/**
 * Puts premises into an order in which each finds what it needs: source order, except that a premise that is not ready
 * waits and runs right after the one that makes it ready.
 */
export function orderPremises(drafts: readonly Draft[], initial: Iterable<string>): Ordered {
  const bound = new Set(initial);
  const ordered: Draft[] = [];
  let waiting: Draft[] = [];
  const run = (draft: Draft): void => {
    ordered.push(draft);
    for (const name of bindsOf(draft)) bound.add(name);
  };
  for (const draft of drafts) {
    if (!isReady(draft, bound)) {
      waiting.push(draft);
      continue;
    }
    run(draft);
    for (let next = firstReady(waiting, bound); next !== undefined; next = firstReady(waiting, bound)) {
      waiting = waiting.filter((each) => each !== next);
      run(next);
    }
  }
  return { drafts: ordered, stuck: waiting, bound };
}

function firstReady(waiting: readonly Draft[], bound: ReadonlySet<string>): Draft | undefined {
  return waiting.find((draft) => isReady(draft, bound));
}
