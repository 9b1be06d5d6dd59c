import { type Column, constant } from './columns.js';
import {
  declareSometimes,
  declare,
  newPredicate,
  type Predicate,
  readable,
  reference,
  type World,
  write,
} from './world.js';

/** Closure over a binary predicate in one of several shapes. */
export function addClosure(world: World, layer: number): void {
  const { random } = world;
  const edge = pickEdge(world, layer, { isTemporal: false });
  if (edge === undefined) return;
  const closure = newPredicate(world, 'r', edge.columns, layer);
  declareSometimes(world, closure);
  const [e, r] = [reference(world, edge), closure.name];
  const filter = random.chance(0.3) ? `, ${filterText(world, edge, layer)}` : '';
  write(world, `${r}(X, Y) :- ${e}(X, Y)${filter}`);
  const steps = [
    `${r}(X, Z) :- ${e}(X, Y), ${r}(Y, Z)`,
    `${r}(X, Z) :- ${r}(X, Y), ${e}(Y, Z)${filter}`,
    `${r}(X, Z) :- ${r}(X, Y), ${r}(Y, Z)`,
    `${r}(Y, X) :- ${r}(X, Y)`,
    `${r}(X, Z) :- ${r}(Y, Z), ${r}(Y, X), X != Z`,
  ];
  for (const step of random.shuffle(steps).slice(0, random.int(1, 2))) write(world, step);
  world.predicates.push(closure);
}

/** Predicates that need each other, also ones that meet again in the same round. */
export function addMutual(world: World, layer: number): void {
  const { random } = world;
  const edge = pickEdge(world, layer, { isTemporal: false });
  const [column] = edge?.columns ?? [];
  if (edge === undefined || column === undefined) return;
  const [a, b, c] = [1, 2, 3].map(() => newPredicate(world, 'm', [column], layer)) as [Predicate, Predicate, Predicate];
  const e = reference(world, edge);
  write(world, `${a.name}(${constant(random, column)})`);
  write(world, `${a.name}(X) :- ${c.name}(X)`);
  write(world, `${b.name}(Y) :- ${a.name}(X), ${e}(X, Y)`);
  write(world, `${c.name}(Y) :- ${a.name}(X), ${e}(Y, X)`);
  if (random.chance(0.5)) write(world, `${c.name}(Y) :- ${b.name}(X), ${c.name}(Z), ${e}(X, Y), ${e}(Y, Z)`);
  if (random.chance(0.5)) write(world, `${a.name}(X) :- ${b.name}(X), !${e}(X, _)`);
  if (random.chance(0.5)) write(world, `${b.name}(X) :- ${b.name}(Y), ${c.name}(Y), ${a.name}(X)`);
  world.predicates.push(a, b, c);
}

/** Numbers up to a limit. */
export function addCounter(world: World, layer: number): void {
  const { random } = world;
  const counter = newPredicate(world, 'n', ['number'], layer);
  declare(world, counter);
  const n = counter.name;
  write(world, `${n}(${random.int(0, 3)})`);
  const order = random.shuffle([`${n}(X)`, `X < ${random.int(4, 12)}`, `Y = fn:plus(X, ${random.int(1, 3)})`]);
  write(world, `${n}(Y) :- ${order.join(', ')}`);
  world.predicates.push(counter);
}

/** Recursion through time: intervals are copied, joined, cut or read through a window. */
export function addTemporalClosure(world: World, layer: number): void {
  const { random } = world;
  const edge = pickEdge(world, layer, { isTemporal: true });
  if (edge === undefined) return;
  const closure = newPredicate(world, 'w', edge.columns, layer, { isTemporal: true });
  declareSometimes(world, closure);
  const [e, r] = [reference(world, edge), closure.name];
  write(world, `${r}(X, Y)@[S, E] :- ${e}(X, Y)@[S, E]`);
  const steps = [
    `${r}(X, Z)@[S, E] :- ${r}(X, Y)@[S, E], ${e}(Y, Z)@[S, E]`,
    `${r}(X, Z)@[S, E] :- ${e}(Y, Z)@[S, E], ${r}(X, Y)@[S, E]`,
    `${r}(X, Z)@[T, E] :- ${r}(X, Y)@[S, E], ${e}(Y, Z)@[T, F], :time:le(S, T), :time:le(T, E), :time:le(E, F)`,
    `${r}(X, Z)@[S, F] :- ${r}(X, Y)@[S, E], ${e}(Y, Z)@[E, F], :time:le(S, F)`,
    `${r}(Y, X)@[now] :- <-[0d, 7d] ${r}(X, Y)`,
    `${r}(Y, X)@[S] :- [-[1d, 3d] ${r}(X, Y), ${e}(X, Y)@[S, _]`,
    `${r}(X, X)@[S, E] :- ${r}(X, Y)@[S, E], ${r}(Y, X)@[S, E]`,
  ];
  for (const step of random.shuffle(steps).slice(0, random.int(1, 2))) write(world, step);
  world.predicates.push(closure);
  if (random.chance(0.4)) addTemporalMutual(world, edge, layer);
}

