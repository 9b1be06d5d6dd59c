import type { CaseFact, RequestStep, Step, Trouble } from './overlay-case.js';
import type { Random } from './random.js';

/**
 * Updates and requests in turn, with more facts the greater the scale. The last step is a request without trouble, so
 * that a base is always looked at.
 */
export function makeSteps(
  random: Random,
  pool: readonly CaseFact[],
  base: readonly CaseFact[],
  scale: number,
): readonly Step[] {
  const steps: Step[] = [];
  let current = base;
  for (let rounds = random.chance(0.04) ? 8 : random.pick([1, 1, 2]); rounds > 0; rounds--) {
    if (random.chance(0.25)) steps.push(makeRequest(random, pool, current, scale));
    if (random.chance(0.5)) {
      const update = makeUpdate(random, pool, current, scale);
      steps.push(update);
      current = afterUpdate(current, update);
    }
    steps.push(makeRequest(random, pool, current, scale));
  }
  const last = steps.at(-1);
  return last?.kind === 'request' ? [...steps.slice(0, -1), { ...last, trouble: 'none' }] : steps;
}

export type Update = Extract<Step, { kind: 'update' }>;

/** The facts of a base after an update; a fact that it both adds and removes stays. */
export function afterUpdate(current: readonly CaseFact[], { add, remove }: Update): readonly CaseFact[] {
  return [...new Set([...current.filter((fact) => !remove.includes(fact)), ...add])];
}

/** Requests without trouble. */
export function makeRequests(random: Random, pool: readonly CaseFact[], count: number): readonly RequestStep[] {
  return Array.from({ length: count }, () => ({ ...makeRequest(random, pool, [], 1), days: 0, trouble: 'none' }));
}

/** Updates that take facts away and bring them back. */
export function makeUpdates(random: Random, base: readonly CaseFact[], count: number): readonly Update[] {
  const updates: Update[] = [];
  let current = base;
  for (let at = 0; at < count; at++) {
    const update = makeUpdate(random, base, current, 1);
    updates.push(update);
    current = afterUpdate(current, update);
  }
  return updates;
}

/** Mostly real changes; sometimes something is added that is there, or removed that is not. */
function makeUpdate(random: Random, pool: readonly CaseFact[], current: readonly CaseFact[], scale: number): Update {
  const some = (): number => random.pick([1, 1, 2, 3]) * random.int(1, scale);
  const present = random.shuffle(current);
  const absent = random.shuffle(pool.filter((fact) => !current.includes(fact)));
  const removed = random.chance(0.85) ? present.splice(0, some()) : [];
  const added = random.chance(removed.length === 0 ? 1 : 0.5) ? absent.splice(0, some()) : [];
  const remove = random.chance(0.1) ? [...removed, ...absent.slice(0, 1)] : removed;
  const add = random.chance(0.1) ? [...added, ...present.slice(0, 1)] : added;
  return { kind: 'update', add, remove };
}

const troubles: readonly Trouble[] = ['limit', 'invalid', 'cancelled', 'host'];

function makeRequest(
  random: Random,
  pool: readonly CaseFact[],
  current: readonly CaseFact[],
  scale: number,
): RequestStep {
  const absent = random.shuffle(pool.filter((fact) => !current.includes(fact)));
  const facts = absent.slice(0, random.chance(0.05) ? 0 : random.int(2, 6) * random.int(1, scale));
  if (current.length > 0 && random.chance(0.2)) facts.push(random.pick(current));
  return {
    kind: 'request',
    facts,
    days: random.chance(0.6) ? 0 : random.pick([-2, 1, 1, 3, 8]),
    trouble: random.chance(0.12) ? random.pick(troubles) : 'none',
  };
}
