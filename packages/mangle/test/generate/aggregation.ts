import { bodyText, boundVariables, emptyBody, addAtom } from './body.js';
import type { Column } from './columns.js';
import { makeBody } from './rules.js';
import { type Body, declareSometimes, newPredicate, readable, type World, write } from './world.js';

/** One or two grouping rules for one head. */
export function addAggregation(world: World, layer: number): void {
  const { random } = world;
  const first = makeGrouping(world, layer, undefined);
  const predicate = newPredicate(world, 'a', first.columns, layer);
  declareSometimes(world, predicate);
  write(world, `${predicate.name}(${first.args.join(', ')}) :- ${first.text}`);
  if (random.chance(0.3)) {
    const second = makeGrouping(world, layer, first.columns);
    if (second.columns.join() === first.columns.join()) {
      write(world, `${predicate.name}(${second.args.join(', ')}) :- ${second.text}`);
    }
  }
  world.predicates.push(predicate);
}

interface Grouping {
  readonly columns: readonly Column[];
  readonly args: readonly string[];
  readonly text: string;
}

/** A grouping rule; with `wanted` columns it tries to give just these. */
function makeGrouping(world: World, layer: number, wanted: readonly Column[] | undefined): Grouping {
  const { random } = world;
  const body = random.chance(0.35) ? singleAtom(world, layer) : makeBody(world, layer);
  const variables = random.shuffle(boundVariables(body));
  const keys = variables.slice(0, random.pick([0, 1, 1, 2]));
  const results: { readonly name: string; readonly column: Column }[] = [];
  const lets: string[] = [];
  for (let at = random.pick([1, 1, 2]); at > 0; at--) {
    const reducer = pickReducer(world, body, wanted?.[keys.length + results.length]);
    const name = `A${results.length}`;
    lets.push(`let ${name} = ${reducer.text}`);
    results.push({ name, column: reducer.column });
  }
  const [last] = results.slice(-1);
  if (last?.column === 'list' && random.chance(0.4)) {
    lets.push('let B = fn:list:len(' + last.name + ')');
    results.push({ name: 'B', column: 'number' });
  }
  const heads = [...keys, ...results];
  const group = `do fn:group_by(${keys.map(({ name }) => name).join(', ')}), ${lets.join(', ')}`;
  return {
    columns: heads.map(({ column }) => column),
    args: heads.map(({ name }) => name),
    text: `${bodyText(world, body)} |> ${group}`,
  };
}

/** The reference engine reads such a body directly, repeated variables and all; here it is like any other. */
function singleAtom(world: World, layer: number): Body {
  const body = emptyBody();
  addAtom(world, body, world.random.pick(readable(world, layer)));
  return body;
}

interface Reducer {
  readonly text: string;
  readonly column: Column;
}

function pickReducer(world: World, body: Body, wanted: Column | undefined): Reducer {
  const { random } = world;
  const options: Reducer[] = [{ text: 'fn:count()', column: 'number' }];
  const [number, float, name, time] = (['number', 'float', 'name', 'time'] as const).map((column) => {
    const known = body.variables[column];
    return known.length === 0 ? undefined : random.pick(known);
  });
  if (number !== undefined) {
    for (const reducer of ['sum', 'min', 'max']) options.push({ text: `fn:${reducer}(${number})`, column: 'number' });
    for (const reducer of ['collect', 'collect_distinct'])
      options.push({ text: `fn:${reducer}(${number})`, column: 'list' });
    options.push({ text: `fn:avg(${number})`, column: 'float' });
    if (name !== undefined) options.push({ text: `fn:collect_to_map(${name}, ${number})`, column: 'map' });
  }
  if (float !== undefined) {
    for (const reducer of ['sum', 'min', 'max'])
      options.push({ text: `fn:float:${reducer}(${float})`, column: 'float' });
  }
  if (time !== undefined) options.push({ text: `fn:time:max(${time})`, column: 'time' });
  const fitting = options.filter(({ column }) => column === wanted);
  return random.pick(fitting.length > 0 ? fitting : options);
}
