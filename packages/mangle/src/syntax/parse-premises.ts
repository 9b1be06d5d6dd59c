import type { Span } from '../text/source.js';
import type { Atom, AtomLiteral, CompareLiteral, CompareOperator, Literal, TemporalOperator, Term } from './ast.js';
import { char } from './characters.js';
import { nullTest, operatorHelp, prefixHelp } from './habits.js';
import { isBareName, reportExpectedAtom, takeBareAtom } from './parse-atoms.js';
import { isHyphenated, reportAggregate, reportHyphenated } from './parse-bare-names.js';
import { type Comparison, finishComparison, isComparison, takeComparison, type Time } from './parse-comparison.js';
import { type ParseState, quoted } from './parse-state.js';
import { parseNode, type TermNode } from './parse-terms.js';
import { isOperator, parseAnnotation, parseOperator } from './parse-time.js';
import { token, type TokenKind } from './tokens.js';

/** Reads one premise. */
export function parsePremise(p: ParseState): Literal | undefined {
  if (isIdleWord(p)) skipIdleWord(p);
  if (p.kind === token.bang) return parseNegated(p);
  if (p.kind === token.bad && isForeignNegation(p)) return parseForeignNegation(p);
  if (p.kind === token.name && p.tokenText() === 'not') {
    const next = p.peek();
    if (next === token.name || next === token.leftParen) return parseNot(p, next);
  }
  if (p.kind === token.variable && p.tokenText() === 'NOT' && p.peek() === token.name) return parseNot(p, token.name);
  if (isForeignPrefix(p)) return reportForeignWord(p, 'begins no premise', prefixHelp(p.tokenText()));
  if (p.kind === token.leftParen && p.peek() === token.name) {
    return p.unexpected('a premise', {
      help: 'Premises are not grouped with parentheses; alternatives are rules of their own.',
    });
  }
  if (!isOperator(p)) return parsePositive(p, undefined, p.start);
  const start = p.start;
  const operator = parseOperator(p);
  return operator === undefined ? undefined : parsePositive(p, operator, start);
}

/** `distinct p(X)`; but `distinct(X)` is an atom, and `CASE = 1` a comparison. */
function isForeignPrefix(p: ParseState): boolean {
  if ((p.kind !== token.name && p.kind !== token.variable) || prefixHelp(p.tokenText()) === undefined) return false;
  if (p.isCall()) return false;
  const next = p.peek();
  return next === token.name || next === token.variable || next === token.typeName || next === token.bad;
}

function reportForeignWord(p: ParseState, what: string, help: string | undefined): undefined {
  p.report('foreign-word', p.span(p.start, p.end), `${quoted(p.tokenText())} ${what}`, { help });
  return undefined;
}

/** Words that other languages put before a condition. */
const idleWords = new Set(['if', 'where', 'when', 'and']);

/** `if X > 3`; but `if(X)` is an atom, and `if` alone one without its parentheses. */
export function isIdleWord(p: ParseState): boolean {
  if (p.kind !== token.name || !idleWords.has(p.tokenText()) || p.isCall()) return false;
  const next = p.peek();
  return next === token.name || next === token.variable || next === token.bang || next === token.typeName;
}

function skipIdleWord(p: ParseState): void {
  const { start, end } = p;
  p.advance();
  p.report('conjunction-word', p.span(start, end), 'premises are joined by commas alone', {
    help: `Leave \`${p.text.slice(start, end)}\` out.`,
    fix: p.replace('remove it', start, p.start, ''),
  });
}

