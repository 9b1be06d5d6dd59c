import fc from 'fast-check';
import type { Contents, Graph, Query } from './graph.js';

/**
 * Names that fall apart where an order is not that of code points: upper case, a letter beyond ASCII, a prefix of another
 * name, a sign that is two units of UTF-16, and one that only code points put before it.
 */
const oddNames = ['a', 'b', 'c', 'd', 'e', 'f', 'a1', 'B', 'é', '\u{ff21}', '\u{1f600}'];
const manyNames = Array.from({ length: 24 }, (_, index) => `tool ${index + 1}`);
const intents = ['go', 'go', 'go', 'go', 'rest'];
/** Around every threshold, with many ties. */
const scores = [0, 19, 20, 21, 39, 40, 55, 69, 70, 79, 80, 81, 89, 90, 91, 99, 100];
const tiedScores = [50, 80, 100];
const vectorScores = [19, 29, 30, 31, 32, 60, 80, 95];
const keys = ['mode', 'size'];
const values = ['x', 'y'];

export const privilegeSets = [[], ['p'], ['p', 'q']] as const;

function some<T>(item: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<readonly T[]> {
  return fc.array(item, { maxLength, size: 'max' });
}

/** Seldom any: a graph with a little of everything has nothing left to select. */
function few<T>(item: fc.Arbitrary<T>, maxLength: number, weight = 3): fc.Arbitrary<readonly T[]> {
  const none: readonly T[] = [];
  return fc.oneof({ arbitrary: fc.constant(none), weight }, { arbitrary: some(item, maxLength), weight: 1 });
}

function graphsOver(names: readonly string[], scale: number): fc.Arbitrary<Graph> {
  const tool = fc.constantFrom(...names);
  const intent = fc.constantFrom(...intents);
  const pair = fc.tuple(tool, tool);
  // A tool that conflicts with itself is a mistake of the domain.
  const others = pair.filter(([one, other]) => one !== other);
  const key = fc.constantFrom(...keys);
  const value = fc.constantFrom(...values);
  const steps = fc.tuple(
    some(fc.tuple(tool, fc.constantFrom(1, 2), fc.constantFrom('look', 'fetch', 'write', 'wipe')), 6 * scale),
    few(fc.tuple(tool, fc.constant(3), fc.constantFrom('look', 'burn', 'pour')), 2),
  );
  const constrained = fc.tuple(tool, intent, fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 2 }));
  return fc
    .record({
      relevant: fc.oneof(
        some(fc.tuple(tool, intent, fc.constantFrom(...scores)), 14 * scale),
        some(fc.tuple(tool, intent, fc.constantFrom(...tiedScores)), 14 * scale),
      ),
      vector: few(fc.tuple(tool, intent, fc.constantFrom(...vectorScores)), 6 * scale),
      mandatory: few(fc.tuple(intent, tool), 3 * scale),
      macro: few(fc.tuple(tool, fc.constantFrom('full', 'condensed', 'minimal')), 5 * scale),
      serves: few(fc.tuple(tool, intent), 2),
      constraint: few(fc.tuple(tool, key, value), 2),
      // Those that serve an intent, with what they ask of the context.
      constrained: few(constrained, 4 * scale, 1),
      context: fc.array(fc.tuple(key, value), { maxLength: 2 }),
      requires: some(pair, 8 * scale),
      conflicts: some(others, 10 * scale),
      incompatible: few(others, 2 * scale),
      // Those that really yield, because the others are in the skeleton.
      yielding: few(others, 2 * scale),
      needs: few(fc.tuple(tool, fc.constantFrom('temporal', 'teleport')), 3),
      step: steps.map((both) => onePerPosition(both.flat())),
      prohibited: few(fc.tuple(tool), 2),
      privilege: few(fc.tuple(tool, fc.constantFrom('p', 'q')), 4),
    })
    .map(({ constrained: served, yielding, ...rest }) => ({
      ...rest,
      mandatory: [...rest.mandatory, ...yielding.map(([, other]) => ['go', other] as const)],
      serves: [...rest.serves, ...served.map(([name, intended]) => [name, intended] as const)],
      constraint: [
        ...rest.constraint,
        ...served.flatMap(([name, , pairs]) => pairs.map((each) => [name, ...each] as const)),
      ],
      incompatible: [...rest.incompatible, ...yielding],
    }));
}

