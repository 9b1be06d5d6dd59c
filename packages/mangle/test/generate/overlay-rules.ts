import { type Column, constant } from './columns.js';
import { declareSometimes, newPredicate, type Predicate, readable, reference, type World, write } from './world.js';

/** `p(X) :- u(X), !q(X)`, then `p'(X) :- u(X), !p(X)` and so on: each new fact of `q` turns every level around. */
export function addNegationChain(world: World, layer: number): void {
  const { random } = world;
  const [domain, first] = [pickOver(world, layer), pickOver(world, layer)];
  if (domain === undefined || first === undefined) return;
  let below: string = atomOver(world, first);
  for (let levels = random.int(2, 4); levels > 0; levels--) {
    const level = newPredicate(world, 'c', ['name'], layer);
    write(world, `${level.name}(X) :- ${heldOver(world, domain)}, !${below}`);
    below = `${level.name}(X)`;
    world.predicates.push(level);
  }
}

/** A choice that something else may forbid, and what holds where nothing is chosen. */
export function addSelection(world: World, layer: number): void {
  const { random } = world;
  const [domain, other, veto] = [pickOver(world, layer), pickOver(world, layer), pickOver(world, layer)];
  if (domain === undefined || other === undefined || veto === undefined) return;
  const chosen = newPredicate(world, 's', ['name'], layer);
  declareSometimes(world, chosen);
  write(world, `${chosen.name}(X) :- ${heldOver(world, domain)}, !${atomOver(world, veto)}`);
  if (random.chance(0.6)) write(world, `${chosen.name}(X) :- ${heldOver(world, other)}, !${atomOver(world, domain)}`);
  world.predicates.push(chosen);
  if (random.chance(0.5)) return;
  const none = newPredicate(world, 'z', ['name'], layer);
  write(world, `${none.name}(X) :- ${heldOver(world, other)}, !${chosen.name}(${random.pick(['X', '_'])})`);
  world.predicates.push(none);
}

/** A count or sum for each name, and a rule with a limit on it. */
export function addPivot(world: World, layer: number): void {
  const { random } = world;
  const source = pickOver(world, layer);
  if (source === undefined) return;
  const total = newPredicate(world, 'k', ['name', 'number'], layer);
  const big = newPredicate(world, 'b', ['name'], layer);
  declareSometimes(world, total);
  const { text, number } = openAtom(world, source);
  const reducer =
    number === undefined ? 'fn:count()' : random.pick(['fn:count()', `fn:sum(${number})`, `fn:max(${number})`]);
  write(world, `${total.name}(X, N) :- ${text} |> do fn:group_by(X), let N = ${reducer}`);
  const limit = `N ${random.pick(['<', '>=', '=', '!='])} ${random.int(1, 3)}`;
  const guard = random.chance(0.3)
    ? `${heldOver(world, pickOver(world, layer) ?? source)}, !${total.name}(X, _)`
    : undefined;
  write(world, `${big.name}(X) :- ${guard ?? `${total.name}(X, N), ${limit}`}`);
  world.predicates.push(total, big);
}

/** Closure that joins with itself, over edges that something else takes away. */
export function addBlockedClosure(world: World, layer: number): void {
  const { random } = world;
  const edges = readable(world, layer).filter(
    ({ columns, isTemporal }) => !isTemporal && columns.length === 2 && columns[0] === 'name' && columns[1] === 'name',
  );
  const veto = pickOver(world, layer);
  if (edges.length === 0 || veto === undefined) return;
  const e = reference(world, random.pick(edges));
  const closure = newPredicate(world, 'q', ['name', 'name'], layer);
  const r = closure.name;
  const blocked = atomOver(world, veto);
  write(world, `${r}(X, Y) :- ${e}(X, Y), !${blocked}`);
  const step = random.pick([`${r}(X, Y), ${r}(Y, Z)`, `${r}(X, Y), ${e}(Y, Z)`, `${e}(X, Y), ${r}(Y, Z)`]);
  write(world, `${r}(X, Z) :- ${step}${random.chance(0.5) ? `, !${blocked}` : ''}`);
  if (random.chance(0.3)) write(world, `${r}(X, X) :- ${r}(${constant(random, 'name')}, X)`);
  world.predicates.push(closure);
}

