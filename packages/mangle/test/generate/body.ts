import { type Column, columns, constant } from './columns.js';
import { addAnnotation } from './temporal-premise.js';
import { type Body, type Predicate, type Premise, readable, reference, type World } from './world.js';

export function emptyBody(): Body {
  const variables = Object.fromEntries(columns.map((column) => [column, []])) as unknown as Record<Column, string[]>;
  return { premises: [], variables, count: 0 };
}

/** A new variable that counts as bound from here on. */
export function bindFresh(body: Body, column: Column): string {
  const name = `V${++body.count}`;
  body.variables[column].push(name);
  return name;
}

export function boundVariables(body: Body): readonly { readonly column: Column; readonly name: string }[] {
  return columns.flatMap((column) => body.variables[column].map((name) => ({ column, name })));
}

/** A term with a value: a bound variable if there is one, else a constant. */
export function knownTerm(world: World, body: Body, column: Column): string {
  const known = body.variables[column];
  return known.length > 0 && world.random.chance(0.85) ? world.random.pick(known) : constant(world.random, column);
}

export function addTest(body: Body, text: string): void {
  body.premises.push({ text, isTest: true });
}

/** Adds a positive premise and binds its variables. */
export function addAtom(world: World, body: Body, predicate: Predicate): void {
  const { random } = world;
  const before = new Map(columns.map((column) => [column, [...body.variables[column]]]));
  let isLinked = body.premises.length === 0;
  const args = predicate.columns.map((column) => {
    const known = before.get(column) ?? [];
    if (known.length > 0 && (!isLinked || random.chance(0.35))) {
      isLinked = true;
      return computedArgument(world, column, random.pick(known));
    }
    const own = body.variables[column].filter((name) => !known.includes(name));
    if (own.length > 0 && random.chance(0.2)) return computedArgument(world, column, random.pick(own), 0.4);
    if (random.chance(0.1)) return '_';
    return random.chance(0.12) ? constant(random, column) : bindFresh(body, column);
  });
  const atom = `${reference(world, predicate)}(${args.join(', ')})`;
  const text = predicate.isTemporal ? addAnnotation(world, body, atom, before.get('time') ?? []) : atom;
  body.premises.push({ text, isTest: false });
}

/** Sometimes a function of the variable instead of the variable. */
function computedArgument(world: World, column: Column, name: string, chance = 0.1): string {
  return column === 'number' && world.random.chance(chance) ? `fn:plus(${name}, 1)` : name;
}

/** An argument to which a condition gives a value: mostly a new variable, else what it is compared with. */
export function outputTerm(world: World, body: Body, column: Column): string {
  const { random } = world;
  if (random.chance(0.2)) return computedArgument(world, column, knownTerm(world, body, column), 0.2);
  return random.chance(0.1) ? '_' : bindFresh(body, column);
}

/** Calls a deferred predicate with a known first argument. */
export function addCall(world: World, body: Body, predicate: Predicate): void {
  const [input, ...outputs] = predicate.columns;
  if (input === undefined) return;
  const args = [knownTerm(world, body, input), ...outputs.map((column) => outputTerm(world, body, column))];
  body.premises.push({ text: `${reference(world, predicate)}(${args.join(', ')})`, isTest: false });
}

/** Negates something of a lower layer; `_` means "none at all". */
export function addNegation(world: World, body: Body, layer: number): void {
  const { random } = world;
  const predicate = random.pick(readable(world, layer));
  const args = predicate.columns.map((column) =>
    random.chance(0.25) ? '_' : computedArgument(world, column, knownTerm(world, body, column)),
  );
  addTest(body, `!${reference(world, predicate)}(${args.join(', ')})`);
}

/** Negates the answer of a deferred or external predicate to a known input. */
export function addNegatedCall(world: World, body: Body, predicate: Predicate): void {
  const [input, ...outputs] = predicate.columns;
  if (input === undefined) return;
  const results = outputs.map((column) => (world.random.chance(0.4) ? '_' : knownTerm(world, body, column)));
  addTest(body, `!${reference(world, predicate)}(${[knownTerm(world, body, input), ...results].join(', ')})`);
}

/** The premises joined, some of the tests moved before their binders. */
export function bodyText(world: World, body: Body): string {
  const { random } = world;
  const ordered: Premise[] = [];
  for (const premise of body.premises) {
    if (premise.isTest && random.chance(0.3)) ordered.splice(random.int(0, ordered.length), 0, premise);
    else ordered.push(premise);
  }
  return ordered.map((each) => each.text).join(', ');
}
