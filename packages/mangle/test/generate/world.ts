import { boundOf, type Column } from './columns.js';
import type { Random } from './random.js';

/** A predicate of the program so far. Rules read lower layers and, in recursion, their own group. */
export interface Predicate {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly layer: number;
  readonly isTemporal: boolean;
  /** Deferred or external: answered on demand; its first column is the input. */
  readonly isDeferred: boolean;
  /** The unit that defines it. */
  readonly unit: number;
}

/** A source unit under construction. */
export interface UnitDraft {
  readonly packageName: string;
  /** `Package` and `Use` lines. */
  readonly header: readonly string[];
  /** Declarations, facts and rules; their order has no meaning. */
  readonly statements: string[];
}

/** A program under construction. */
export interface World {
  readonly random: Random;
  readonly units: readonly UnitDraft[];
  /** Index of the unit that is being written. */
  unit: number;
  readonly predicates: Predicate[];
  names: number;
  /** How many bodies have a negated premise, from 0 to 1. */
  readonly negation: number;
}

/** A rule body under construction and the variables it binds. */
export interface Body {
  readonly premises: Premise[];
  readonly variables: Readonly<Record<Column, string[]>>;
  count: number;
}

export interface Premise {
  readonly text: string;
  /** Tests may stand before the premises that bind their variables. */
  readonly isTest: boolean;
}

/** Makes a predicate without adding it: its own rules must not read it by accident. */
export function newPredicate(
  world: World,
  stem: string,
  columns: readonly Column[],
  layer: number,
  kind: { readonly isTemporal?: boolean; readonly isDeferred?: boolean } = {},
): Predicate {
  world.names++;
  const { isTemporal = false, isDeferred = false } = kind;
  return { name: `${stem}${world.names}`, columns, layer, isTemporal, isDeferred, unit: world.unit };
}

/** Adds a declaration, fact or rule to the unit that is being written. The dot stands apart: `/a.` is a name. */
export function write(world: World, text: string): void {
  world.units[world.unit]?.statements.push(`${text} .`);
}

/** The name by which the unit that is being written knows a predicate. */
export function reference(world: World, predicate: Predicate): string {
  const packageName = world.units[predicate.unit]?.packageName ?? '';
  return predicate.unit === world.unit || packageName === '' ? predicate.name : `${packageName}.${predicate.name}`;
}

/** Declares bounds for some predicates and leaves others to inference. */
export function declareSometimes(world: World, predicate: Predicate): void {
  if (world.random.chance(0.35)) declare(world, predicate);
}

export function declare(world: World, predicate: Predicate, descr = ''): void {
  const variables = predicate.columns.map((_, at) => `C${at}`);
  const bounds = predicate.columns.map((column) => boundOf[column]);
  const temporal = predicate.isTemporal ? ' temporal' : '';
  const bound = bounds.length === 0 ? '' : ` bound [${bounds.join(', ')}]`;
  const text = `Decl ${predicate.name}(${variables.join(', ')})${temporal}${descr === '' ? '' : ` descr [${descr}]`}${bound}`;
  world.units[world.unit]?.statements.push(`${text} .`);
}

/** Predicates that a rule of this layer may read as stored facts. */
export function readable(world: World, layer: number): readonly Predicate[] {
  return world.predicates.filter((each) => each.layer < layer && !each.isDeferred);
}