/** What a deferred or external predicate says about names, unless something forbids it. */
export function addCallRule(world: World, layer: number): void {
  const { random } = world;
  const callable = world.predicates.filter(
    ({ isDeferred, layer: below, columns }) => isDeferred && below < layer && columns.length === 2,
  );
  if (callable.length === 0) return addSelection(world, layer);
  const called = random.pick(callable);
  const [input = 'name', output = 'name'] = called.columns;
  const sources = readable(world, layer).filter(({ columns }) => columns.includes(input));
  const veto = readable(world, layer).filter(({ columns }) => columns.includes(output));
  if (sources.length === 0) return;
  const answer = newPredicate(world, 'y', [input, output], layer);
  const test = veto.length > 0 && random.chance(0.6) ? `, !${atomOver(world, random.pick(veto), 'Y', output)}` : '';
  const sign = random.chance(0.2) ? '!' : '';
  const source = heldOver(world, random.pick(sources), input);
  if (sign === '') write(world, `${answer.name}(X, Y) :- ${source}, ${reference(world, called)}(X, Y)${test}`);
  else write(world, `${answer.name}(X, ${constant(random, output)}) :- ${source}, !${reference(world, called)}(X, _)`);
  world.predicates.push(answer);
}

/** A division that fails for one number, if something else holds or as long as it does not. */
export function addRisk(world: World, layer: number): void {
  const { random } = world;
  const sources = readable(world, layer).filter(({ columns }) => columns.includes('number'));
  const guards = readable(world, layer).filter(({ isTemporal }) => !isTemporal);
  if (sources.length === 0 || guards.length === 0) return;
  const result = newPredicate(world, 'v', ['number'], layer);
  const guard = random.pick(guards);
  const args = guard.columns.map((column) => (column === 'name' ? constant(random, column) : '_'));
  const test = `${random.chance(0.3) ? '!' : ''}${reference(world, guard)}(${args.join(', ')})`;
  const source = heldOver(world, random.pick(sources), 'number');
  write(world, `${result.name}(Y) :- ${source}, ${test}, Y = fn:div(12, fn:minus(X, ${random.int(0, 4)}))`);
  world.predicates.push(result);
}

/** A stored predicate with a name in one of its columns. */
function pickOver(world: World, layer: number): Predicate | undefined {
  const pool = readable(world, layer).filter((each) => each.columns.includes('name'));
  return pool.length === 0 ? undefined : world.random.pick(world.random.chance(0.6) ? pool.slice(-4) : pool);
}

/** The atom with a variable in a column of this kind and nothing else known; negated, it means "none at all". */
function atomOver(world: World, predicate: Predicate, variable = 'X', kind: Column = 'name'): string {
  const at = columnOf(world, predicate, kind);
  const args = predicate.columns.map((_, column) => (column === at ? variable : '_'));
  return `${reference(world, predicate)}(${args.join(', ')})`;
}

/** The same as a premise that holds at some time. */
function heldOver(world: World, predicate: Predicate, kind: Column = 'name'): string {
  return `${atomOver(world, predicate, 'X', kind)}${predicate.isTemporal ? '@[S, E]' : ''}`;
}

/** The atom with `X` in a column of names and a variable in every other; one of the numbers is told. */
function openAtom(world: World, predicate: Predicate): { readonly text: string; readonly number: string | undefined } {
  const at = columnOf(world, predicate, 'name');
  const args = predicate.columns.map((_, column) => (column === at ? 'X' : `V${column}`));
  const number = predicate.columns.findIndex((column, index) => column === 'number' && index !== at);
  return {
    text: `${reference(world, predicate)}(${args.join(', ')})${predicate.isTemporal ? '@[S, E]' : ''}`,
    number: number === -1 ? undefined : `V${number}`,
  };
}

function columnOf({ random }: World, { columns }: Predicate, kind: Column): number {
  return random.pick(columns.flatMap((column, at) => (column === kind ? [at] : [])));
}