/** Temporal predicates that need each other, also at times that another premise has fixed. */
function addTemporalMutual(world: World, edge: Predicate, layer: number): void {
  const { random } = world;
  const [column] = edge.columns;
  if (column === undefined) return;
  const [one, two] = [1, 2].map(() => newPredicate(world, 'w', [column], layer, { isTemporal: true })) as [
    Predicate,
    Predicate,
  ];
  const [a, b, e] = [one.name, two.name, reference(world, edge)];
  write(world, `${a}(X)@[S, E] :- ${e}(X, _)@[S, E]`);
  write(world, `${b}(Y)@[S, E] :- ${a}(X)@[S, E], <-[0d, 90d] ${e}(X, Y)`);
  const steps = [
    `${a}(Y)@[S, E] :- ${b}(X)@[S, E], <-[0d, 90d] ${e}(X, Y), ${b}(Y)@[S, E]`,
    `${b}(Y)@[S, E] :- ${a}(X)@[S, E], <-[0d, 90d] ${e}(Y, X), ${a}(Y)@[S, E]`,
    `${a}(X)@[S, E] :- ${b}(X)@[S, E], ${a}(X)@[S]`,
  ];
  write(world, steps[0] ?? '');
  for (const step of steps.slice(1)) if (random.chance(0.5)) write(world, step);
  world.predicates.push(one, two);
}

/** Shortest or longest distances, as facts that are merged. */
export function addLattice(world: World, layer: number): void {
  const { random } = world;
  const edge = pickEdge(world, layer, { isTemporal: false });
  const [column] = edge?.columns ?? [];
  if (edge === undefined || column === undefined) return;
  const [best, merge] = [
    newPredicate(world, 'd', [column, 'number'], layer),
    newPredicate(world, 'least', ['number', 'number', 'number'], layer),
  ];
  declare(world, best, `fundep([C0], [C1]), merge([C1], "${merge.name}")`);
  declare(world, merge, 'mode("+", "+", "-"), deferred()');
  write(world, `${merge.name}(A, B, A) :- A <= B`);
  write(world, `${merge.name}(A, B, B) :- B < A`);
  const e = reference(world, edge);
  write(world, `${best.name}(X, ${random.int(0, 2)}) :- ${e}(X, _)`);
  if (random.chance(0.5)) write(world, `${best.name}(Y, ${random.int(0, 2)}) :- ${e}(_, Y)`);
  if (random.chance(0.7)) write(world, `${best.name}(Y, M) :- ${best.name}(X, N), ${e}(X, Y), M = fn:plus(N, 1)`);
  if (random.chance(0.6)) addFollowers(world, best, e, layer);
  world.predicates.push(best);
}

/**
 * Predicates that are not merged and read merged values in their own recursion. What the lattice gets back from them is
 * no better than what it has, or comes through the shortest step: else its values would depend on the order of rounds.
 */
function addFollowers(world: World, best: Predicate, edge: string, layer: number): void {
  const { random } = world;
  const [column, number] = best.columns as [Column, Column];
  const [copy, pair, seen] = [[column, number], [column, column, number], [column]].map((columns) =>
    newPredicate(world, 'f', columns, layer),
  ) as [Predicate, Predicate, Predicate];
  const [d, f, g, h] = [best.name, copy.name, pair.name, seen.name];
  write(world, `${f}(X, N) :- ${d}(X, N)`);
  write(world, `${d}(Y, M) :- ${f}(X, N), ${edge}(X, Y), M = fn:plus(N, 1)`);
  if (random.chance(0.3)) write(world, `${f}(${constant(random, column)}, ${random.int(0, 2)})`);
  if (random.chance(0.4)) write(world, `${f}(X, N) :- ${f}(X, N), ${d}(X, N)`);
  world.predicates.push(copy);
  if (random.chance(0.5)) {
    const body = random.pick([
      `${d}(X, N), ${edge}(X, Y)`,
      `${f}(X, N), ${edge}(X, Y), ${d}(Y, N)`,
      `${d}(X, N), ${edge}(X, Y), ${d}(Y, M), N < M`,
      `${f}(X, N), ${edge}(X, Y), M = fn:plus(N, 1), ${d}(Y, M)`,
    ]);
    write(world, `${g}(X, Y, N) :- ${body}`);
    if (random.chance(0.6)) write(world, `${d}(Y, M) :- ${g}(X, Y, N), M = fn:plus(N, ${random.int(1, 2)})`);
    world.predicates.push(pair);
  }
  if (random.chance(0.4)) {
    write(world, `${h}(Y) :- ${f}(X, _), ${edge}(X, Y)`);
    write(world, `${d}(X, ${random.int(1, 3)}) :- ${h}(X)`);
    world.predicates.push(seen);
  }
}

/** A lower predicate with two columns of one kind. */
function pickEdge(
  world: World,
  layer: number,
  { isTemporal }: { readonly isTemporal: boolean },
): Predicate | undefined {
  const edges = readable(world, layer).filter(
    ({ columns, isTemporal: has }) => columns.length === 2 && columns[0] === columns[1] && has === isTemporal,
  );
  return edges.length === 0 ? undefined : world.random.pick(edges);
}

function filterText(world: World, edge: Predicate, layer: number): string {
  const { random } = world;
  const unary = readable(world, layer).filter(
    (each) => each.columns.length === 1 && each.columns[0] === edge.columns[0] && !each.isTemporal,
  );
  if (unary.length === 0) return `!${reference(world, edge)}(Y, X)`;
  return `${random.chance(0.5) ? '!' : ''}${reference(world, random.pick(unary))}(Y)`;
}
