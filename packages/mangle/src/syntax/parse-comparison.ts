import type { Annotation, Atom, CompareLiteral, CompareOperator, TemporalOperator, Term } from './ast.js';
import { char, charClass, isIn } from './characters.js';
import { type ParseState, quoted } from './parse-state.js';
import { parseValue, reportJoinedMinus, type TermNode } from './parse-terms.js';
import { token, type TokenKind } from './tokens.js';
import { nameValue } from '../value/make.js';

/** What was written about time around a premise. */
export interface Time {
  readonly operator: TemporalOperator | undefined;
  readonly annotation: Annotation | undefined;
}

/** A comparison sign and its place. */
export interface Comparison {
  readonly operator: CompareOperator;
  readonly start: number;
  readonly end: number;
}

const operators: Partial<Record<TokenKind, CompareOperator>> = {
  [token.equal]: '=',
  [token.notEqual]: '!=',
  [token.less]: '<',
  [token.lessEqual]: '<=',
  [token.greater]: '>',
  [token.greaterEqual]: '>=',
};

/** Whether a token of this kind is a comparison sign. */
export function isComparison(kind: TokenKind): boolean {
  return operators[kind] !== undefined;
}

/** Signs of other languages, longest first. They are looked for in the text because they lex as several tokens. */
const foreignSigns: readonly (readonly [string, CompareOperator])[] = [
  ['=:=', '='],
  ['=\\=', '!='],
  ['\\==', '!='],
  ['!==', '!='],
  ['===', '='],
  ['=<', '<='],
  ['=>', '>='],
  ['==', '='],
  ['<>', '!='],
  [':=', '='],
  ['\\=', '!='],
  ['/=', '!='],
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '!='],
];

/** Takes a comparison sign, mending foreign ones; undefined if there is none. */
export function takeComparison(p: ParseState): Comparison | undefined {
  const foreign = foreignSign(p);
  if (foreign !== undefined) return takeForeignSign(p, foreign);
  const { start } = p;
  const code = p.codeAfter();
  if (p.kind === token.diamondMinus && (isIn(code, charClass.digit) || code === char.dot)) {
    reportJoinedMinus(p, '<');
    p.takeFirst(token.less, 1);
    return { operator: '<', start, end: p.previousEnd };
  }
  const operator = operators[p.kind];
  if (operator === undefined) return undefined;
  p.advance();
  return { operator, start, end: p.previousEnd };
}

function foreignSign(p: ParseState): readonly [string, CompareOperator] | undefined {
  const { kind } = p;
  if (kind === token.name) return p.tokenText() === 'is' ? ['is', '='] : undefined;
  const mayBegin =
    kind === token.equal ||
    kind === token.less ||
    kind === token.colon ||
    kind === token.bad ||
    kind === token.notEqual;
  return mayBegin ? foreignSigns.find(([sign]) => p.text.startsWith(sign, p.start)) : undefined;
}

function takeForeignSign(p: ParseState, [sign, operator]: readonly [string, CompareOperator]): Comparison {
  const start = p.start;
  const end = start + sign.length;
  p.report('comparison-sign', p.span(start, end), `the sign ${quoted(sign)} is written \`${operator}\``, {
    help: 'The comparisons are `=` `!=` `<` `<=` `>` `>=`.',
    fix: p.replace(`write \`${operator}\``, start, end, operator),
  });
  p.takeFirst(token.bad, sign.length);
  return { operator, start, end };
}

/** Reads the right side of a comparison and puts the literal together. */
export function finishComparison(
  p: ParseState,
  node: TermNode,
  { operator }: Comparison,
  time: Time,
  start: number,
): CompareLiteral | undefined {
  const left = node.kind === 'atom-node' ? reportComparedAtom(p, node.atom) : node;
  const right = parseValue(p);
  if (left === undefined || right === undefined) return undefined;
  const misplaced = time.operator ?? time.annotation;
  if (misplaced !== undefined) {
    p.report('time-on-comparison', misplaced.span, 'a comparison has no temporal operator or annotation', {
      help: 'Time belongs to atoms. Put it on the premise that binds the variable, or leave it out.',
      fix: p.replace('remove it', misplaced.span.start, misplaced.span.end, ''),
    });
  }
  return { kind: 'compare', operator, left, right: withoutPeriod(p, right), span: p.span(start) };
}

/** `X = /a.` at the end of a clause: the name has swallowed the final period. It is given back if no other end follows. */
function withoutPeriod(p: ParseState, right: Term): Term {
  if (right.kind !== 'constant' || right.value.kind !== 'name' || !right.value.text.endsWith('.')) return right;
  const text = right.value.text.slice(0, -1);
  const isClauseEnd = !p.isFragment && /^[\s#]?$/.test(p.text.slice(p.previousEnd, p.previousEnd + 1));
  if (!isClauseEnd || text.endsWith('/')) return right;
  if (p.kind === token.comma || p.kind === token.period || p.kind === token.pipe) return right;
  const at = p.previousEnd - 1;
  p.report('swallowed-period', p.span(right.span.start), `the final period touches the name ${quoted(text)}`, {
    help: 'Put a blank before it: other engines read it as part of the name, since names may contain periods.',
    fix: p.replace('insert a blank', at, at, ' '),
  });
  p.endedAt = p.previousEnd;
  return { ...right, value: nameValue(text), span: p.span(right.span.start, at) };
}

function reportComparedAtom(p: ParseState, atom: Atom): undefined {
  p.report(
    'nested-atom',
    atom.span,
    `the atom ${quoted(p.text.slice(atom.span.start, atom.span.end))} stands where a value is expected`,
    {
      help: 'Only values are compared. Bind a variable in the atom and compare that.',
    },
  );
  return undefined;
}
