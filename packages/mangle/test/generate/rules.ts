import {
  addAtom,
  addCall,
  addNegatedCall,
  addNegation,
  addTest,
  bindFresh,
  bodyText,
  boundVariables,
  emptyBody,
  knownTerm,
} from './body.js';
import { type Column, constant } from './columns.js';
import { factAnnotation } from './temporal-premise.js';
import { addSomeTest } from './tests.js';
import {
  type Body,
  declareSometimes,
  newPredicate,
  type Predicate,
  readable,
  reference,
  type World,
  write,
} from './world.js';

/** Joins with tests, negations and calls; some of them with a second and third rule or a let. */
export function addPlainRules(world: World, layer: number): void {
  const { random } = world;
  const body = makeBody(world, layer);
  const variables = boundVariables(body);
  const chosen = Array.from({ length: random.int(1, 3) }, () => random.pick(variables));
  const predicate = newPredicate(
    world,
    'p',
    chosen.map(({ column }) => column),
    layer,
  );
  declareSometimes(world, predicate);
  writeRule(
    world,
    predicate,
    chosen.map(({ column, name }) => headTerm(world, body, column, name)),
    body,
  );
  for (let more = random.pick([0, 0, 0, 1, 2]); more > 0; more--) addRuleFor(world, predicate, layer);
  world.predicates.push(predicate);
}

/** `head :- body |> let W = …, let U = f(W)`. */
export function addLetRule(world: World, layer: number): void {
  const { random } = world;
  const body = makeBody(world, layer);
  const number = knownTerm(world, body, 'number');
  const kept = random.pick(boundVariables(body));
  const lets = [`let W = fn:plus(${number}, ${random.int(0, 3)})`];
  if (random.chance(0.5)) lets.push(`let U = fn:mult(W, ${random.int(-1, 2)})`);
  const predicate = newPredicate(world, 'l', [kept.column, 'number'], layer);
  declareSometimes(world, predicate);
  const head = `${predicate.name}(${kept.name}, ${lets.length > 1 ? 'U' : 'W'})`;
  write(world, `${head} :- ${bodyText(world, body)} |> ${lets.join(', ')}`);
  world.predicates.push(predicate);
}

/** Two conditions, each with a function of what only the other one gives. */
export function addCircle(world: World, layer: number): void {
  const { random } = world;
  const pool = readable(world, layer).filter(({ columns, isTemporal }) => {
    return !isTemporal && columns.filter((column) => column === 'number').length > 1;
  });
  if (pool.length === 0) return addPlainRules(world, layer);
  const body = emptyBody();
  const [one, other] = [bindFresh(body, 'number'), bindFresh(body, 'number')];
  for (const [own, foreign] of [
    [one, other],
    [other, one],
  ] as const) {
    const source = random.pick(pool);
    const [given, computed] = random.shuffle(source.columns.flatMap((column, at) => (column === 'number' ? [at] : [])));
    const args = source.columns.map((column, at) => {
      if (at === given) return own;
      return at === computed ? `fn:plus(${foreign}, ${random.int(-1, 2)})` : bindFresh(body, column);
    });
    body.premises.push({ text: `${reference(world, source)}(${args.join(', ')})`, isTest: false });
  }
  if (random.chance(0.5)) addSomeTest(world, body);
  const predicate = newPredicate(world, 'q', ['number', 'number'], layer);
  declareSometimes(world, predicate);
  writeRule(world, predicate, [one, other], body);
  world.predicates.push(predicate);
}

/** Rules whose heads hold for some time. */
export function addTemporalRules(world: World, layer: number): void {
  const { random } = world;
  const body = makeBody(world, layer);
  const variables = boundVariables(body);
  const chosen = Array.from({ length: random.int(1, 2) }, () => random.pick(variables));
  const predicate = newPredicate(
    world,
    'h',
    chosen.map(({ column }) => column),
    layer,
    { isTemporal: true },
  );
  declareSometimes(world, predicate);
  writeRule(
    world,
    predicate,
    chosen.map(({ name }) => name),
    body,
  );
  if (random.chance(0.3)) addRuleFor(world, predicate, layer);
  world.predicates.push(predicate);
}

/** A body over lower layers with at least one variable. */
export function makeBody(world: World, layer: number): Body {
  const { random } = world;
  const body = emptyBody();
  const pool = readable(world, layer);
  for (let atoms = random.pick([1, 1, 2, 2, 2, 3]); atoms > 0; atoms--) {
    // The youngest are preferred, so that layers build on each other.
    addAtom(world, body, random.pick(random.chance(0.6) ? pool.slice(-6) : pool));
  }
  if (boundVariables(body).length === 0) addOpenAtom(world, body, pool);
  for (let tests = random.pick([0, 0, 1, 1, 2, 4]); tests > 0; tests--) addSomeTest(world, body);
  const calls = world.predicates.filter((each) => each.isDeferred && each.layer < layer);
  if (calls.length > 0 && random.chance(0.35)) addCall(world, body, random.pick(calls));
  if (calls.length > 0 && random.chance(0.15)) addNegatedCall(world, body, random.pick(calls));
  if (random.chance(world.negation)) addNegation(world, body, layer);
  return body;
}

/** An atom with a new variable in each column. */
function addOpenAtom(world: World, body: Body, pool: readonly Predicate[]): void {
  const predicate = world.random.pick(pool.filter((each) => each.columns.length > 0 && !each.isTemporal));
  const args = predicate.columns.map((column) => bindFresh(body, column));
  body.premises.push({ text: `${reference(world, predicate)}(${args.join(', ')})`, isTest: false });
}

function addRuleFor(world: World, predicate: Predicate, layer: number): void {
  const body = makeBody(world, layer);
  writeRule(
    world,
    predicate,
    predicate.columns.map((column) => knownTerm(world, body, column)),
    body,
  );
}

function writeRule(world: World, predicate: Predicate, args: readonly string[], body: Body): void {
  const annotation = predicate.isTemporal ? headAnnotation(world, body) : '';
  write(world, `${predicate.name}(${args.join(', ')})${annotation} :- ${bodyText(world, body)}`);
}

/** Bounds from the body with a test that they are in order, or fixed ones. */
function headAnnotation(world: World, body: Body): string {
  const { random } = world;
  const times = body.variables.time;
  if (times.length === 0 || random.chance(0.2)) return factAnnotation(random);
  const [start, end] = [random.pick(times), random.pick(times)];
  if (start === end || random.chance(0.1)) return `@[${start}]`;
  addTest(body, `:time:le(${start}, ${end})`);
  return `@[${start}, ${end}]`;
}

function headTerm(world: World, body: Body, column: Column, name: string): string {
  const { random } = world;
  if (random.chance(0.06)) return constant(random, column);
  if (column === 'number' && random.chance(0.1)) return `fn:minus(${name}, 1)`;
  if (column === 'list' && random.chance(0.1)) return `fn:list:append(${name}, ${knownTerm(world, body, 'number')})`;
  return name;
}
