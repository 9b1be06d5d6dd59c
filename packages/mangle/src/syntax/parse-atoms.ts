import type { Atom } from './ast.js';
import { isHyphenated, reportHyphenated } from './parse-bare-names.js';
import { type ParseState, quoted } from './parse-state.js';
import { parseNode, reportReserved, type TermNode } from './parse-terms.js';
import { parseSequence } from './sequence.js';
import { isLowerCaseKeyword, token } from './tokens.js';

/** Reads an atom where nothing else may stand: a head, a declared atom, an element of `descr`. */
export function parseAtomOnly(p: ParseState): Atom | undefined {
  if (isHyphenated(p)) return reportHyphenated(p);
  if (isBareName(p)) return takeBareAtom(p);
  if (isLowerCaseKeyword(p.kind) && !p.isCall()) {
    reportReserved(p);
    return undefined;
  }
  if (p.kind !== token.name && p.kind !== token.variable && p.kind !== token.typeName && !isLowerCaseKeyword(p.kind)) {
    return p.unexpected('an atom such as `p(X)`', p.kind === token.arrow ? headless : {});
  }
  const node = parseNode(p);
  if (node === undefined) return undefined;
  if (node.kind === 'atom-node') return node.atom;
  reportExpectedAtom(p, node);
  return undefined;
}

const headless = {
  help: 'A rule begins with what follows from its body. For what must not happen derive a fact: `conflict(X) :- p(X, X).`',
};

/** A value stands where an atom must. */
export function reportExpectedAtom(p: ParseState, node: Exclude<TermNode, { kind: 'atom-node' }>): void {
  const { span } = node;
  const isFunction = node.kind === 'apply' && node.form === 'call';
  p.report('expected-atom', span, `expected an atom, found ${quoted(p.text.slice(span.start, span.end))}`, {
    help: isFunction
      ? 'Names that begin with `fn:` are functions; they return a value and cannot be stated.'
      : 'An atom is a predicate with its arguments, such as `p(X)`.',
  });
}

/** Whether a predicate name without parentheses stands here, and not the beginning of something else. */
export function isBareName(p: ParseState): boolean {
  if (p.kind !== token.name || p.codeAfter() === 40) return false;
  if (p.codeAfter() > 127 || !/^:?[a-z][A-Za-z0-9_.:]*$/.test(p.tokenText()) || p.tokenText().startsWith('fn:'))
    return false;
  const next = p.peek();
  return next !== token.leftParen && next !== token.leftBrace;
}

const endOfAtom =
  /[ \t]*(?:[^\sA-Za-z0-9_/"'`([{?*+^]|[\r\n]|$|(?:and|or|if|when|where|temporal|descr|bound|inclusion)\b)/y;

/** Whether what follows a name can follow an atom; else nobody knows what the name was meant as. */
function standsAlone(p: ParseState): boolean {
  endOfAtom.lastIndex = p.end;
  return endOfAtom.test(p.text);
}

/** Takes a name as an atom without arguments, and reports the missing parentheses. */
export function takeBareAtom(p: ParseState): Atom {
  const predicate = p.tokenText();
  p.report('missing-parentheses', p.span(p.start, p.end), `the predicate ${quoted(predicate)} lacks its parentheses`, {
    help: `Also without arguments they are written: \`${predicate}()\`.`,
    fix: standsAlone(p) ? p.replace('insert `()`', p.end, p.end, '()') : undefined,
  });
  p.advance();
  const span = p.span(p.previousStart);
  return { predicate, predicateSpan: span, args: [], span };
}

/** Reads `[ atom, … ]`. */
export function parseAtoms(p: ParseState): readonly Atom[] | undefined {
  const open = p.start;
  if (!p.take(token.leftBracket)) return p.unexpected('`[`');
  return parseSequence(p, token.rightBracket, open, parseAtomOnly, { holdsAtoms: true });
}
