import { type Span, textOf } from '../text/source.js';
import type { Apply, Term } from './ast.js';
import { arithmeticIn } from './infix-functions.js';
import { maxNesting, type ParseState } from './parse-state.js';
import { token, type TokenKind } from './tokens.js';

interface InfixSign {
  readonly name: string;
  /** 2 binds tighter than 1. */
  readonly level: 1 | 2;
}

const signs: ReadonlyMap<string, InfixSign> = new Map([
  ['+', { name: 'fn:plus', level: 1 }],
  ['-', { name: 'fn:minus', level: 1 }],
  ['*', { name: 'fn:mult', level: 2 }],
  ['/', { name: 'fn:div', level: 2 }],
  ['%', { name: 'fn:mod', level: 2 }],
]);

/** One infix expression being read. */
interface Expression {
  readonly p: ParseState;
  readonly parseOperand: (p: ParseState) => Term | undefined;
  signCount: number;
  /** The applications that stand for signs. */
  readonly made: Set<Term>;
}

/**
 * Reads `A + B * (C - 1)`, which the language does not have, so that one diagnostic can show the whole expression in
 * prefix form. `first` is the operand already read, if the expression does not begin with a parenthesis.
 */
export function parseInfix(
  p: ParseState,
  first: Term | undefined,
  parseOperand: Expression['parseOperand'],
): Term | undefined {
  const start = first?.span.start ?? p.start;
  const expression: Expression = { p, parseOperand, signCount: 0, made: new Set() };
  const term = parseSum(expression, first);
  if (term === undefined) return undefined;
  const span = p.span(start);
  if (expression.signCount > 0) return reportArithmetic(p, span, term, expression.made);
  p.report('parenthesized-term', span, 'parentheses do not go around values', {
    help: 'Leave them out.',
    fix: p.replace('remove the parentheses', span.start, span.end, textOf(term.span)),
  });
  return term;
}

function reportArithmetic(p: ParseState, span: Span, term: Term, made: ReadonlySet<Term>): Term {
  const { call, help } = arithmeticIn(term, made);
  p.report('infix-arithmetic', span, 'arithmetic is written with functions', {
    help: call === undefined ? help : `Write \`${call.text}\`. ${help}`,
    fix: call === undefined ? undefined : p.replace('write it with functions', span.start, span.end, call.text),
  });
  return call?.term ?? term;
}

function parseSum(expression: Expression, first: Term | undefined): Term | undefined {
  return parseChain(expression, 1, parseProduct(expression, first), parseProduct);
}

function parseProduct(expression: Expression, first: Term | undefined): Term | undefined {
  return parseChain(expression, 2, first ?? parseUnit(expression), parseUnit);
}

function parseChain(
  expression: Expression,
  level: InfixSign['level'],
  first: Term | undefined,
  parseNext: (expression: Expression, first: undefined) => Term | undefined,
): Term | undefined {
  const { p } = expression;
  let left = first;
  while (left !== undefined) {
    const sign = infixSign(p);
    if (sign === undefined || sign.level !== level) return left;
    // Each sign makes the tree one level deeper.
    if (expression.signCount >= maxNesting) return reportTooDeep(p);
    const nameSpan = p.span(p.start, p.start + 1);
    // `-1` and `/B` are tokens that begin with the sign: only the sign is taken.
    p.takeFirst(token.bad, 1);
    expression.signCount++;
    const right = parseNext(expression, undefined);
    if (right === undefined) return undefined;
    const span = p.span(left.span.start);
    left = { kind: 'apply', name: sign.name, nameSpan, args: [left, right], form: 'call', span } satisfies Apply;
    expression.made.add(left);
  }
  return undefined;
}

function parseUnit(expression: Expression): Term | undefined {
  const { p } = expression;
  if (p.kind !== token.leftParen) return expression.parseOperand(p);
  if (p.closers.length >= maxNesting) return reportTooDeep(p);
  p.advance();
  p.closers.push(token.rightParen);
  const inner = parseSum(expression, undefined);
  p.closers.pop();
  if (inner === undefined) return undefined;
  return p.take(token.rightParen) ? inner : p.unexpected('`)`', isAt(p, token.comma) ? pairHelp : {});
}

const pairHelp = { help: 'Two values together are `fn:pair(A, B)`, more are a list `[A, B, C]`.' };

function isAt(p: ParseState, kind: TokenKind): boolean {
  return p.kind === kind;
}

/** The infix sign that the current token is or begins with, when it stands after an operand. */
export function infixSign(p: ParseState): InfixSign | undefined {
  const { kind } = p;
  if (kind === token.bad) return signs.get(p.tokenText());
  if ((kind === token.number || kind === token.float) && p.text[p.start] === '-') return signs.get('-');
  // Its rest is read again for each sign, so a long name, which is no division anyway, is left alone.
  const isShort = kind === token.constant && p.isAdjacent() && p.end - p.start < 80;
  return isShort && /[A-Z0-9]/.test(p.text[p.start + 1] ?? '') ? signs.get('/') : undefined;
}

/** Fails with the diagnostic for syntax that nests too deep. */
export function reportTooDeep(p: ParseState): undefined {
  p.report('nesting-too-deep', p.span(p.start, p.end), `this nests deeper than ${maxNesting} levels`, {
    help: 'Split the value over several facts or rules.',
  });
  return undefined;
}
