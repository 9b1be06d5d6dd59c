import { type Diagnostic, diagnostic, type Fix, type RelatedPlace } from '../../diagnostics/diagnostic.js';
import type { ComparePremise, PredicateKey, ProgramBatch, Rule } from '../../program/program.js';
import type { Constant, Term } from '../../syntax/ast.js';
import { textOf } from '../../text/source.js';
import { valueHasType } from '../../types/has-type.js';
import { anyType, type Type } from '../../types/type.js';
import { describeType } from '../../types/words.js';
import { equalValues } from '../../value/compare.js';
import { sourceText } from '../../value/format.js';
import { aKind, manyOfKind } from '../../value/kind-words.js';
import { floatValue, isNameText, numberValue, stringValue } from '../../value/make.js';
import { maxInt64, minInt64, type Value, type ValueKind } from '../../value/value.js';
import { type LintContext, storedPremises } from './context.js';
import { replaceTerm } from './edits.js';
import { kindSet, kindsIn, kindsOfType, noKind } from './kind-set.js';
import { noProducers } from './producers.js';

/**
 * Constants in conditions that can never equal what stands on the other side: a name for a string, a whole number for
 * a float, or any other kind that the column does not hold. Such conditions do not fail, they just never match.
 */
export function constantKinds(context: LintContext): Diagnostic[] {
  return context.program.rules.flatMap((rule) => [...inAtoms(context, rule), ...inComparisons(context, rule)]);
}

/** A column of a predicate, counted from 0. */
interface Column {
  readonly predicate: PredicateKey;
  readonly column: number;
}

function inAtoms(context: LintContext, rule: Rule): Diagnostic[] {
  const atoms = rule.premises.filter((each) => each.kind === 'atom' || each.kind === 'temporal');
  return atoms.flatMap(({ predicate, args }) =>
    args.flatMap((term, column) => (term.kind === 'constant' ? mismatch(context, term, { predicate, column }) : [])),
  );
}

function inComparisons(context: LintContext, rule: Rule): Diagnostic[] {
  const comparisons = rule.premises.filter((each) => each.kind === 'compare');
  return comparisons.flatMap((premise) => {
    const [constant, other] = sidesOf(premise);
    if (constant === undefined || other.kind !== 'variable') return [];
    const column = columnOf(rule, other.name);
    return column === undefined ? [] : mismatch(context, constant, column);
  });
}

function sidesOf({ left, right }: ComparePremise): [Constant | undefined, Term] {
  if (left.kind === 'constant') return [left, right];
  return [right.kind === 'constant' ? right : undefined, left];
}

/** The first column that binds a variable. */
function columnOf(rule: Rule, name: string): Column | undefined {
  for (const { predicate, args } of storedPremises(rule)) {
    const column = args.findIndex((term) => term.kind === 'variable' && term.name === name);
    if (column !== -1) return { predicate, column };
  }
  return undefined;
}

function mismatch(context: LintContext, constant: Constant, column: Column): Diagnostic[] {
  const type = context.types.get(column.predicate)?.[column.column] ?? anyType;
  if (type.kind === 'bot' || valueHasType(constant.value, type)) return [];
  const isOtherKind = (kindsOfType(type) & kindSet(constant.value.kind)) === noKind;
  if (isOtherKind) return [otherKind(context, constant, column, type)];
  // Within a kind only a declaration says what can never come; undeclared facts are just those seen so far.
  const isDeclared = context.program.predicates.get(column.predicate)?.decl !== undefined;
  const held = `${describeColumn(column)} holds ${describeType(type)}`;
  return isDeclared ? [neverMatches(context, constant, column, `${held}, never \`${textOf(constant.span)}\``)] : [];
}

function otherKind(context: LintContext, constant: Constant, column: Column, type: Type): Diagnostic {
  const kinds = kindsIn(kindsOfType(type));
  const { kind } = constant.value;
  const text = textOf(constant.span);
  const held = `${describeColumn(column)} holds ${kindsList(kinds)}`;
  const pair = kinds.length === 1 ? pairsOfKinds.get(`${kind} ${kinds.join('')}`) : undefined;
  if (pair === undefined)
    return neverMatches(context, constant, column, `${held}, never ${aKind(kind)} such as \`${text}\``);
  const other = pair.rewrite(constant.value, (value) => isHeld(context, column, value));
  return diagnostic(pair.code, constant.span, `${held}; \`${text}\` is ${aKind(kind)}`, {
    help: other === undefined ? pair.help : `${pair.help} Write \`${other}\`.`,
    related: evidence(context, column),
    fix: other === undefined ? undefined : fixTo(constant, other),
  });
}

