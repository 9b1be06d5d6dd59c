import type { Premise } from '../program/program.js';
import type { Apply } from '../syntax/ast.js';
import { bindsOf, type Draft, isReady } from './drafts.js';
import { type NameVariable, relax } from './relax-draft.js';

export interface Ordered {
  /** The drafts in the order in which they run. Equations that were split off a condition are among them. */
  readonly drafts: readonly Draft[];
  /** What each of them came to. */
  readonly premises: readonly Premise[];
  /** Those that were to wait for a value that nothing else gives, with the functions that come after them. */
  readonly relaxed: ReadonlyMap<Draft, readonly Apply[]>;
  /** Those for which something never gets a value, in source order. */
  readonly stuck: readonly Draft[];
  readonly bound: ReadonlySet<string>;
}

/**
 * Puts premises into an order in which each finds what it needs: source order, except that a premise that is not ready
 * waits and runs right after the one that makes it ready. When all that are left wait for each other or for
 * themselves, the first that can do with less is relaxed: whether a body runs does not depend on how it is ordered.
 */
export function orderPremises(
  drafts: readonly Draft[],
  initial: Iterable<string>,
  nameVariable: NameVariable,
): Ordered {
  const bound = new Set(initial);
  const ordered: Draft[] = [];
  const premises: Premise[] = [];
  const relaxed = new Map<Draft, readonly Apply[]>();
  let waiting: Draft[] = [];
  const run = (draft: Draft, body: Pick<Draft, 'premise' | 'ways'> = draft): void => {
    ordered.push(draft);
    premises.push(body.premise);
    for (const name of bindsOf(body)) bound.add(name);
  };
  const runWaiting = (): void => {
    for (let next = firstReady(waiting, bound); next !== undefined; next = firstReady(waiting, bound)) {
      waiting = waiting.filter((each) => each !== next);
      run(next);
    }
  };
  for (const draft of drafts) {
    if (!isReady(draft, bound)) {
      waiting.push(draft);
      continue;
    }
    run(draft);
    runWaiting();
  }
  for (let found = relax(waiting, bound, nameVariable); found !== undefined;) {
    const { draft, body, late, equations } = found;
    relaxed.set(draft, late);
    waiting = waiting.flatMap((each) => (each === draft ? equations : [each]));
    run(draft, body);
    runWaiting();
    found = relax(waiting, bound, nameVariable);
  }
  return { drafts: ordered, premises, relaxed, stuck: waiting, bound };
}

function firstReady(waiting: readonly Draft[], bound: ReadonlySet<string>): Draft | undefined {
  return waiting.find((draft) => isReady(draft, bound));
}
