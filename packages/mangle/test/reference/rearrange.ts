import { printUnit } from '../../src/syntax/print-source.js';
import type { Clause, Item, Literal, Unit } from '../../src/syntax/ast.js';
import { hasErrors } from '../../src/diagnostics/diagnostic.js';
import { parse } from '../../src/syntax/parser.js';
import { boundVariable, variablesOfAll } from '../../src/program/variables.js';
import { createSource } from '../../src/text/source.js';
import { createRandom } from '../generate/random.js';

/** Another text of the same program. Texts with syntax errors stay as they are. */
export type Rearrangement = (texts: readonly string[]) => readonly string[];

/** Prints the parsed units; what is read back must mean the same. */
export const printed: Rearrangement = (texts) => texts.map((text) => reprint(text, (unit) => unit));

/** All declarations, facts and rules of each unit in another order. */
export function clausesShuffled(seed: number): Rearrangement {
  const random = createRandom(seed);
  return (texts) => texts.map((text) => reprint(text, (unit) => ({ ...unit, items: random.shuffle(unit.items) })));
}

/** The facts of each unit in another order; rules and declarations stay in their places. */
export function factsShuffled(seed: number): Rearrangement {
  const random = createRandom(seed);
  return (texts) =>
    texts.map((text) =>
      reprint(text, (unit) => {
        const facts = random.shuffle(unit.items.filter(isFact));
        return { ...unit, items: unit.items.map((item) => (isFact(item) ? (facts.pop() ?? item) : item)) };
      }),
    );
}

/** The conditions of each rule in another order, where the order has no meaning. */
export function conditionsShuffled(seed: number): Rearrangement {
  const random = createRandom(seed);
  const shuffle = (item: Item): Item =>
    item.kind === 'clause' && !sharesTime(item) ? { ...item, premises: random.shuffle(item.premises) } : item;
  return (texts) => texts.map((text) => reprint(text, (unit) => ({ ...unit, items: unit.items.map(shuffle) })));
}

/** Of the conditions that name an interval variable the first binds it and the others test. */
function sharesTime({ premises }: Clause): boolean {
  const named = premises.map((literal) => (isPositive(literal) ? new Set(namesOf(literal)) : new Set<string>()));
  return premises.some((literal, at) =>
    timesOf(literal).some((name) => named.some((names, other) => other !== at && names.has(name))),
  );
}

function isPositive(literal: Literal): boolean {
  return literal.kind === 'compare' || !literal.isNegated;
}

function timesOf(literal: Literal): readonly string[] {
  if (literal.kind === 'compare' || literal.annotation === undefined) return [];
  return [literal.annotation.start, literal.annotation.end].flatMap(boundVariable).map(({ name }) => name);
}

function namesOf(literal: Literal): readonly string[] {
  if (literal.kind === 'compare') return [];
  const args = variablesOfAll(literal.atom.args).map(({ name }) => name);
  return [...args, ...timesOf(literal)];
}

function isFact(item: Item): boolean {
  return item.kind === 'clause' && item.arrow === undefined;
}

function reprint(text: string, change: (unit: Unit) => Unit): string {
  const { unit, diagnostics } = parse(createSource('original.mg', text));
  return hasErrors(diagnostics) ? text : printUnit(change(unit));
}
