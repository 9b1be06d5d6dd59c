import { constant } from './columns.js';
import { declare, newPredicate, type Predicate, readable, reference, type World, write } from './world.js';

/** A predicate that is answered on demand: arithmetic, a case distinction, a lookup or a recursion. */
export function addDeferred(world: World, layer: number): void {
  const kinds = [addArithmetic, addCases, addLookup, addRecursive];
  const predicate = world.random.pick(kinds)(world, layer);
  if (predicate !== undefined) world.predicates.push(predicate);
}

const descr = 'mode("+", "-"), deferred()';

function addArithmetic(world: World, layer: number): Predicate {
  const predicate = newPredicate(world, 'f', ['number', 'number'], layer, { isDeferred: true });
  declare(world, predicate, descr);
  write(world, `${predicate.name}(X, Y) :- Y = fn:mult(X, ${world.random.int(-2, 3)})`);
  return predicate;
}

function addCases(world: World, layer: number): Predicate {
  const { random } = world;
  const predicate = newPredicate(world, 'f', ['number', 'name'], layer, { isDeferred: true });
  declare(world, predicate, descr);
  const limit = random.int(0, 5);
  write(world, `${predicate.name}(X, ${constant(random, 'name')}) :- X < ${limit}`);
  write(world, `${predicate.name}(X, ${constant(random, 'name')}) :- X >= ${random.int(0, limit)}`);
  return predicate;
}

function addLookup(world: World, layer: number): Predicate | undefined {
  const pool = readable(world, layer).filter((each) => each.columns.length === 2 && !each.isTemporal);
  if (pool.length === 0) return undefined;
  const source = world.random.pick(pool);
  const predicate = newPredicate(world, 'f', source.columns, layer, { isDeferred: true });
  declare(world, predicate, descr);
  const name = reference(world, source);
  const canNegate = source.columns[0] === source.columns[1] && world.random.chance(0.4);
  write(world, `${predicate.name}(X, Y) :- ${name}(X, Y)${canNegate ? `, !${name}(_, X)` : ''}`);
  return predicate;
}

/** Its variables have the names that callers use too. */
function addRecursive(world: World, layer: number): Predicate {
  const predicate = newPredicate(world, 'f', ['number', 'number'], layer, { isDeferred: true });
  declare(world, predicate, descr);
  const f = predicate.name;
  write(world, `${f}(V1, 0) :- V1 <= 0`);
  write(world, `${f}(V1, V1) :- V1 > 6`);
  write(world, `${f}(V1, V2) :- V1 > 0, V1 <= 6, V3 = fn:minus(V1, 1), ${f}(V3, V4), V2 = fn:plus(V4, V1)`);
  return predicate;
}
