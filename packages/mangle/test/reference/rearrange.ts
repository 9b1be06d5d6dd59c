import { printUnit } from '../../src/syntax/print-source.js';
import type { Item, Unit } from '../../src/syntax/ast.js';
import { hasErrors } from '../../src/diagnostics/diagnostic.js';
import { parse } from '../../src/syntax/parser.js';
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

function isFact(item: Item): boolean {
  return item.kind === 'clause' && item.arrow === undefined;
}

function reprint(text: string, change: (unit: Unit) => Unit): string {
  const { unit, diagnostics } = parse(createSource('original.mg', text));
  return hasErrors(diagnostics) ? text : printUnit(change(unit));
}
