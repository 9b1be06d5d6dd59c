import { floatValue } from '../value/make.js';
import { textOf } from '../text/source.js';
import type { Apply, Term } from './ast.js';
import { printTerm } from './print-source.js';

/** An expression with the functions of its kind of values, as tree and text; absent if there are none for it. */
export interface Arithmetic {
  readonly call?: { readonly term: Term; readonly text: string };
  readonly help: string;
}

/**
 * An infix expression as calls: of numbers, of floats if one of its constants is one, of strings if one is one. It was
 * read with the functions for whole numbers; `made` holds the calls that stand for its signs.
 */
export function arithmeticIn(term: Term, made: ReadonlySet<Term>): Arithmetic {
  const operands = operandsOf(term, made);
  const { term: calls, help } = callsFor(term, operands, made);
  return calls === undefined ? { help } : { call: { term: calls, text: callText(calls, new Set(operands)) }, help };
}

interface Calls {
  readonly term?: Term;
  readonly help: string;
}

function callsFor(term: Term, operands: readonly Term[], made: ReadonlySet<Term>): Calls {
  if (operands.some((each) => isConstant(each, 'string'))) return concatenation(term, operands, made);
  if (operands.some((each) => isConstant(each, 'float64'))) return floatArithmetic(term, made);
  return {
    term,
    help: 'These functions take whole numbers. Floats have `fn:float:plus`, `fn:float:mult` and `fn:float:div`, times `fn:time:sub(E, S)` and `fn:time:add(T, D)`.',
  };
}

/** Operands stay as they are written, since a mistake in one of them has a fix of its own. */
function callText(term: Term, operands: ReadonlySet<Term>): string {
  if (operands.has(term)) return textOf(term.span);
  if (term.kind !== 'apply') return printTerm(term);
  return `${term.name}(${term.args.map((arg) => callText(arg, operands)).join(', ')})`;
}

function operandsOf(term: Term, made: ReadonlySet<Term>): readonly Term[] {
  return term.kind === 'apply' && made.has(term) ? term.args.flatMap((arg) => operandsOf(arg, made)) : [term];
}

function isConstant(term: Term, kind: 'string' | 'float64'): boolean {
  return term.kind === 'constant' && term.value.kind === kind;
}

function concatenation(term: Term, operands: readonly Term[], made: ReadonlySet<Term>): Calls {
  const help = 'Strings are joined with `fn:string:concat`; the functions of arithmetic take numbers.';
  const isSum = [...made].every((each) => each.kind === 'apply' && each.name === 'fn:plus');
  if (!isSum || term.kind !== 'apply') return { help };
  return { term: { ...term, name: 'fn:string:concat', args: operands }, help };
}

function floatArithmetic(term: Term, made: ReadonlySet<Term>): Calls {
  const floats = asFloats(term, made);
  if (floats === undefined) return { help: 'There is no `%` for floats.' };
  return { term: floats, help: 'These functions take floats; there is none that subtracts.' };
}

const floatFunctions: ReadonlyMap<string, string> = new Map([
  ['fn:plus', 'fn:float:plus'],
  ['fn:mult', 'fn:float:mult'],
  ['fn:div', 'fn:float:div'],
]);

function asFloats(term: Term, made: ReadonlySet<Term>): Term | undefined {
  if (term.kind === 'constant' && term.value.kind === 'number')
    return { ...term, value: floatValue(Number(term.value.value)) };
  if (term.kind !== 'apply' || !made.has(term)) return term;
  const [left, right] = term.args.map((arg) => asFloats(arg, made));
  if (left === undefined || right === undefined) return undefined;
  if (term.name === 'fn:minus') return { ...term, name: 'fn:float:plus', args: [left, negated(right, term)] };
  const name = floatFunctions.get(term.name);
  return name === undefined ? undefined : { ...term, name, args: [left, right] };
}

/** The opposite of a float: a constant changes its sign, all else is multiplied. */
function negated(term: Term, { nameSpan, span }: Apply): Term {
  if (term.kind === 'constant' && term.value.kind === 'float64')
    return { ...term, value: floatValue(-term.value.value) };
  const minusOne: Term = { kind: 'constant', value: floatValue(-1), span: nameSpan };
  return { kind: 'apply', name: 'fn:float:mult', nameSpan, args: [minusOne, term], form: 'call', span };
}
