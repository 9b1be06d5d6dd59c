import type { Fix } from '../diagnostics/diagnostic.js';
import type { Span } from '../text/source.js';
import type { Clause, Variable, Wildcard } from './ast.js';
import { char, charClass, isIn } from './characters.js';
import { valueHelp } from './habits.js';
import { type ParseState, quoted } from './parse-state.js';
import { skipWhile } from './scan.js';
import { token } from './tokens.js';

/**
 * Reads a clause, a declaration or a part of one. If variables in it have underscores or begin in lower case, it is read
 * again: only after the end is it known which new names are free and where else each variable stands.
 */
export function parseNamingVariables<T>(p: ParseState, parse: (p: ParseState) => T | undefined): T | undefined {
  if (p.underscored.size > 0) p.underscored.clear();
  if (p.bareWords.size > 0) p.bareWords.clear();
  p.newNames = undefined;
  p.newVariables = undefined;
  p.hasVariables = false;
  const { start, previousEnd } = p;
  const mark = p.diagnostics.length;
  const first = parse(p);
  const words = p.bareWords.size === 0 ? none : lowerCaseVariables(p, first);
  if ((p.underscored.size === 0 && words.size === 0) || p.isExhausted) return first;
  // What could not be read to its end may have more places of these variables: to rename only some would be wrong.
  const text = p.text.slice(start, p.previousEnd);
  p.newNames = first === undefined ? none : newNames(p.underscored, text);
  p.newVariables = newNames(words, text);
  p.diagnostics.length = mark;
  p.seek(start);
  p.previousEnd = previousEnd;
  p.beginItem();
  return parse(p);
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/** Words that are values in every language. */
const neverVariables = new Set(['true', 'false']);

/**
 * The lower-case words of a rule that are its variables, as other languages write them: it has no others, and head and
 * body share one.
 */
function lowerCaseVariables(p: ParseState, item: unknown): ReadonlyMap<string, readonly Span[]> {
  if (p.hasVariables || p.underscored.size > 0 || !isRule(item)) return none;
  const { end } = item.head.span;
  const words = new Map(
    [...p.bareWords].filter(([word]) => !neverVariables.has(word) && valueHelp(word) === undefined),
  );
  const isShared = [...words.values()].some(
    (places) => places.some(({ start }) => start < end) && places.some(({ start }) => start >= end),
  );
  return isShared ? words : none;
}

function isRule(item: unknown): item is Clause {
  return typeof item === 'object' && item !== null && 'arrow' in item;
}

/** Whether a variable with an underscore in its name begins here. */
export function isUnderscored(p: ParseState): boolean {
  if (p.kind === token.typeName) return /^\w+$/.test(p.tokenText());
  const next = p.codeAfter();
  return (
    p.kind === token.variable && p.tokenText() === '_' && (next === char.underscore || isIn(next, charClass.variable))
  );
}

/** `My_Var` and `_Var` at the current place; reported where it stands first. */
export function parseUnderscored(p: ParseState): Variable | Wildcard {
  const end = skipWhile(p.text, p.start, charClass.variable | charClass.name);
  const text = p.text.slice(p.start, end);
  const places = p.underscored.get(text) ?? [];
  if (p.newNames === undefined) p.underscored.set(text, [...places, p.span(p.start, end)]);
  else if (places[0]?.start === p.start) reportUnderscore(p, text, places, p.newNames.get(text));
  p.lexer.cut(token.variable, end);
  p.advance();
  const span = p.span(p.previousStart);
  const name = p.newNames?.get(text) ?? text;
  return name === '_' ? { kind: 'wildcard', span } : { kind: 'variable', name, span };
}

function reportUnderscore(p: ParseState, text: string, places: readonly Span[], name: string | undefined): void {
  const [first] = places;
  if (first === undefined) return;
  const letters = `Variables have letters and digits only${name === undefined ? '' : `: \`${name}\``}.`;
  const help =
    name === '_' ? 'A variable that is needed only once is written `_`.' : `${letters} A lone \`_\` is the wildcard.`;
  p.report('variable-underscore', first, `the variable ${quoted(text)} has an underscore in its name`, {
    help,
    fix: name === undefined ? undefined : renaming(places, name),
  });
}

function renaming(places: readonly Span[], name: string): Fix {
  return { title: `write \`${name}\``, edits: places.map((span) => ({ span, text: name })) };
}

/** A new name for each variable, none of which occurs in the text; `_` for one that asks for it and stands alone. */
function newNames(variables: ReadonlyMap<string, readonly Span[]>, text: string): Map<string, string> {
  const taken = new Set(text.match(/[A-Za-z_]\w*/g));
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const [variable, places] of variables) {
    const isUnused = variable.startsWith('_') && places.length === 1;
    names.set(variable, isUnused ? '_' : freshName(variableName(variable), taken, counts));
  }
  return names;
}

/** The name itself or with the first free number from 2; `counts` has the last number of each name. */
function freshName(name: string, taken: Set<string>, counts: Map<string, number>): string {
  let fresh = name;
  let count = counts.get(name) ?? 1;
  while (taken.has(fresh)) fresh = `${name}${++count}`;
  counts.set(name, count);
  taken.add(fresh);
  return fresh;
}

/** A legal variable name made of words: `my_var` becomes `MyVar`. */
export function variableName(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return /^[A-Z]/.test(name) ? name : `V${name}`;
}