function parsePositive(p: ParseState, operator: TemporalOperator | undefined, start: number): Literal | undefined {
  if (isHyphenated(p)) return reportHyphenated(p);
  if (isBareName(p) && !isComparison(p.peek())) return finishAtom(p, takeBareAtom(p), operator, start);
  const mark = p.diagnostics.length;
  const node = parseNode(p);
  if (node === undefined) return undefined;
  if (node.kind === 'atom-node') mendAggregate(p, node.atom, mark);
  const annotation = p.kind === token.at ? parseAnnotation(p) : 'none';
  if (annotation === undefined) return undefined;
  const time = { operator, annotation: annotation === 'none' ? undefined : annotation };
  if (isNullTest(p)) return reportForeignWord(p, 'compares nothing here', operatorHelp('is'));
  const comparison = takeComparison(p);
  if (comparison !== undefined) return finishComparison(p, node, comparison, time, start);
  if (node.kind === 'atom-node') return atomLiteral(p, node.atom, time, start);
  reportNoPremise(p, node);
  return undefined;
}

function finishAtom(
  p: ParseState,
  atom: Atom,
  operator: TemporalOperator | undefined,
  start: number,
): AtomLiteral | undefined {
  const annotation = p.kind === token.at ? parseAnnotation(p) : 'none';
  if (annotation === undefined) return undefined;
  return atomLiteral(p, atom, { operator, annotation: annotation === 'none' ? undefined : annotation }, start);
}

function atomLiteral(p: ParseState, atom: Atom, { operator, annotation }: Time, start: number): AtomLiteral {
  return {
    kind: 'atom',
    atom,
    isNegated: false,
    ...(operator === undefined ? {} : { operator }),
    ...(annotation === undefined ? {} : { annotation }),
    span: p.span(start),
  };
}

function negatedLiteral(p: ParseState, atom: Atom, start: number): AtomLiteral {
  return { kind: 'atom', atom, isNegated: true, span: p.span(start) };
}

function reportNoPremise(p: ParseState, node: Term): void {
  const isWord = (p.kind === token.name || p.kind === token.variable) && p.isFirstOnLine() === false;
  const habit = isWord ? operatorHelp(p.tokenText()) : undefined;
  if (habit !== undefined) return reportForeignWord(p, 'is no sign of the language', habit);
  if (node.kind !== 'apply' || node.form !== 'call') return reportExpectedAtom(p, node);
  if (reducers.test(node.name)) return reportAggregate(p, node.span.start, node.span.end);
  const predicate = predicateFor(node.name);
  p.report('function-as-condition', node.span, `the function \`${node.name}\` stands alone as a premise`, {
    help: `A function returns a value. Bind it, \`X = ${node.name}(…)\`${predicate === undefined ? '' : `, or use the predicate \`${predicate}(…)\``}.`,
    fix:
      predicate === undefined
        ? undefined
        : p.replace(`write \`${predicate}\``, node.nameSpan.start, node.nameSpan.end, predicate),
  });
}

/** Functions that stand behind `|>` only. */
const reducers = /^fn:(?:group_by|count|sum|max|min|avg|collect|collect_distinct)$/;

function isNullTest(p: ParseState): boolean {
  if (p.kind !== token.name && p.kind !== token.variable) return false;
  nullTest.lastIndex = p.start;
  return nullTest.test(p.text);
}

const conditionPredicates: ReadonlyMap<string, string> = new Map([
  ['starts_with', ':string:starts_with'],
  ['ends_with', ':string:ends_with'],
  ['contains', ':string:contains'],
  ['string_contains', ':string:contains'],
  ['string:starts_with', ':string:starts_with'],
  ['string:ends_with', ':string:ends_with'],
  ['string:contains', ':string:contains'],
  ['lt', ':lt'],
  ['le', ':le'],
  ['gt', ':gt'],
  ['ge', ':ge'],
]);

function predicateFor(name: string): string | undefined {
  return conditionPredicates.get(name.slice('fn:'.length));
}

const foreignAggregates = new Set([
  'findall',
  'bagof',
  'setof',
  'aggregate',
  'aggregate_all',
  'forall',
  'count',
  'sum',
  'max',
  'min',
]);

