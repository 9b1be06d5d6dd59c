import { bindsOf, type Draft, isReady } from './drafts.js';

export interface Ordered {
  readonly drafts: readonly Draft[];
  /** Those for which something never gets a value, in source order. */
  readonly stuck: readonly Draft[];
  readonly bound: ReadonlySet<string>;
}

/**
 * Puts premises into an order in which each finds what it needs. Source order is kept; a premise that is not ready
 * waits, and runs right after the one that makes it ready. Nothing that can fail (functions, comparisons, built-ins)
 * moves forward, since what stands before it may be its guard; tests that cannot fail do.
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
  return { drafts: advanceTests(ordered, new Set(initial)), stuck: waiting, bound };
}

function firstReady(waiting: readonly Draft[], bound: ReadonlySet<string>): Draft | undefined {
  return waiting.find((draft) => isReady(draft, bound));
}

/** Moves tests that cannot fail before the atoms they do not depend on. */
function advanceTests(drafts: readonly Draft[], initial: ReadonlySet<string>): Draft[] {
  const result: Draft[] = [];
  const bound = new Set(initial);
  for (const draft of drafts) {
    let at = result.length;
    if (isHarmlessTest(draft, bound)) {
      const earliest = earliestPlace(draft, result, initial);
      while (at > earliest && isEnumeration(result[at - 1])) at -= 1;
    }
    result.splice(at, 0, draft);
    for (const name of bindsOf(draft)) bound.add(name);
  }
  return result;
}

function isHarmlessTest({ premise, ways }: Draft, bound: ReadonlySet<string>): boolean {
  if (premise.kind === 'atom') return premise.isNegated && premise.args.every(({ kind }) => kind !== 'apply');
  if (premise.kind !== 'compare' || premise.left.kind === 'apply' || premise.right.kind === 'apply') return false;
  const isTest = ways.every(({ binds }) => binds.every((name) => bound.has(name)));
  return premise.operator === '!=' || (premise.operator === '=' && isTest);
}

/** After how many premises all variables of the test have values. */
function earliestPlace({ ways }: Draft, before: readonly Draft[], initial: ReadonlySet<string>): number {
  const missing = new Set(ways.flatMap(({ needs, binds }) => [...needs.map(({ name }) => name), ...binds]));
  for (const name of initial) missing.delete(name);
  for (const [at, draft] of before.entries()) {
    if (missing.size === 0) return at;
    for (const name of bindsOf(draft)) missing.delete(name);
  }
  return before.length;
}

/** A positive atom that computes nothing of its own cannot fail, so the order of a test and it does not show. */
function isEnumeration(draft: Draft | undefined): boolean {
  const premise = draft?.premise;
  if (premise?.kind !== 'temporal' && premise?.kind !== 'atom') return false;
  const isPositive = premise.kind === 'temporal' || !premise.isNegated;
  return isPositive && premise.args.every(({ kind }) => kind !== 'apply');
}
