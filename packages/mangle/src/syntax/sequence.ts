import type { ParseState } from './parse-state.js';
import { quoted } from './parse-state.js';
import { isLowerCaseKeyword, token, type TokenKind } from './tokens.js';

const closerTexts: ReadonlyMap<TokenKind, string> = new Map<TokenKind, string>([
  [token.rightParen, ')'],
  [token.rightBracket, ']'],
  [token.rightBrace, '}'],
  [token.greater, '>'],
]);

/**
 * Reads `element, element, …` up to `close`, which it takes; a comma may stand before it. The opening bracket, at
 * `open`, has been taken. Undefined if an element failed.
 */
export function parseSequence<T>(
  p: ParseState,
  close: TokenKind,
  open: number,
  parseElement: (p: ParseState) => T | undefined,
  { holdsAtoms = false } = {},
): T[] | undefined {
  const elements: T[] = [];
  p.closers.push(close);
  while (!p.take(close)) {
    if (mayEndHere(p, holdsAtoms) && (isEndInsideBrackets(p) || isOuterCloser(p, close))) {
      if (!reportUnclosed(p, close, open)) return undefined;
      break;
    }
    const element = parseElement(p);
    if (element === undefined) return undefined;
    elements.push(element);
    const step = p.take(token.comma) ? 'more' : afterElement(p, close, open);
    if (step === undefined) return undefined;
    if (step === 'end') break;
  }
  p.closers.pop();
  return elements;
}

/**
 * Whether no element can begin here. An atom can begin a clause instead, but only where atoms are not elements may the
 * layout decide: a correct text must never be refused because of its line ends.
 */
function mayEndHere(p: ParseState, holdsAtoms: boolean): boolean {
  if (p.kind === token.name) return !holdsAtoms && !p.text.startsWith('fn:', p.start);
  return !startsTerm(p.kind);
}

/** What to do when no comma follows an element: the end, or a mistake that is mended. */
function afterElement(p: ParseState, close: TokenKind, open: number): 'more' | 'end' | undefined {
  if (p.take(close)) return 'end';
  if (p.hasLongString) return expectedSeparator(p, close);
  if (isEndInsideBrackets(p) || isOuterCloser(p, close)) return reportUnclosed(p, close, open) ? 'end' : undefined;
  if (p.kind === token.bad && p.tokenText() === ';') {
    p.report('unexpected-character', p.span(p.start, p.end), '`;` cannot stand here', {
      help: 'Elements are separated by commas.',
      fix: p.replace('write a comma', p.start, p.end, ','),
    });
    p.advance();
    return 'more';
  }
  if (!startsTerm(p.kind) || p.isAdjacent()) return expectedSeparator(p, close);
  p.report('missing-comma', p.span(p.start, p.end), `expected a comma before ${quoted(p.tokenText())}`, {
    help: 'Elements are separated by commas.',
    fix: p.replace('insert a comma', p.previousEnd, p.previousEnd, ','),
  });
  return 'more';
}

function expectedSeparator(p: ParseState, close: TokenKind): undefined {
  const isDoubledQuote = p.kind === token.string && p.isAdjacent();
  return p.unexpected(
    `\`,\` or \`${closerTexts.get(close) ?? ''}\``,
    isDoubledQuote ? { help: 'A quote inside a string has a backslash before it: `\\\'` or `\\"`.' } : {},
  );
}

/** Whether the clause goes on or ends here although a bracket is open. */
function isEndInsideBrackets(p: ParseState): boolean {
  const { kind } = p;
  if (kind === token.period || kind === token.arrow || kind === token.longArrow || kind === token.pipe) return true;
  return p.isAtNextItem();
}

function isOuterCloser(p: ParseState, close: TokenKind): boolean {
  return p.kind !== close && closerTexts.has(p.kind) && p.closers.includes(p.kind);
}

/** Reports and goes on as if the bracket were closed here; false if something else explains it better. */
function reportUnclosed(p: ParseState, close: TokenKind, open: number): boolean {
  if (p.hasLongString) {
    p.unexpected('');
    return false;
  }
  // The brackets around this one are open as well, for the same reason.
  if (p.unclosedAt === p.previousEnd) return true;
  const isOuter = isOuterCloser(p, close);
  if (!isOuter) p.unclosedAt = p.previousEnd;
  const missing = isOuter ? [close] : p.closers.toReversed();
  const brackets = missing.map((kind) => closerTexts.get(kind) ?? '').join('');
  // A name constant before the end has swallowed the final period; the bracket belongs before it.
  const hasSwallowed = p.text[p.previousEnd - 1] === '.' && p.kind !== token.period;
  const isLast = !isOuter && p.isAtNextItem();
  if (isLast) p.endedAt = p.previousEnd;
  const at = hasSwallowed ? p.previousEnd - 1 : p.previousEnd;
  const text = isLast && !hasSwallowed && !p.isFragment ? `${brackets}.` : brackets;
  p.report('unclosed-bracket', p.span(open, open + 1), `this \`${p.text[open] ?? ''}\` is not closed`, {
    help: `Write \`${closerTexts.get(close) ?? ''}\` where it ends.`,
    related: [{ span: p.span(at, at), message: 'it must be closed here at the latest' }],
    fix: p.replace(`insert \`${text}\``, at, at, text),
  });
  return true;
}

/** Whether a term may begin with a token of this kind, also one that is then refused with a better message. */
export function startsTerm(kind: TokenKind): boolean {
  return (
    (kind >= token.timestamp && kind <= token.bytes) ||
    kind === token.leftBracket ||
    kind === token.leftBrace ||
    kind === token.boxMinus ||
    isLowerCaseKeyword(kind)
  );
}
