import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { editDistance } from '../../diagnostics/suggest.js';
import type { Clause, Variable } from '../../syntax/ast.js';
import { handwrittenNames, usedOnce, variablesOfClause, variablesOfLiteral } from './clause-variables.js';
import type { LintContext } from './context.js';

/** A variable that joins nothing, and another of the same clause that it is probably meant to be. */
export interface Misspelling {
  readonly variable: Variable;
  readonly meant: Variable;
}

/** Variables that occur once and are spelled nearly like one of another condition. */
export function misspelledVariable({ program }: LintContext): Diagnostic[] {
  return program.rules.flatMap(({ clause }) => misspellings(clause).map(finding));
}

/** In source order; of two variables that both occur once only the second is one. */
export function misspellings(clause: Clause): Misspelling[] {
  const once = usedOnce(clause);
  const names = handwrittenNames(clause);
  if (once.length === 0 || names.size === 0) return [];
  const firsts = firstOccurrences(clause);
  const found: Misspelling[] = [];
  for (const variable of once) {
    const beside = new Set(besides(clause, variable).map(({ name }) => name));
    const meant = firsts.find(({ name }) => !beside.has(name) && isSlip(variable.name, name));
    if (meant === undefined) continue;
    const isFirst = meant.span.start > variable.span.start && once.includes(meant);
    if (!isFirst) found.push({ variable, meant });
  }
  return found;
}

function firstOccurrences(clause: Clause): readonly Variable[] {
  const firsts = new Map<string, Variable>();
  for (const variable of variablesOfClause(clause)) {
    if (!firsts.has(variable.name)) firsts.set(variable.name, variable);
  }
  return [...firsts.values()];
}

/** The variables of the condition that a variable stands in. One condition seldom has the same variable twice. */
function besides({ premises }: Clause, variable: Variable): readonly Variable[] {
  return premises.map(variablesOfLiteral).find((variables) => variables.includes(variable)) ?? [];
}

/** Lengths from which one slip leaves a word that can hardly be another one. */
const shortest = { swap: 3, letter: 5, replaced: 6 };

/** Whether one name is the other with one slip of the pen. Short words that differ in a letter are often two words. */
function isSlip(a: string, b: string): boolean {
  if (a === b || a[0] !== b[0] || Math.abs(a.length - b.length) > 1 || stem(a) === stem(b)) return false;
  const length = Math.max(a.length, b.length);
  if (length > maxLength) return false;
  if (a.toLowerCase() === b.toLowerCase()) return length >= shortest.swap;
  if (editDistance(a, b) !== 1) return false;
  if (a.length !== b.length) return length >= shortest.letter;
  const isSwap = [...a].sort().join('') === [...b].sort().join('');
  return length >= (isSwap ? shortest.swap : shortest.replaced);
}

/** Nobody writes longer names by hand, and comparing takes time that grows with the square of the length. */
const maxLength = 100;

/** What is left of a name without that which tells members of a series apart: `Room1`, `RoomA`, `Rooms`. */
function stem(name: string): string {
  return name.replace(/[0-9]+/g, '').replace(/(?<=.)(?:s|[A-Z])$/, '');
}

function finding({ variable: { name, span }, meant }: Misspelling): Diagnostic {
  return diagnostic('misspelled-variable', span, `\`${name}\` occurs only here, and joins nothing`, {
    help: `Did you mean \`${meant.name}\`? If the value does not matter, write \`_\`.`,
    related: [{ span: meant.span, message: 'nearly the same name' }],
    fix: { title: `write \`${meant.name}\``, edits: [{ span, text: meant.name }] },
  });
}
