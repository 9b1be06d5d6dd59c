import type { Apply, ApplyForm, Atom, Term, Variable, Wildcard } from './ast.js';
import type { DiagnosticDetails } from '../diagnostics/diagnostic.js';
import { char, charClass, isIn } from './characters.js';
import { functionHelp } from './habits.js';
import * as constants from './parse-constants.js';
import { parseBareName } from './parse-bare-names.js';
import { infixSign, parseInfix, reportTooDeep } from './parse-infix.js';
import { maxNesting, type ParseState, quoted } from './parse-state.js';
import { isUnderscored, parseUnderscored } from './parse-underscores.js';
import { parseSequence } from './sequence.js';
import { skipWhile } from './scan.js';
import { isLowerCaseKeyword, keywords, token, type TokenKind } from './tokens.js';
import { nameValue } from '../value/make.js';

/** `NAME(…)` whose name does not begin with `fn:`. Where it may stand is for the caller to say. */
export interface AtomNode {
  readonly kind: 'atom-node';
  readonly atom: Atom;
  readonly span: Atom['span'];
  /** Its predicate was misspelled and has been reported. */
  readonly isMended: boolean;
}

/** What the grammar calls a term: a value expression or an atom. */
export type TermNode = Term | AtomNode;

/** Reads a term that must be a value. */
export function parseValue(p: ParseState): Term | undefined {
  const node = parseNode(p);
  if (node?.kind !== 'atom-node') return node;
  if (!node.isMended) reportNestedAtom(p, node);
  return asApplication(node.atom);
}

/** Reads a term that may also be an atom. */
export function parseNode(p: ParseState): TermNode | undefined {
  if (p.kind === token.leftParen) return parseInfix(p, undefined, parseOperand);
  const first = parsePrimary(p);
  if (first === undefined || first.kind === 'atom-node' || infixSign(p) === undefined) return first;
  return parseInfix(p, first, parseOperand);
}

function parseOperand(p: ParseState): Term | undefined {
  const node = parsePrimary(p);
  if (node?.kind !== 'atom-node') return node;
  reportNestedAtom(p, node);
  return asApplication(node.atom);
}

function reportNestedAtom(p: ParseState, { atom, span }: AtomNode): void {
  p.report(
    'nested-atom',
    span,
    `the atom ${quoted(p.text.slice(span.start, span.end))} stands where a value is expected`,
    {
      help:
        functionHelp(atom.predicate) ??
        `Atoms do not nest. Make \`${atom.predicate}\` a premise of its own, or write a list, a struct or a function, whose name begins with \`fn:\`.`,
    },
  );
}

/** Stands in for a misplaced atom, so that parsing can go on. */
function asApplication({ predicate, predicateSpan, args, span }: Atom): Apply {
  return { kind: 'apply', name: predicate, nameSpan: predicateSpan, args, form: 'call', span };
}

type ParseTerm = (p: ParseState) => TermNode | undefined;

const primaries: Partial<Record<TokenKind, ParseTerm>> = {
  [token.variable]: parseVariable,
  [token.constant]: constants.parseNameConstant,
  [token.number]: constants.parseNumber,
  [token.float]: constants.parseFloat64,
  [token.string]: constants.parseString,
  [token.bytes]: constants.parseBytes,
  [token.name]: parseCall,
  [token.leftBracket]: parseBrackets,
  [token.boxMinus]: parseJoinedBracket,
  [token.leftBrace]: parseStruct,
  [token.dotType]: parseDotType,
  [token.typeName]: parseTypeName,
  [token.timestamp]: constants.parseTimeLiteral,
  [token.duration]: constants.parseTimeLiteral,
  [token.bad]: parseBadTerm,
};

function parsePrimary(p: ParseState): TermNode | undefined {
  const parse = primaries[p.kind];
  if (parse !== undefined) return parse(p);
  return isLowerCaseKeyword(p.kind) ? parseKeyword(p) : p.unexpected('a value');
}

function parseVariable(p: ParseState): TermNode | undefined {
  const name = p.tokenText();
  if (p.codeAfter() === 40) return parseUpperCaseCall(p);
  if (isUnderscored(p)) return parseUnderscored(p);
  p.advance();
  return variableNode(p, name);
}

/** The variable or wildcard just taken. */
function variableNode(p: ParseState, name: string): Variable | Wildcard {
  const span = p.span(p.previousStart);
  if (name === '_') return { kind: 'wildcard', span };
  p.hasVariables = true;
  return { kind: 'variable', name, span };
}