/** `findall(X, p(X), L)`: the atoms nested in it are one mistake, not several. */
function mendAggregate(p: ParseState, atom: Atom, mark: number): void {
  const nested = p.diagnostics.slice(mark);
  if (!foreignAggregates.has(atom.predicate) || !nested.some(({ code }) => code === 'nested-atom')) return;
  p.diagnostics.length = mark;
  reportAggregate(p, atom.span.start, atom.span.end);
}

// Negation.

function isForeignNegation(p: ParseState): boolean {
  const text = p.tokenText();
  return text === '~' || text === '¬' || (text === '\\' && p.codeAfter() === char.plus);
}

function parseForeignNegation(p: ParseState): Literal | undefined {
  const start = p.start;
  if (p.tokenText() === '\\') p.lexer.cut(token.bad, p.end + 1);
  p.advance();
  reportNegationWord(p, start, p.previousEnd, p.start);
  return parseNegatedAtom(p, start);
}

/** `not p(X)` and `not(p(X))`; but `not(X)` is an atom like any other. */
function parseNot(p: ParseState, next: TokenKind): Literal | undefined {
  const start = p.start;
  if (next === token.name) {
    p.advance();
    reportNegationWord(p, start, p.previousEnd, p.start);
    return parseNegatedAtom(p, start);
  }
  const mark = p.diagnostics.length;
  const node = parseNode(p);
  if (node?.kind !== 'atom-node') return undefined;
  const [inner] = node.atom.args;
  const nested = p.diagnostics.slice(mark).some(({ code }) => code === 'nested-atom');
  if (!nested || inner?.kind !== 'apply' || node.atom.args.length !== 1)
    return atomLiteral(p, node.atom, noTime, start);
  p.diagnostics.length = mark;
  p.report('negation-word', node.atom.predicateSpan, 'negation is written `!`', {
    help: `Write \`!${inner.name}(…)\`.`,
    fix: {
      title: 'write `!`',
      edits: [
        { span: p.span(start, inner.span.start), text: '!' },
        { span: p.span(inner.span.end), text: '' },
      ],
    },
  });
  const atom = { predicate: inner.name, predicateSpan: inner.nameSpan, args: inner.args, span: inner.span };
  return negatedLiteral(p, atom, start);
}

const noTime: Time = { operator: undefined, annotation: undefined };

function reportNegationWord(p: ParseState, start: number, end: number, atomStart: number): void {
  p.report('negation-word', p.span(start, end), 'negation is written `!`', {
    help: 'Write `!p(X)`.',
    fix: p.replace('write `!`', start, atomStart, '!'),
  });
}

function parseNegated(p: ParseState): Literal | undefined {
  const start = p.start;
  p.advance();
  if (p.kind === token.period || p.kind === token.comma) return reportCut(p, start);
  if (p.kind !== token.bang) return parseNegatedAtom(p, start);
  const end = p.end;
  p.report('double-negation', p.span(start, end), 'a negation cannot be negated', {
    help: 'Two negations cancel out; leave both out.',
    fix: p.replace('remove both', start, end, ''),
  });
  while (p.take(token.bang));
  return parsePremise(p);
}

/** `p(X), !.` as in Prolog. */
function reportCut(p: ParseState, start: number): undefined {
  p.report('foreign-word', p.span(start, start + 1), 'this `!` negates nothing', {
    help: 'There is no cut: all solutions are found, in no order. `!` stands before the premise that must not hold: `!p(X)`.',
  });
  return undefined;
}

/** What follows a negation sign. */
function parseNegatedAtom(p: ParseState, start: number): Literal | undefined {
  if (isOperator(p)) {
    const operator = parseOperator(p);
    if (operator === undefined) return undefined;
    reportNegatedTime(p, operator.span.start, operator.span.end);
  }
  if (p.kind === token.leftParen) return parseNegatedParentheses(p, start);
  if (isHyphenated(p)) return reportHyphenated(p);
  const node = isBareName(p) && !isComparison(p.peek()) ? bareNode(p) : parseNode(p);
  if (node === undefined) return undefined;
  const comparison = takeComparison(p);
  if (comparison !== undefined) return parseNegatedComparison(p, node, comparison, start);
  if (node.kind !== 'atom-node') return reportNegatedValue(p, node);
  if (p.kind === token.at) {
    const annotation = parseAnnotation(p);
    if (annotation === undefined) return undefined;
    reportNegatedTime(p, annotation.span.start, annotation.span.end);
  }
  return negatedLiteral(p, node.atom, start);
}

