import type { Instant, IntervalSide, Premise, TemporalPremise } from '../program/program.js';
import { isAnonymous } from '../program/variables.js';
import type { Term } from '../syntax/ast.js';
import { formatTime } from '../value/time-text.js';
import { oracleText } from '../value/format.js';
import { maxInt64, minInt64, type Value } from '../value/value.js';
import type { Binding } from './proof.js';

/** The values of variables by name. */
export type Values = ReadonlyMap<string, Value>;

export function valuesOf(bindings: readonly Binding[]): Values {
  return new Map(bindings.map(({ variable, value }) => [variable, value]));
}

/** Prints a value. */
export type ValueText = (value: Value) => string;

/**
 * A premise of a rule with values for variables, `_` where any value would do, functions as they stand. The text is
 * canonical unless `valueText` prints values in another way.
 */
export function premiseText(premise: Premise, bindings: readonly Binding[], valueText: ValueText = oracleText): string {
  const texts: Texts = { values: valuesOf(bindings), valueText };
  switch (premise.kind) {
    case 'atom':
      return `${premise.isNegated ? '!' : ''}${atomText(premise.predicate, premise.args, texts)}`;
    case 'temporal':
      return temporalText(premise, texts);
    case 'compare':
      return `${termText(premise.left, texts)} ${premise.operator} ${termText(premise.right, texts)}`;
    case 'builtin':
      return `${premise.isNegated ? '!' : ''}${premise.builtin.name}(${termsText(premise.args, texts)})`;
  }
}

interface Texts {
  readonly values: Values;
  readonly valueText: ValueText;
}

function atomText(predicate: string, args: readonly Term[], texts: Texts): string {
  return `${predicate.slice(0, predicate.lastIndexOf('/'))}(${termsText(args, texts)})`;
}

function termsText(args: readonly Term[], texts: Texts): string {
  return args.map((arg) => termText(arg, texts)).join(', ');
}

function termText(term: Term, texts: Texts): string {
  if (term.kind === 'constant') return texts.valueText(term.value);
  if (term.kind === 'wildcard') return '_';
  if (term.kind === 'apply') return `${term.name}(${termsText(term.args, texts)})`;
  const value = texts.values.get(term.name);
  if (value !== undefined) return texts.valueText(value);
  return isAnonymous(term.name) ? '_' : term.name;
}

function temporalText({ predicate, args, window, binds }: TemporalPremise, texts: Texts): string {
  const { values } = texts;
  const atom = atomText(predicate, args, texts);
  const sides =
    binds === undefined ? '' : `@[${[binds.start, binds.end].map((side) => sideText(side, values)).join(', ')}]`;
  if (window === undefined) return `${atom}${sides}`;
  const bounds = [window.from, window.to].map((bound) => instantText(bound, values)).join(', ');
  return `${atom}${sides} ${window.kind === 'throughout' ? 'throughout' : 'sometime in'} [${bounds}]`;
}

function sideText(side: IntervalSide, values: Values): string {
  return side.kind === 'any' ? '_' : instantText(side.instant, values);
}

function instantText(instant: Instant, values: Values): string {
  if (instant.kind === 'time') return boundText(instant.nanos);
  if (instant.kind === 'now') return nowText(instant.offset);
  const value = values.get(instant.name);
  if (value === undefined) return isAnonymous(instant.name) ? '_' : instant.name;
  return value.kind === 'time' ? boundText(value.nanos) : oracleText(value);
}

function nowText(offset: bigint): string {
  if (offset === 0n) return 'now';
  const text = oracleText({ kind: 'duration', nanos: offset < 0n ? -offset : offset });
  return `now ${offset < 0n ? '-' : '+'} ${/"(.*)"/.exec(text)?.[1] ?? text}`;
}

function boundText(nanos: bigint): string {
  return nanos === minInt64 || nanos === maxInt64 ? '_' : formatTime(nanos);
}
