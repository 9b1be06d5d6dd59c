import type { Json } from '../json/json.js';
import type { StateDelta } from '../messages/invoke-response.js';
import type { FactPattern, WireFact } from '../messages/wire-fact.js';
import { validityKey, valueKey } from './canonical.js';

/**
 * Whether a pattern fits a fact: the same predicate and arguments, where null fits any (Spec 07 §4.4). A pattern without
 * `t` fits whenever the fact holds, one with `t` only the same validity (C-38). Arguments by name fit arguments by name.
 */
export function matchesPattern(pattern: FactPattern, fact: WireFact): boolean {
  const shape = shapeOf(pattern);
  return keyUnder(shape, fact) === keyUnder(shape, pattern);
}

/**
 * The facts after a delta: retractions first, then assertions (Spec 07 §4.5). Facts keep their order, new ones follow. A
 * fact that is there already is replaced in its place, since its origin is not part of what it says (Spec 03 §5.3).
 */
export function applyDelta(facts: readonly WireFact[], { retract = [], assert = [] }: StateDelta): readonly WireFact[] {
  const patterns = groupByShape(retract);
  const kept = new Map<string, WireFact>();
  for (const fact of facts) {
    const shapes = patterns.get(fact.pred) ?? [];
    const isRetracted = shapes.some(({ shape, keys }) => keys.has(keyUnder(shape, fact)));
    if (!isRetracted) kept.set(factKey(fact), fact);
  }
  for (const fact of assert) kept.set(factKey(fact), fact);
  return [...kept.values()];
}

/**
 * The facts of a client's state that go with its next request, all of them as its own (`session`). What rules derived for an
 * earlier one held then and is left out, unless the caller asserts it again (ARCH-011).
 */
export function factsToSend(
  facts: readonly WireFact[],
  { withDerived = false }: { readonly withDerived?: boolean } = {},
): readonly WireFact[] {
  return facts
    .filter(({ category }) => withDerived || category !== 'derived')
    .map((fact) => (fact.category === undefined ? fact : { ...fact, category: 'session' as const }));
}

/** What a pattern looks at. */
interface Shape {
  /** The names of the arguments, or how many there are by position. */
  readonly arguments: string;
  /** Those that must be equal, by name or position. */
  readonly compared: readonly string[];
  readonly hasValidity: boolean;
}

function shapeOf(pattern: FactPattern): Shape {
  const values = argumentsOf(pattern);
  return {
    arguments: argumentsKey(pattern),
    compared: [...values.keys()].filter((key) => values.get(key) !== null),
    hasValidity: pattern.t !== undefined && pattern.t !== null,
  };
}

/** Equal for a pattern of the shape and every fact that it fits. */
function keyUnder({ compared, hasValidity }: Shape, fact: WireFact): string {
  const values = argumentsOf(fact);
  const keys = compared.map((key) => valueKey(values.get(key) ?? null));
  return JSON.stringify([fact.pred, argumentsKey(fact), keys, hasValidity ? validityKey(fact.t) : '']);
}

/** In an order that does not depend on how they were sent. */
function argumentsOf({ args, named_args: named = {} }: WireFact): ReadonlyMap<string, Json> {
  if (args !== undefined) return new Map(args.map((value, index) => [String(index), value]));
  return new Map(
    Object.keys(named)
      .sort()
      .map((name) => [name, named[name] ?? null]),
  );
}

function argumentsKey({ args, named_args: named = {} }: WireFact): string {
  return args === undefined ? JSON.stringify(Object.keys(named).sort()) : String(args.length);
}

interface ShapeGroup {
  readonly shape: Shape;
  readonly keys: Set<string>;
}

/** Patterns of one shape are looked up at once, so that a long delta does not take the time of all pairs. */
function groupByShape(patterns: readonly FactPattern[]): ReadonlyMap<string, readonly ShapeGroup[]> {
  const byShape = new Map<string, ShapeGroup>();
  const byPredicate = new Map<string, ShapeGroup[]>();
  for (const pattern of patterns) {
    const shape = shapeOf(pattern);
    const name = JSON.stringify([pattern.pred, shape]);
    let group = byShape.get(name);
    if (group === undefined) {
      group = { shape, keys: new Set() };
      byShape.set(name, group);
      byPredicate.set(pattern.pred, [...(byPredicate.get(pattern.pred) ?? []), group]);
    }
    group.keys.add(keyUnder(shape, pattern));
  }
  return byPredicate;
}

/** Equal for facts that say the same. */
function factKey({ pred, args, named_args: named, t }: WireFact): string {
  return JSON.stringify([pred, args?.map(valueKey) ?? valueKey(named ?? {}), validityKey(t)]);
}
