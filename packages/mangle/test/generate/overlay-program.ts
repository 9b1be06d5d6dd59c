import { addAggregation } from './aggregation.js';
import { type Column, constant } from './columns.js';
import { addDeferred } from './deferred.js';
import { addExternal } from './external.js';
import type { GeneratedUnit } from './generate-program.js';
import type { CaseFact } from './overlay-case.js';
import { addBlockedClosure, addCallRule, addNegationChain, addPivot, addRisk, addSelection } from './overlay-rules.js';
import type { Random } from './random.js';
import { addClosure, addCounter, addLattice, addMutual, addTemporalClosure } from './recursion.js';
import { addCircle, addLetRule, addPlainRules, addTemporalRules } from './rules.js';
import { factAnnotation } from './temporal-premise.js';
import { declare, newPredicate, type Predicate, type UnitDraft, type World } from './world.js';

/** Rules and declarations, and facts that the program may be given. */
export interface OverlayProgram {
  readonly units: readonly GeneratedUnit[];
  readonly pool: readonly CaseFact[];
}

const maxRules = 12;

/**
 * A small program in which a few facts more or less matter: few constants, so that joins find partners, and many
 * negations and aggregations, so that conclusions come and go. The scale says how many facts and constants there are.
 */
export function makeOverlayProgram(random: Random, scale: number): OverlayProgram {
  const world: World = { random, units: makeUnits(random), unit: 0, predicates: [], names: 0, negation: 0.55 };
  addFactPredicates(world);
  if (random.chance(0.2)) addExternal(world, 0);
  const layers = random.int(2, 4);
  for (let layer = 1; layer <= layers; layer++) {
    world.unit = Math.floor((layer * world.units.length) / (layers + 1));
    for (let count = random.int(1, 2); count > 0; count--) addIfSmall(world, layer, random.pick(kinds));
  }
  for (const layer of [1, layers + 1]) if (random.chance(0.8)) addIfSmall(world, layer, random.pick(revisable));
  return { units: world.units.map(({ header, statements }) => ({ header, statements })), pool: makePool(world, scale) };
}

/** Adds rules of some kind, unless there would be too many. */
function addIfSmall(world: World, layer: number, add: (world: World, layer: number) => void): void {
  const sizes = world.units.map(({ statements }) => statements.length);
  const known = world.predicates.length;
  add(world, layer);
  const rules = world.units.flatMap(({ statements }) => statements).filter((text) => text.includes(' :- '));
  if (rules.length <= maxRules) return;
  world.predicates.length = known;
  for (const [at, { statements }] of world.units.entries()) statements.length = sizes[at] ?? 0;
}

const kinds: readonly ((world: World, layer: number) => void)[] = [
  ...Array.from({ length: 3 }, () => addPlainRules),
  ...Array.from({ length: 3 }, () => addAggregation),
  ...Array.from({ length: 5 }, () => addSelection),
  ...Array.from({ length: 5 }, () => addPivot),
  ...Array.from({ length: 3 }, () => addNegationChain),
  ...Array.from({ length: 2 }, () => addTemporalRules),
  ...Array.from({ length: 2 }, () => addBlockedClosure),
  addClosure,
  addMutual,
  addCounter,
  addTemporalClosure,
  addLattice,
  addDeferred,
  addExternal,
  addCallRule,
  addCallRule,
  addLetRule,
  addRisk,
  addCircle,
];

/** Conclusions that a fact more may take back. */
const revisable = [addSelection, addSelection, addPivot, addPivot, addNegationChain] as const;

/** One unit, or a package and a unit that uses it. */
function makeUnits(random: Random): readonly UnitDraft[] {
  if (random.chance(0.85)) return [{ packageName: '', header: [], statements: [] }];
  return [
    { packageName: 'lib', header: ['Package lib!'], statements: [] },
    { packageName: '', header: ['Use lib!'], statements: [] },
  ];
}

const factColumns: readonly Column[] = [
  ...Array.from({ length: 8 }, (): Column => 'name'),
  ...Array.from({ length: 6 }, (): Column => 'number'),
  'float',
  'string',
  'list',
  'struct',
  'pair',
  'time',
  'any',
];

function addFactPredicates(world: World): void {
  const { random } = world;
  addFactPredicate(world, 'g', ['name', 'name']);
  addFactPredicate(world, 'u', ['name']);
  if (random.chance(0.4)) addFactPredicate(world, 't', ['name', 'name'], { isTemporal: true });
  for (let count = random.int(1, 2); count > 0; count--) {
    const columns = Array.from({ length: random.pick([1, 2, 2, 3]) }, () => random.pick(factColumns));
    addFactPredicate(world, 'e', columns, { isTemporal: random.chance(0.2) });
  }
}

/** All are declared, because a program is prepared without any fact of theirs too. */
function addFactPredicate(
  world: World,
  stem: string,
  columns: readonly Column[],
  kind: { readonly isTemporal?: boolean } = {},
): void {
  const predicate = newPredicate(world, stem, columns, 0, kind);
  declare(world, predicate);
  world.predicates.push(predicate);
}

/** Facts of the predicates without rules, and a few of those that have rules. */
function makePool(world: World, scale: number): readonly CaseFact[] {
  const { random } = world;
  const facts = new Map<string, CaseFact>();
  for (const predicate of world.predicates) {
    const isBase = predicate.layer === 0;
    if (predicate.isDeferred || (!isBase && random.chance(0.75))) continue;
    const count = scale * (isBase ? random.int(4, 8) : random.int(1, 2));
    for (let at = 0; at < count; at++) {
      const text = factTextOf(random, predicate, scale);
      facts.set(`${predicate.unit} ${text}`, { unit: predicate.unit, text });
    }
  }
  return [...facts.values()];
}

function factTextOf(random: Random, { name, columns, isTemporal }: Predicate, scale: number): string {
  const args = columns.map((column) => factConstant(random, column, isTemporal, scale)).join(', ');
  return `${name}(${args})${isTemporal ? factAnnotation(random) : ''} .`;
}

/** Even fewer constants than in rules, and fewest where intervals of one atom shall meet. */
function factConstant(random: Random, column: Column, isTemporal: boolean, scale: number): string {
  if (column === 'name' && scale > 1 && random.chance(0.8)) return `/n${random.int(1, 4 * scale)}`;
  if (column === 'name' && isTemporal && random.chance(0.7)) return random.pick(['/a', '/b']);
  if (column === 'name' && random.chance(0.9)) return random.pick(['/a', '/b', '/c', '/d']);
  if (column === 'number' && random.chance(0.9)) return `${random.int(0, 4 * scale)}`;
  return constant(random, column);
}