/** `!(X = 1)` and `!(p(X))`. */
function parseNegatedParentheses(p: ParseState, start: number): Literal | undefined {
  const open = p.start;
  p.advance();
  const node = parseNode(p);
  if (node === undefined) return undefined;
  const comparison = takeComparison(p);
  const literal = comparison === undefined ? undefined : finishComparison(p, node, comparison, noTime, start);
  if (comparison !== undefined && literal === undefined) return undefined;
  const end = p.start;
  if (!p.take(token.rightParen)) return reportNegatedGroup(p, open);
  const close = p.span(end, p.previousEnd);
  if (literal !== undefined && comparison !== undefined) return reportNegatedSign(p, literal, comparison, start, close);
  if (node.kind !== 'atom-node') return reportNegatedValue(p, node);
  p.report('parenthesized-term', p.span(open, close.end), 'parentheses do not go around an atom', {
    help: 'Leave them out: `!p(X)`.',
    fix: {
      title: 'remove the parentheses',
      edits: [
        { span: p.span(open, node.span.start), text: '' },
        { span: p.span(node.span.end, close.end), text: '' },
      ],
    },
  });
  return negatedLiteral(p, node.atom, start);
}

/** `!(p(X), q(X))`. */
function reportNegatedGroup(p: ParseState, open: number): undefined {
  p.report('negated-comparison', p.span(open, open + 1), 'only an atom can be negated', {
    help: 'Derive all that stands between the parentheses in a rule of its own, and negate its head.',
  });
  return undefined;
}

function bareNode(p: ParseState): TermNode {
  const atom = takeBareAtom(p);
  return { kind: 'atom-node', atom, span: atom.span, isMended: true };
}

function reportNegatedTime(p: ParseState, start: number, end: number): void {
  p.report('negated-time', p.span(start, end), 'a negated atom has no temporal operator or annotation', {
    help: 'Say in a rule of its own when it holds, `active_now(X) :- active(X)@[now].`, and negate that: `!active_now(X)`.',
  });
}

function reportNegatedValue(p: ParseState, node: Term): undefined {
  p.report('negated-comparison', node.span, 'only an atom can be negated', {
    help: 'Write `!p(X)`.',
  });
  return undefined;
}

const inverse: Readonly<Record<CompareOperator, CompareOperator>> = {
  '=': '!=',
  '!=': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

function parseNegatedComparison(
  p: ParseState,
  node: TermNode,
  comparison: Comparison,
  start: number,
): Literal | undefined {
  const literal = finishComparison(p, node, comparison, noTime, start);
  return literal === undefined ? undefined : reportNegatedSign(p, literal, comparison, start);
}

/** The comparison with the opposite sign; `close` is a parenthesis at its end. */
function reportNegatedSign(
  p: ParseState,
  literal: CompareLiteral,
  comparison: Comparison,
  start: number,
  close?: Span,
): CompareLiteral {
  const operator = inverse[comparison.operator];
  p.report('negated-comparison', p.span(start), 'a comparison is not negated with `!`', {
    help: `Use the opposite sign, \`${operator}\`.`,
    fix: {
      title: `write \`${operator}\``,
      edits: [
        { span: p.span(start, literal.left.span.start), text: '' },
        { span: p.span(comparison.start, comparison.end), text: operator },
        ...(close === undefined ? [] : [{ span: close, text: '' }]),
      ],
    },
  });
  return { ...literal, operator };
}
