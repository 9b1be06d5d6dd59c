import { timestamp } from './columns.js';
import type { Random } from './random.js';
import type { Body, World } from './world.js';

/**
 * Adds a window, an annotation or both to an atom of a temporal predicate. `times` are the variables that have a value
 * before it.
 */
export function addAnnotation(world: World, body: Body, atom: string, times: readonly string[]): string {
  const { random } = world;
  if (random.chance(0.3)) return `${operator(random, times)} ${atom}${besideOperator(world, body)}`;
  if (random.chance(0.45)) return `${atom}${fresh(world, body)}`;
  const known = body.variables.time;
  if (known.length > 0 && random.chance(0.6)) return `${atom}${reused(world, body)}`;
  return `${atom}${fixed(random)}`;
}

/** The annotation of a fact: points, closed and open intervals, also up to now. */
export function factAnnotation(random: Random): string {
  const [first, second] = [timestamp(random), timestamp(random)].sort();
  // One text for one interval: facts are told apart by their text.
  const closed = first === second ? `@[${first}]` : `@[${first}, ${second}]`;
  return random.pick([
    closed,
    closed,
    closed,
    `@[${first}]`,
    `@[${first}, _]`,
    `@[_, ${second}]`,
    '@[_, _]',
    '@[now]',
    '@[2024-06-01, now]',
    '@[now, 2024-06-15]',
  ]);
}

/** The bounds of a window may be variables that have a value. */
function operator(random: Random, times: readonly string[]): string {
  const sign = random.pick(['<-', '[-', '<+', '[+']);
  const bound = (): string => (times.length > 0 && random.chance(0.25) ? random.pick(times) : fixedBound(random));
  return `${sign}[${bound()}, ${bound()}]`;
}

function fixedBound(random: Random): string {
  return random.chance(0.75)
    ? random.pick(['0d', '1d', '3d', '7d', '36h', '90m', '1ms'])
    : random.pick([timestamp(random), 'now']);
}

function besideOperator(world: World, body: Body): string {
  const { random } = world;
  if (random.chance(0.5)) return random.chance(0.2) ? '@[_, _]' : '';
  return random.chance(0.3) && body.variables.time.length > 0 ? reused(world, body) : fresh(world, body);
}

/** Variables that have no value yet. */
function fresh(world: World, body: Body): string {
  const start = freshTime(body);
  const shape = world.random.pick(['both', 'both', 'both', 'start', 'end', 'single', 'same']);
  const end = shape === 'both' ? freshTime(body) : '';
  body.variables.time.push(start, ...(end === '' ? [] : [end]));
  if (shape === 'both') return `@[${start}, ${end}]`;
  if (shape === 'start') return `@[${start}, _]`;
  if (shape === 'end') return `@[_, ${start}]`;
  return shape === 'single' ? `@[${start}]` : `@[${start}, ${start}]`;
}

/** At least one variable that has a value, alone or beside something else. */
function reused({ random }: World, body: Body): string {
  const known = [...body.variables.time];
  const shape = random.pick(['both', 'both', 'single', 'start', 'end', 'before', 'after']);
  const first = random.pick(known);
  if (shape === 'both') return `@[${first}, ${random.pick(known)}]`;
  if (shape === 'single') return `@[${first}]`;
  if (shape === 'before') return `@[${first}, ${random.pick(['_', 'now', timestamp(random)])}]`;
  if (shape === 'after') return `@[${random.pick(['_', 'now', timestamp(random)])}, ${first}]`;
  const other = freshTime(body);
  body.variables.time.push(other);
  return shape === 'start' ? `@[${first}, ${other}]` : `@[${other}, ${first}]`;
}

/** Bounds that are known before evaluation. */
function fixed(random: Random): string {
  const [first, second] = [timestamp(random), timestamp(random)].sort();
  return random.pick([
    '@[now]',
    `@[${first}]`,
    `@[${first}, ${second}]`,
    `@[${first}, ${second}]`,
    `@[${first}, _]`,
    `@[_, ${second}]`,
    '@[_, _]',
    '@[_]',
    '@[2024-06-03, now]',
  ]);
}

/** Not yet counted as bound: the caller decides when. */
function freshTime(body: Body): string {
  return `V${++body.count}`;
}
