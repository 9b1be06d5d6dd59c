import type { Premise } from '../program/program.js';
import type { Literal } from '../syntax/ast.js';
import type { Span } from '../text/source.js';

/** A premise in normal form, with what has to be known to decide when it can run. */
export interface Draft {
  readonly premise: Premise;
  /** The condition as written; absent for a `let`. */
  readonly literal?: Literal;
  /** Any one of them suffices: `X = Y` may bind either side. */
  readonly ways: readonly Way[];
  /** In source order no way was open yet: the reference engine would refuse or misread it here. */
  readonly isEarly: boolean;
  /** What it is if nothing else gives what it needs: a test of a value by its name then asks for stored facts. */
  readonly otherwise?: Pick<Draft, 'premise' | 'ways'>;
}

/** With the values of `needs`, the premise gives values to `binds` (or tests them, if they have one). */
export interface Way {
  readonly needs: readonly Need[];
  readonly binds: readonly string[];
}

export interface Need {
  readonly name: string;
  readonly span: Span;
  readonly place: NeedPlace;
}

/** Where the needed variable stands; each has its own explanation. */
export type NeedPlace = 'comparison' | 'negation' | 'function' | 'input' | 'window';

export function isReady({ ways }: Pick<Draft, 'ways'>, bound: ReadonlySet<string>): boolean {
  return ways.some(({ needs }) => needs.every(({ name }) => bound.has(name)));
}

/** What the premise gives values to, whichever way it runs. */
export function bindsOf({ ways }: Pick<Draft, 'ways'>): readonly string[] {
  const [only, second] = ways;
  return only !== undefined && second === undefined ? only.binds : ways.flatMap(({ binds }) => binds);
}

/** Whether the premise is the equality of two variables, `X = Y`. */
export function isLink({ premise }: Pick<Draft, 'premise'>): boolean {
  return (
    premise.kind === 'compare' &&
    premise.operator === '=' &&
    premise.left.kind === 'variable' &&
    premise.right.kind === 'variable'
  );
}

/** The needs without a value, by the way that lacks least. */
export function missingOf({ ways }: Draft, bound: ReadonlySet<string>): readonly Need[] {
  const lacks = ways.map(({ needs }) => needs.filter(({ name }) => !bound.has(name)));
  return lacks.reduce((least, each) => (each.length < least.length ? each : least), lacks[0] ?? []);
}
