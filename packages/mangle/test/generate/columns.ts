import type { Random } from './random.js';

/** What a column of a generated predicate holds. `any` holds values that look alike and are not. */
export type Column = 'name' | 'number' | 'float' | 'string' | 'list' | 'struct' | 'map' | 'pair' | 'time' | 'any';

export const columns = [
  'name',
  'number',
  'float',
  'string',
  'list',
  'struct',
  'map',
  'pair',
  'time',
  'any',
] as const satisfies readonly Column[];

/** The bound of a column in a declaration. */
export const boundOf: Readonly<Record<Column, string>> = {
  name: '/name',
  number: '/number',
  float: '/float64',
  string: '/string',
  list: 'fn:List(/number)',
  struct: 'fn:Struct(/k, /number, /tag, /name)',
  map: 'fn:Map(/name, /number)',
  pair: 'fn:Pair(/name, /number)',
  time: '/time',
  any: '/any',
};

const makers: Readonly<Record<Column, (random: Random) => string>> = {
  name: (random) => (random.chance(0.15) ? `/${random.pick(['x', 'y'])}/${letter(random)}` : `/${letter(random)}`),
  number: (random) =>
    random.chance(0.03) ? random.pick(['9007199254740993', '-9007199254740993']) : `${random.int(-3, 9)}`,
  float: (random) => random.pick(['0.0', '1.0', '1.5', '2.0', '-0.5', '-0.0', '2.25']),
  string: (random) => random.pick(['""', '"s"', '"ab"', '"abc"', '"/a"', '"it\'s"', '"ä→z"', '"x-y"']),
  list: (random) => `[ ${range(random, 0, 3, () => `${random.int(-1, 4)}`)}]`,
  struct: (random) => `{/k : ${random.int(0, 3)}, /tag : /${letter(random)}}`,
  map: (random) =>
    random.chance(0.1) ? 'fn:map()' : `[ ${range(random, 1, 2, () => `/${letter(random)} : ${random.int(0, 3)}`)}]`,
  pair: (random) => `fn:pair(/${letter(random)}, ${random.int(0, 3)})`,
  time: (random) => `fn:time:parse_rfc3339("${timestamp(random)}Z")`,
  any: (random) =>
    random.pick(['0', '0.0', '-0.0', '[]', '{}', 'fn:map()', '1', '1.0', '"1"', '/a', '"/a"', 'b"/a"', '[1]', '[1.0]']),
};

/** The text of a constant for a column. The same few come again and again, so that joins find partners. */
export function constant(random: Random, column: Column): string {
  return makers[column](random);
}

/** A moment in the four weeks around the evaluation time, as annotations write it. */
export function timestamp(random: Random): string {
  const day = String(random.int(1, 20)).padStart(2, '0');
  const time = random.chance(0.75) ? '00:00:00' : random.pick(['12:00:00', '23:59:59.999999999', '06:30:00.5']);
  return `2024-06-${day}T${time}`;
}

/** The evaluation time of generated programs: 2024-06-10T00:00:00Z. */
export const generatedNow = 1_717_977_600_000_000_000n;

function letter(random: Random): string {
  return random.pick(['a', 'b', 'c', 'd']);
}

function range(random: Random, low: number, high: number, make: () => string): string {
  return Array.from({ length: random.int(low, high) }, make).join(', ');
}
