import { char, charClass, isIn } from './characters.js';
import { lineEnd } from './lexer.js';
import { scanNameTail } from './scan.js';

/**
 * Guesses from the layout of a text where a clause or declaration begins, for recovery after an error.
 * Each guess reads one line at most.
 */

/** Blanks before `at` on its line, or -1 when something else stands before it. */
export function indentation(text: string, at: number): number {
  let before = at - 1;
  while (before >= 0 && isBlankInLine(text.charCodeAt(before))) before--;
  const code = text.charCodeAt(before);
  const isLineStart =
    before < 0 || code === char.lineFeed || code === char.carriageReturn || code === char.byteOrderMark;
  return isLineStart ? at - 1 - before : -1;
}

/** Whether a line that begins like a clause head or a declaration begins at `at`. */
export function looksLikeItem(text: string, at: number): boolean {
  const end = scanNameTail(text, text.charCodeAt(at) === char.colon ? at + 1 : at);
  if (end === at || isIn(text.charCodeAt(at), charClass.digit)) return false;
  const word = end - at < 8 ? text.slice(at, end) : '';
  if (word === 'Decl' || word === 'Package' || word === 'Use') return true;
  const next = skipBlanksInLine(text, end);
  if (text.startsWith(':-', next) || text.charCodeAt(next) === char.longArrow) return true;
  return text[next] === '(' && end === next && endsLikeHead(text, next);
}

/** Whether the parenthesis opened at `open` closes on its line before something that follows a head, or later. */
function endsLikeHead(text: string, open: number): boolean {
  const end = lineEnd(text, open);
  let depth = 0;
  for (let at = open; at < end; at++) {
    const character = text[at];
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (depth === 0) return followsHead(text, skipBlanksInLine(text, at + 1), end);
  }
  return true;
}

function followsHead(text: string, at: number, end: number): boolean {
  return at >= end || '.:⟸@<#'.includes(text[at] ?? '');
}

/** The first line in the range after its first, indented at most `maxIndent`, that looks like an item; or -1. */
export function findItemLine(text: string, start: number, end: number, maxIndent: number): number {
  for (let lineFeed = text.indexOf('\n', start); lineFeed !== -1 && lineFeed < end;) {
    const at = skipBlanksInLine(text, lineFeed + 1);
    if (at - lineFeed - 1 <= maxIndent && looksLikeItem(text, at)) return at;
    lineFeed = text.indexOf('\n', lineFeed + 1);
  }
  return -1;
}

function skipBlanksInLine(text: string, at: number): number {
  while (isBlankInLine(text.charCodeAt(at))) at++;
  return at;
}

function isBlankInLine(code: number): boolean {
  return code === char.space || code === char.tab || code === char.formFeed;
}
