import type { OverlayCase, Step } from '../generate/overlay-case.js';

/** A case with as few steps, rules and facts as greedy removal gets to while it still fails. */
export async function shrinkCase(
  given: OverlayCase,
  fails: (smaller: OverlayCase) => Promise<boolean>,
): Promise<OverlayCase> {
  let smallest = given;
  for (let next: OverlayCase | undefined = given; next !== undefined;) {
    smallest = next;
    next = await firstThat(smallerCases(smallest), fails);
  }
  return smallest;
}

async function firstThat(
  candidates: Iterable<OverlayCase>,
  fails: (smaller: OverlayCase) => Promise<boolean>,
): Promise<OverlayCase | undefined> {
  for (const candidate of candidates) if (await fails(candidate)) return candidate;
  return undefined;
}

/** Every case with something less; whole steps go first, then statements from the last one, then facts. */
function* smallerCases(given: OverlayCase): Generator<OverlayCase> {
  for (const steps of shorter(given.steps)) yield { ...given, steps };
  for (const [unit, { header, statements }] of given.units.entries()) {
    for (const fewer of shorter(statements.toReversed())) {
      yield { ...given, units: given.units.with(unit, { header, statements: fewer.toReversed() }) };
    }
  }
  for (const base of shorter(given.base)) yield { ...given, base };
  for (const [at, step] of given.steps.entries()) {
    for (const smaller of smallerSteps(step)) yield { ...given, steps: given.steps.with(at, smaller) };
  }
}

function* smallerSteps(step: Step): Generator<Step> {
  if (step.kind === 'request') {
    if (step.days !== 0) yield { ...step, days: 0 };
    for (const facts of shorter(step.facts)) yield { ...step, facts };
    return;
  }
  for (const add of shorter(step.add)) yield { ...step, add };
  for (const remove of shorter(step.remove)) yield { ...step, remove };
}

/** The list without a half of it, then without a quarter, and so on down to a single item. */
function* shorter<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let size = Math.ceil(items.length / 2); size > 0; size >>= 1) {
    for (let at = 0; at < items.length; at += size) yield items.toSpliced(at, size);
  }
}