const nothing: Graph = {
  relevant: [],
  vector: [],
  mandatory: [],
  macro: [],
  serves: [],
  constraint: [],
  context: [],
  requires: [],
  conflicts: [],
  incompatible: [],
  needs: [],
  step: [],
  prohibited: [],
  privilege: [],
};

const webNames = [...'abcdefghijkl'];

/**
 * Tools of which each is in conflict with some that are close to it by rank, and little else: the first beats the second,
 * which would have beaten the third, and so on, so that many come back and others then cannot.
 */
const webs: fc.Arbitrary<Graph> = fc
  .record({
    relevant: fc.array(fc.tuple(fc.constantFrom(...webNames), fc.constant('go'), fc.constantFrom(80, 90)), {
      maxLength: 2,
    }),
    conflicts: fc.subarray(
      webNames.flatMap((one, at) => webNames.slice(at + 1, at + 5).map((other) => [one, other] as const)),
      { maxLength: 30 },
    ),
    requires: few(fc.tuple(fc.constantFrom(...webNames), fc.constantFrom(...webNames)), 2),
  })
  .map(({ relevant, ...rest }) => ({
    ...nothing,
    ...rest,
    relevant: [...relevant, ...webNames.map((name) => [name, 'go', 50] as const)],
  }));

/** Two steps at one position make a plan that nobody can carry out. */
export function onePerPosition(steps: Graph['step']): Graph['step'] {
  const known = new Set<string>();
  return steps.filter(([name, position]) => {
    const place = `${position} ${name}`;
    return !known.has(place) && known.add(place);
  });
}

export const graphs: fc.Arbitrary<Graph> = fc.oneof(
  { arbitrary: graphsOver(oddNames, 1), weight: 5 },
  { arbitrary: graphsOver(manyNames, 2), weight: 1 },
  { arbitrary: webs, weight: 2 },
);

const anyTool = fc.constantFrom(...oddNames, ...manyNames.slice(0, 4));
const contextValues = fc.oneof(
  fc.constantFrom(...values),
  fc.array(fc.constantFrom(...values, null), { maxLength: 2 }),
);

export const queries: fc.Arbitrary<Query> = fc.record({
  intent: fc.constantFrom('go', 'go', 'go', 'go', 'go', 'go', 'go', 'rest', 'unheard of'),
  params: fc.oneof(
    fc.constant({}),
    fc.record(
      {
        exclude_tools: fc.oneof(anyTool, fc.array(anyTool, { maxLength: 2 })),
        exclude_effects: fc.array(fc.constantFrom('network', 'filesystem', 'destructive', 'payments'), {
          maxLength: 2,
        }),
        mode: contextValues,
        size: contextValues,
        unrelated: fc.constant('a'),
      },
      { requiredKeys: [] },
    ),
  ),
  privileges: fc.constantFrom(...privilegeSets),
});

const words = 'every tool says what it does, in words that take room; the longer ones go first when there is none left';

const anyText = fc.nat({ max: words.length }).map((length) => words.slice(0, length) || '-');

/** What the tools of most graphs say of themselves, each text, argument and resource once. */
export const contents: fc.Arbitrary<Contents> = fc.record({
  about: once(fc.tuple(fc.constantFrom(...oddNames), anyText), 11),
  param: once(fc.tuple(fc.constantFrom(...oddNames), fc.constantFrom('one', 'two', 'three')), 12, 2),
  hint: once(fc.tuple(fc.constantFrom(...oddNames), fc.constantFrom(1, 2), anyText), 12, 2),
  skill: once(fc.tuple(fc.constantFrom(...oddNames), fc.constantFrom('short', 'other', 'long')), 12, 2),
  resource: once(
    fc.tuple(fc.constantFrom(...oddNames), fc.constantFrom('file://one', 'file://two'), fc.constantFrom(10, 50, 90)),
    12,
    2,
  ),
});

/** Rows whose first cells, as many as are given, are not those of another one. */
function once<T extends readonly unknown[]>(
  row: fc.Arbitrary<T>,
  maxLength: number,
  cells = 1,
): fc.Arbitrary<readonly T[]> {
  return fc.uniqueArray(row, { maxLength, size: 'max', selector: (each) => JSON.stringify(each.slice(0, cells)) });
}
