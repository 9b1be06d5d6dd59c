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

/** Every case with one thing less; whole steps go first, then statements from the last one, then facts. */
function* smallerCases(given: OverlayCase): Generator<OverlayCase> {
  for (const at of given.steps.keys()) yield { ...given, steps: given.steps.toSpliced(at, 1) };
  for (const [unit, { statements }] of given.units.entries()) {
    for (let at = statements.length - 1; at >= 0; at--) {
      const smaller = { header: given.units[unit]?.header ?? [], statements: statements.toSpliced(at, 1) };
      yield { ...given, units: given.units.with(unit, smaller) };
    }
  }
  for (const at of given.base.keys()) yield { ...given, base: given.base.toSpliced(at, 1) };
  for (const [at, step] of given.steps.entries()) {
    for (const smaller of smallerSteps(step)) yield { ...given, steps: given.steps.with(at, smaller) };
  }
}

function smallerSteps(step: Step): readonly Step[] {
  if (step.kind === 'request') {
    const moved = step.days === 0 ? [] : [{ ...step, days: 0 }];
    return [...moved, ...step.facts.map((_, at) => ({ ...step, facts: step.facts.toSpliced(at, 1) }))];
  }
  return [
    ...step.add.map((_, at) => ({ ...step, add: step.add.toSpliced(at, 1) })),
    ...step.remove.map((_, at) => ({ ...step, remove: step.remove.toSpliced(at, 1) })),
  ];
}
