import type { PredicateKey } from '../program/program.js';
import type { ScanStep, Step } from './plan.js';

/** How many columns the rows of a predicate have; undefined if that is not known. */
export type WidthOf = (predicate: PredicateKey) => number | undefined;

/**
 * Whether two solutions of the steps always differ in a register: each step has one solution, or its registers tell
 * which row it is. Who collects solutions then need not look for those that are the same.
 */
export function areSolutionsDistinct(steps: readonly Step[], widthOf: WidthOf): boolean {
  return steps.every((step) => {
    if (step.kind === 'scan') return isRowKnown(step, widthOf(step.predicate));
    // A cover may find one atom by several intervals, a builtin may give one solution twice.
    if (step.kind === 'builtin') return step.isNegated || step.outputs.length === 0;
    return step.kind !== 'cover';
  });
}

function isRowKnown({ key, binds, repeats }: ScanStep, width: number | undefined): boolean {
  const columns = [...key, ...binds, ...repeats].map(({ column }) => column);
  return new Set(columns).size === width;
}