/** `names, strings and lists`. */
function kindsList(kinds: readonly ValueKind[]): string {
  const words = kinds.map(manyOfKind);
  const last = words.pop() ?? 'nothing';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

function neverMatches(context: LintContext, { span }: Constant, column: Column, message: string): Diagnostic {
  return diagnostic('constant-never-matches', span, message, {
    help: neverMatchesHelp,
    related: evidence(context, column),
  });
}

function describeColumn({ predicate, column }: Column): string {
  return `column ${column + 1} of \`${predicate}\``;
}

const neverMatchesHelp =
  'No fact can have it here, so the condition cannot match. Check the constant and the order of the columns.';

function fixTo({ span }: Constant, text: string): Fix {
  return { title: `write \`${text}\``, edits: [replaceTerm(span, text)] };
}

interface KindPair {
  readonly code: 'name-or-string' | 'number-kinds';
  readonly help: string;
  /** What the user probably meant; `undefined` if there is no such constant. */
  readonly rewrite: (value: Value, isHeld: (value: Value) => boolean) => string | undefined;
}

const namesAndStrings = 'Names and strings are never equal.';
const numbersAndFloats = 'Numbers and floats are never equal and cannot be compared.';

/** By the kind of the constant and the kind of the column. */
const pairsOfKinds: ReadonlyMap<string, KindPair> = new Map([
  ['string name', { code: 'name-or-string', help: namesAndStrings, rewrite: nameFor }],
  ['name string', { code: 'name-or-string', help: namesAndStrings, rewrite: stringFor }],
  ['number float64', { code: 'number-kinds', help: numbersAndFloats, rewrite: floatFor }],
  ['float64 number', { code: 'number-kinds', help: numbersAndFloats, rewrite: numberFor }],
]);

function nameFor(value: Value): string | undefined {
  if (value.kind !== 'string') return undefined;
  const text = value.text.startsWith('/') ? value.text : `/${value.text}`;
  return isNameText(text) ? text : undefined;
}

/** The string without the leading slash, unless the column is seen to hold it with one. */
function stringFor(value: Value, isHeld: (value: Value) => boolean): string | undefined {
  if (value.kind !== 'name') return undefined;
  const { text } = value;
  return sourceText(stringValue(isHeld(stringValue(text)) ? text : text.slice(1)));
}

function floatFor(value: Value): string | undefined {
  if (value.kind !== 'number' || BigInt(Number(value.value)) !== value.value) return undefined;
  return sourceText(floatValue(Number(value.value)));
}

function numberFor(value: Value): string | undefined {
  if (value.kind !== 'float64' || !Number.isInteger(value.value)) return undefined;
  const whole = BigInt(value.value);
  return whole < minInt64 || whole > maxInt64 ? undefined : sourceText(numberValue(whole));
}

/** Whether some fact has a value in a column. */
function isHeld({ producers }: LintContext, { predicate, column }: Column, wanted: Value): boolean {
  const { facts, batches } = producers.get(predicate) ?? noProducers;
  const isInFacts = facts.some(({ args }) => args[column] !== undefined && equalValues(args[column], wanted));
  return isInFacts || batches.some((batch) => hasIn(batch, column, wanted));
}

function hasIn({ facts: { columns, values } }: ProgramBatch, column: number, wanted: Value): boolean {
  const id = values.find(wanted);
  return id !== undefined && columns[column]?.includes(id) === true;
}

/** The place that shows best what the column holds: its bound, else a fact, else a rule. */
function evidence({ program, producers }: LintContext, { predicate, column }: Column): RelatedPlace[] {
  const bound = program.predicates.get(predicate)?.decl?.bounds[0]?.types[column];
  if (bound !== undefined) return [{ span: bound.span, message: `column ${column + 1} is declared here` }];
  const { facts, rules } = producers.get(predicate) ?? noProducers;
  const term = (facts[0]?.clause ?? rules[0]?.clause)?.head.args[column];
  return term === undefined ? [] : [{ span: term.span, message: `column ${column + 1} gets its values here` }];
}
