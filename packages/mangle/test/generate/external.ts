import { nameValue, numberValue } from '../../src/value/make.js';
import type { Value } from '../../src/value/value.js';
import type { GeneratedUnit } from './generate-program.js';
import { declare, newPredicate, type World } from './world.js';

/** A host function of a generated program: a table with one input and one output. */
export interface GeneratedExternal {
  /** The predicate with its package, such as `lib.base.xn4/2`. */
  readonly key: string;
  readonly answer: (input: Value) => readonly Value[];
}

/** The name of an external predicate begins with the name of its table. */
const tables: Readonly<Record<string, (input: Value) => readonly Value[]>> = {
  xn: (input) => {
    if (input.kind !== 'number' || input.value < 0n || input.value > 5n) return [];
    return [numberValue(input.value + 1n), numberValue(input.value * 2n)];
  },
  xw: (input) => (input.kind === 'name' && input.text !== '/c' ? [nameValue('/a'), nameValue(`${input.text}/a`)] : []),
};

/** Declares a predicate that the host answers. */
export function addExternal(world: World, layer: number): void {
  const [stem, column] = world.random.pick([
    ['xn', 'number'],
    ['xw', 'name'],
  ] as const);
  const predicate = newPredicate(world, stem, [column, column], layer, { isDeferred: true });
  declare(world, predicate, 'external(), mode("+", "-")');
  world.predicates.push(predicate);
}

/** The host functions for the external predicates that a program declares. */
export function externalsOf({ units }: { readonly units: readonly GeneratedUnit[] }): readonly GeneratedExternal[] {
  return units.flatMap(({ header, statements }) => {
    const prefix = /^Package (.*)!$/.exec(header[0] ?? '')?.[1];
    return statements.flatMap((text) => {
      const [, name = '', stem = ''] = /^Decl ((x[a-z])\d+)\(/.exec(text) ?? [];
      const answer = tables[stem];
      return answer === undefined ? [] : [{ key: `${prefix === undefined ? '' : `${prefix}.`}${name}/2`, answer }];
    });
  });
}
