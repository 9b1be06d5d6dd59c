import fc from 'fast-check';
import { addAggregation } from './aggregation.js';
import { type Column, constant } from './columns.js';
import { addDeferred } from './deferred.js';
import { addExternal } from './external.js';
import { createRandom, type Random } from './random.js';
import { addClosure, addCounter, addLattice, addMutual, addTemporalClosure } from './recursion.js';
import { addCircle, addLetRule, addPlainRules, addTemporalRules } from './rules.js';
import { factAnnotation } from './temporal-premise.js';
import { declareSometimes, newPredicate, type UnitDraft, type World, write } from './world.js';

/** A random program that is meant to pass the analysis. */
export interface GeneratedProgram {
  readonly seed: number;
  readonly units: readonly GeneratedUnit[];
}

export interface GeneratedUnit {
  readonly header: readonly string[];
  /** Declarations, facts and rules, one each; their order has no meaning. */
  readonly statements: readonly string[];
}

/** Programs by seed. They shrink by leaving statements out (`minimize`), not by smaller seeds. */
export const generatedPrograms: fc.Arbitrary<GeneratedProgram> = fc
  .noShrink(fc.noBias(fc.integer({ min: 0, max: 0xffffffff })))
  .map(generateProgram);

/** The same seed always gives the same program. */
export function generateProgram(seed: number): GeneratedProgram {
  const random = createRandom(seed);
  const world: World = { random, units: makeUnits(random), unit: 0, predicates: [], names: 0, negation: 0.35 };
  addFacts(world);
  const layers = random.int(2, 5);
  for (let layer = 1; layer <= layers; layer++) {
    world.unit = Math.floor((layer * world.units.length) / (layers + 1));
    for (let count = random.int(1, 2); count > 0; count--) random.pick(kinds)(world, layer);
  }
  return { seed, units: world.units.map(({ header, statements }) => ({ header, statements })) };
}

/** The text of one unit. */
export function unitText({ header, statements }: GeneratedUnit): string {
  return `${[...header, ...statements].join('\n')}\n`;
}

/** The text of a program for people, with the seed that makes it again. */
export function programText(program: GeneratedProgram): string {
  return `# seed ${program.seed}\n${program.units.map(unitText).join('#! unit\n')}`;
}

const kinds: readonly ((world: World, layer: number) => void)[] = [
  ...Array.from({ length: 6 }, () => addPlainRules),
  ...Array.from({ length: 4 }, () => addAggregation),
  ...Array.from({ length: 3 }, () => addTemporalRules),
  addClosure,
  addClosure,
  addMutual,
  addCounter,
  addTemporalClosure,
  addTemporalClosure,
  addLattice,
  addDeferred,
  addDeferred,
  addExternal,
  addLetRule,
  addCircle,
];

/** One unit, or one or two packages and a unit that uses them. */
function makeUnits(random: Random): readonly UnitDraft[] {
  if (!random.chance(0.3)) return [{ packageName: '', header: [], statements: [] }];
  const libraries = random.chance(0.3) ? ['lib.base', 'lib'] : ['lib.base'];
  const names = [...libraries, random.chance(0.5) ? 'app' : ''];
  return names.map((packageName, at) => {
    const header = packageName === '' ? [] : [`Package ${packageName}!`];
    return { packageName, header: [...header, ...names.slice(0, at).map((name) => `Use ${name}!`)], statements: [] };
  });
}

const factColumns: readonly Column[] = [
  ...Array.from({ length: 5 }, (): Column => 'name'),
  ...Array.from({ length: 5 }, (): Column => 'number'),
  'float',
  'string',
  'string',
  'list',
  'list',
  'struct',
  'map',
  'pair',
  'time',
  'any',
];

/** Base predicates: plain and temporal ones, and a graph of each for recursion to walk over. */
function addFacts(world: World): void {
  const { random } = world;
  addPredicate(world, 'g', ['name', 'name'], { isTemporal: false });
  if (random.chance(0.6)) addPredicate(world, 't', ['name', 'name'], { isTemporal: true });
  for (let count = random.int(2, 4); count > 0; count--) {
    const columns = Array.from({ length: random.pick([1, 2, 2, 3]) }, () => random.pick(factColumns));
    addPredicate(world, 'e', columns, { isTemporal: random.chance(0.25) });
  }
}

function addPredicate(
  world: World,
  stem: string,
  columns: readonly Column[],
  kind: { readonly isTemporal: boolean },
): void {
  const { random } = world;
  const predicate = newPredicate(world, stem, columns, 0, kind);
  declareSometimes(world, predicate);
  for (let count = random.int(3, kind.isTemporal ? 6 : 8); count > 0; count--) {
    const args = columns.map((column) => constant(random, column)).join(', ');
    write(world, `${predicate.name}(${args})${kind.isTemporal ? factAnnotation(random) : ''}`);
  }
  world.predicates.push(predicate);
}