/** A TYPENAME where a term is expected: a variable that touches a colon or a period, or one with an underscore. */
function parseTypeName(p: ParseState): TermNode | undefined {
  const length = skipWhile(p.text, p.start, charClass.variable) - p.start;
  const name = p.text.slice(p.start, p.start + length);
  const next = p.text.charCodeAt(p.start + length);
  const isKey = next === char.colon && isEntryPlace(p) && !keywords.has(name);
  const isCompared = p.closers.length === 0 && /[=<>]/.test(p.text[p.previousEnd - 1] ?? '');
  const isLast = next === char.dot && isCompared && !isFieldAccess(p);
  if (isKey || isLast) {
    p.takeFirst(token.variable, length);
    // A DOT_TYPE is split, and reported, where the period is taken.
    if (isLast && p.kind === token.period) reportJoinedPeriod(p);
    return variableNode(p, name);
  }
  if (p.codeAfter() === 40) return parseUpperCaseCall(p);
  if (isFieldAccess(p)) return reportFieldAccess(p);
  return isUnderscored(p) ? parseUnderscored(p) : p.unexpected('a value');
}

const fieldAccess = /[A-Z][A-Za-z0-9]*(?:\.[a-z]\w*)+(?![\w(]|[ \t]*:-)/y;

/** `S.name`, as other languages write the field of a struct; after `X = Y.` a clause may begin as well. */
function isFieldAccess(p: ParseState): boolean {
  fieldAccess.lastIndex = p.start;
  return fieldAccess.exec(p.text)?.[0].length === p.end - p.start;
}

function reportFieldAccess(p: ParseState): undefined {
  const [struct = '', field = ''] = p.tokenText().split('.');
  p.report('unexpected-token', p.span(p.start, p.end), `${quoted(p.tokenText())} is no value`, {
    help: `A field of a struct is read with a premise: \`:match_field(${struct}, /${field}, Value)\`.`,
  });
  return undefined;
}

/** Whether the innermost bracket may hold `key : value`. */
function isEntryPlace({ closers }: ParseState): boolean {
  const closer = closers.at(-1);
  return closer === token.rightBracket || closer === token.rightBrace || closer === token.greater;
}

/** The period at the current place ends a clause although the next thing touches it. */
export function reportJoinedPeriod(p: ParseState): void {
  const end = p.start + 1;
  p.report('joined-period', p.span(p.start, end), 'this final period touches what follows', {
    help: 'Put white space after it: other engines read the two as one token.',
    fix: p.replace('insert a line end', end, end, '\n'),
  });
}

function parseUpperCaseCall(p: ParseState): TermNode | undefined {
  const text = p.tokenText();
  const name = text.slice(0, 1).toLowerCase() + text.slice(1);
  const isName = name !== '_';
  const initial = isName ? 'upper-case letter' : 'underscore';
  p.report('upper-case-predicate', p.span(p.start, p.end), `the predicate ${quoted(text)} begins with an ${initial}`, {
    help: `Predicates begin in lower case: \`${isName ? name : 'p'}(…)\`. Upper case is for variables.`,
    fix: isName ? p.replace(`write \`${name}\``, p.start, p.end, name) : undefined,
  });
  return parseNamed(p, name, { isMended: true });
}

/** `NAME(…)`: a function application or an atom; a name alone is a mistake. */
function parseCall(p: ParseState): TermNode | undefined {
  if (!p.isCall()) return parseBareName(p);
  return parseNamed(p, p.tokenText(), { isMended: false });
}

function parseNamed(p: ParseState, name: string, { isMended }: { isMended: boolean }): TermNode | undefined {
  if (p.closers.length >= maxNesting) return reportTooDeep(p);
  const start = p.start;
  p.advance();
  const nameSpan = p.span(start);
  const open = p.start;
  p.advance();
  const args = parseArguments(p, name, open);
  if (args === undefined) return undefined;
  const span = p.span(start);
  if (name.startsWith('fn:')) return { kind: 'apply', name, nameSpan, args, form: 'call', span };
  const atom: Atom = { predicate: name, predicateSpan: nameSpan, args, span };
  return { kind: 'atom-node', atom, span, isMended };
}

function parseArguments(p: ParseState, name: string, open: number): readonly Term[] | undefined {
  if (name !== 'mode') return parseSequence(p, token.rightParen, open, parseValue);
  const signs: Term[] = [];
  const args = parseSequence(p, token.rightParen, open, (state) => {
    const sign = takeModeSign(state);
    if (sign !== undefined) signs.push(sign);
    return sign ?? parseValue(state);
  });
  const [first] = signs;
  const last = signs.at(-1);
  if (first === undefined || last === undefined) return args;
  p.report('mode-sign', p.span(first.span.start, last.span.end), 'modes are written as strings', {
    help: 'Write `mode("+", "-")`.',
    fix: {
      title: 'put them between quotes',
      edits: signs.map(({ span }) => ({ span, text: `"${p.text.slice(span.start, span.end)}"` })),
    },
  });
  return args;
}

function takeModeSign(p: ParseState): Term | undefined {
  if (p.kind !== token.bad || !['+', '-', '?'].includes(p.tokenText())) return undefined;
  p.advance();
  return { kind: 'wildcard', span: p.span(p.previousStart) };
}

function parseKeyword(p: ParseState): TermNode | undefined {
  const text = p.tokenText();
  if (p.isCall()) {
    reportReserved(p);
    return parseNamed(p, text, { isMended: true });
  }
  const value = p.kind === token.now ? 'fn:time:now()' : `/${text}`;
  p.report('bare-constant', p.span(p.start, p.end), `${quoted(text)} is a reserved word and no value`, {
    help:
      p.kind === token.now ? `As a value write \`${value}\`.` : `A name constant begins with a slash: \`${value}\`.`,
    fix:
      p.kind === token.now
        ? p.replace(`write \`${value}\``, p.start, p.end, value)
        : p.replaceByName(p.start, p.end, value),
  });
  p.advance();
  return { kind: 'constant', value: nameValue(`/${text}`), span: p.span(p.previousStart) };
}

/** The current token, a keyword, is used as a predicate. */
export function reportReserved(p: ParseState): void {
  const isTemporal = p.kind === token.temporal;
  p.report('reserved-word', p.span(p.start, p.end), `${quoted(p.tokenText())} is a reserved word`, {
    help: isTemporal
      ? 'It cannot name a predicate. In a declaration `temporal` stands right after the atom: `Decl p(X) temporal.`'
      : 'It cannot name a predicate; choose another name.',
  });
}

/** Signs that stand apart from their number. */
function parseBadTerm(p: ParseState): Term | undefined {
  const sign = p.tokenText();
  if (sign === '/' && p.codeAfter() > 127) return constants.parseForeignName(p);
  const next = sign === '+' || sign === '-' ? p.peek() : token.bad;
  if (next !== token.number && next !== token.float) {
    return p.unexpected('a value', signDetails(p, sign));
  }
  const start = p.start;
  p.advance();
  const digits = p.tokenText();
  const fixed = sign === '-' && !digits.startsWith('-') ? `-${digits}` : digits.replace(/^-/, '');
  p.report('number-sign', p.span(start, p.end), `the sign ${quoted(sign)} is not part of the number`, {
    help: 'A minus touches its number; there is no plus.',
    fix: p.replace(`write \`${fixed}\``, start, p.end, fixed),
  });
  return p.kind === token.number ? constants.parseNumber(p) : constants.parseFloat64(p);
}

/** What is meant by a sign that begins no value. */
function signDetails(p: ParseState, sign: string): DiagnosticDetails {
  if (sign === '/' && p.isAdjacent() && p.text[p.start - 1] === '/')
    return { help: 'The quotient of whole numbers is `fn:div(A, B)`.' };
  if (sign === '/') return { help: 'In a name constant something follows each slash: `/a/b`.' };
  if (sign === '*' && p.text.startsWith('count(', p.start - 6) && p.peek() === token.rightParen)
    return { help: '`fn:count()` counts rows and takes no argument.', fix: p.replace('remove it', p.start, p.end, '') };
  const isDoubled = p.isAdjacent() && p.text[p.start - 1] === sign;
  if (isDoubled && sign === '+')
    return { help: 'Strings are joined with `fn:string:concat(A, B)`; numbers are added with `fn:plus(A, B)`.' };
  if (isDoubled && sign === '*') return { help: 'There is no power; multiply with `fn:mult(X, X)`.' };
  return {};
}

/** `[-1, 2]`: `[-` is a temporal operator, but before a number it can only open a list. */
function parseJoinedBracket(p: ParseState): TermNode | undefined {
  const code = p.codeAfter();
  const isNumber = isIn(code, charClass.digit) || (code === char.dot && isIn(p.codeAfter(1), charClass.digit));
  if (!isNumber) return p.unexpected('a value');
  reportJoinedMinus(p, '[');
  p.lexer.cut(token.leftBracket, p.start + 1);
  return parseBrackets(p);
}

/** The current token is a bracket or `<` together with the minus sign of a number. */
export function reportJoinedMinus(p: ParseState, sign: '[' | '<'): void {
  const at = p.start + 1;
  p.report('joined-minus', p.span(p.start, p.end), `the minus sign touches \`${sign}\``, {
    help: `Put a blank between them: other engines read \`${sign}-\` as a temporal operator.`,
    fix: p.replace('insert a blank', at, at, ' '),
  });
}

/** One element between brackets; `value` only in `key : value`. */
interface Element {
  readonly terms: readonly Term[];
  readonly isEntry: boolean;
}

/** A list or a map; the first element decides. */
function parseBrackets(p: ParseState): Apply | undefined {
  let form: ApplyForm | undefined;
  return parseCollection(p, token.rightBracket, (state) => {
    const element = form === 'map' ? parseEntry(state) : parseElement(state);
    if (element === undefined) return undefined;
    form ??= element.isEntry ? 'map' : 'list';
    if (form === 'list' && element.isEntry) return reportMixed(state);
    return element;
  });
}

function reportMixed(p: ParseState): undefined {
  p.report('unexpected-token', p.span(p.previousStart), 'a list has no `key : value` elements', {
    help: 'Between brackets either all elements are values or all are `key : value`.',
  });
  return undefined;
}

function parseStruct(p: ParseState): Apply | undefined {
  return parseCollection(p, token.rightBrace, parseEntry);
}

function parseCollection(
  p: ParseState,
  close: TokenKind,
  parse: (p: ParseState) => Element | undefined,
): Apply | undefined {
  if (p.closers.length >= maxNesting) return reportTooDeep(p);
  const start = p.start;
  p.advance();
  const nameSpan = p.span(start);
  const elements = parseSequence(p, close, start, parse);
  if (elements === undefined) return undefined;
  const bracketForm = elements[0]?.isEntry === true ? 'map' : 'list';
  const form = close === token.rightBrace ? 'struct' : bracketForm;
  const args = elements.flatMap(({ terms }) => terms);
  return { kind: 'apply', name: `fn:${form}`, nameSpan, args, form, span: p.span(start) };
}

function parseElement(p: ParseState): Element | undefined {
  const key = parseValue(p);
  if (key === undefined) return undefined;
  if (takeColon(p, key)) return finishEntry(p, key);
  if (p.kind === token.bad && p.tokenText() === '|') return parseListPattern(p, key);
  return { terms: [key], isEntry: false };
}

function parseEntry(p: ParseState): Element | undefined {
  const key = parseValue(p);
  if (key === undefined) return undefined;
  return takeColon(p, key) ? finishEntry(p, key) : p.unexpected('`:` and a value');
}

function finishEntry(p: ParseState, key: Term): Element | undefined {
  const value = parseValue(p);
  return value === undefined ? undefined : { terms: [key, value], isEntry: true };
}

/** `[H | T]`. */
function parseListPattern(p: ParseState, head: Term): Element | undefined {
  p.advance();
  const rest = parseValue(p);
  if (rest === undefined) return undefined;
  p.report('list-pattern', p.span(head.span.start), 'a list is not taken apart with a bar', {
    help: 'Use the premise `:match_cons(List, Head, Tail)`; it binds `Head` and `Tail`. `fn:list:cons(Head, Tail)` builds a list.',
  });
  return { terms: [head, rest], isEntry: false };
}

/** Takes the colon after a key, also one that the lexer joined with its neighbors. */
function takeColon(p: ParseState, key: Term): boolean {
  const isJoinedBefore = key.kind === 'variable' && p.isAdjacent();
  const isJoinedAfter = isColonWithMore(p);
  if (p.kind !== token.colon && !isJoinedAfter) return false;
  if (isJoinedBefore || isJoinedAfter) {
    p.report('joined-colon', p.span(p.start, p.start + 1), 'this colon touches its neighbor', {
      help: 'Put blanks around it: other engines read the two as one token.',
      fix: p.replace('insert blanks', p.start, p.start + 1, ' : '),
    });
  }
  p.takeFirst(token.colon, 1);
  return true;
}

/** `:fn:f(…)` and `:-1` after a key. */
function isColonWithMore(p: ParseState): boolean {
  if (p.kind === token.name) return p.text[p.start] === ':';
  return p.kind === token.arrow && /^\.?\d/.test(p.text.slice(p.end, p.end + 2));
}

/** `.List<T>` and the like. */
function parseDotType(p: ParseState): Apply | undefined {
  if (p.closers.length >= maxNesting) return reportTooDeep(p);
  const start = p.start;
  const name = `fn:${p.tokenText().slice(1)}`;
  p.advance();
  const nameSpan = p.span(start);
  const open = p.start;
  if (!p.take(token.less)) return p.unexpected(`\`<\` after ${quoted(`.${name.slice(3)}`)}`);
  const members = parseSequence(p, token.greater, open, parseMember);
  if (members === undefined) return undefined;
  return { kind: 'apply', name, nameSpan, args: members.flat(), form: 'dot', span: p.span(start) };
}

function parseMember(p: ParseState): readonly Term[] | undefined {
  if (p.kind === token.opt) return parseOptionalMember(p);
  const key = parseValue(p);
  if (key === undefined) return undefined;
  return takeColon(p, key) ? finishEntry(p, key)?.terms : [key];
}

function parseOptionalMember(p: ParseState): readonly Term[] | undefined {
  const start = p.start;
  p.advance();
  const nameSpan = p.span(start);
  const entry = parseEntry(p);
  if (entry === undefined) return undefined;
  return [{ kind: 'apply', name: 'fn:opt', nameSpan, args: entry.terms, form: 'dot', span: p.span(start) }];
}
