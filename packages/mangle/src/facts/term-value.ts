import { hasErrors } from '../diagnostics/diagnostic.js';
import type { Term } from '../syntax/ast.js';
import { parseTerm } from '../syntax/parser.js';
import { createSource } from '../text/source.js';
import { parseDuration } from '../value/duration-text.js';
import { durationValue, floatValue, listValue, mapValue, pairValue, structValue, timeValue } from '../value/make.js';
import { parseTime } from '../value/time-text.js';
import type { Entry, Value } from '../value/value.js';

/**
 * The value that a text has as a term of a program; undefined if it has none. Of the functions of the language only
 * those with which values are written are known here: a file of facts computes nothing.
 */
export function valueOfTerm(text: string): Value | undefined {
  const { node, diagnostics } = parseTerm(createSource('value', text));
  return node === undefined || hasErrors(diagnostics) ? undefined : valueOf(node);
}

function valueOf(term: Term): Value | undefined {
  if (term.kind === 'constant') return term.value;
  if (term.kind !== 'apply') return undefined;
  const args: Value[] = [];
  for (const arg of term.args) {
    const value = valueOf(arg);
    if (value === undefined) return undefined;
    args.push(value);
  }
  return constructors.get(term.name)?.(args);
}

const constructors: ReadonlyMap<string, (args: readonly Value[]) => Value | undefined> = new Map([
  ['fn:list', listValue],
  ['fn:pair', ([first, second, ...more]: readonly Value[]) => pairOf(first, second, more)],
  ['fn:map', (args: readonly Value[]) => ofEntries(args, mapValue)],
  ['fn:struct', (args: readonly Value[]) => ofEntries(args, structValue)],
  ['fn:time:parse_rfc3339', (args: readonly Value[]) => ofText(args, timeOf)],
  ['fn:duration:parse', (args: readonly Value[]) => ofText(args, durationOf)],
  // NaN and the infinities have no literals.
  ['fn:sqrt', (args: readonly Value[]) => ofFloats(args, 1, ([x = 0]) => Math.sqrt(x))],
  ['fn:float:mult', (args: readonly Value[]) => ofFloats(args, 2, ([x = 0, y = 0]) => x * y)],
]);

function pairOf(first: Value | undefined, second: Value | undefined, more: readonly Value[]): Value | undefined {
  return first === undefined || second === undefined || more.length > 0 ? undefined : pairValue(first, second);
}

function ofEntries(args: readonly Value[], make: (entries: readonly Entry[]) => Value): Value | undefined {
  const entries: Entry[] = [];
  for (let at = 0; at < args.length; at += 2) {
    const [key, value] = [args[at], args[at + 1]];
    if (key === undefined || value === undefined) return undefined;
    entries.push([key, value]);
  }
  return make(entries);
}

function ofText([text, more]: readonly Value[], read: (text: string) => Value | undefined): Value | undefined {
  return text?.kind === 'string' && more === undefined ? read(text.text) : undefined;
}

function ofFloats(args: readonly Value[], count: number, compute: (floats: number[]) => number): Value | undefined {
  const floats = args.flatMap((arg) => (arg.kind === 'float64' ? [arg.value] : []));
  return floats.length === count && args.length === count ? floatValue(compute(floats)) : undefined;
}

function timeOf(text: string): Value | undefined {
  const parsed = parseTime(text);
  return parsed.ok ? timeValue(parsed.value) : undefined;
}

function durationOf(text: string): Value | undefined {
  const parsed = parseDuration(text);
  return parsed.ok ? durationValue(parsed.nanos) : undefined;
}
