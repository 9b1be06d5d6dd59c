import type { Atom, BoundRow, Term, Variable, Wildcard } from './ast.js';
import type { Edit } from '../diagnostics/diagnostic.js';
import { isNameText, nameValue } from '../value/make.js';
import { charClass } from './characters.js';
import { parseAtomOnly } from './parse-atoms.js';
import { type ParseState, quoted } from './parse-state.js';
import { parseValue } from './parse-terms.js';
import { variableName } from './parse-underscores.js';
import { skipWhile } from './scan.js';
import { parseSequence } from './sequence.js';
import { token, type TokenKind } from './tokens.js';

/** An argument of a declared atom that carries a type, such as `Id: /name` or `Name.Type<string>`. */
export interface TypedArgument {
  readonly position: number;
  readonly name: string;
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** All arguments of the atom. */
  readonly siblings: readonly Term[];
}

/** Reads the atom of a declaration; types attached to its arguments go into `typed`. */
export function parseDeclaredAtom(p: ParseState, typed: TypedArgument[]): Atom | undefined {
  const indicator = p.kind === token.name ? indicatorAt(p) : undefined;
  if (indicator !== undefined) return takeIndicator(p, indicator);
  if (p.kind !== token.name || !p.isCall() || p.tokenText().startsWith('fn:'))
    return checkArguments(p, parseAtomOnly(p));
  const predicate = p.tokenText();
  const start = p.start;
  p.advance();
  const predicateSpan = p.span(start);
  const open = p.start;
  p.advance();
  const args: Term[] = [];
  const read = parseSequence(p, token.rightParen, open, (state) => {
    const arg = parseArgument(state, args, typed);
    if (arg !== undefined) args.push(arg);
    return arg;
  });
  return read === undefined ? undefined : { predicate, predicateSpan, args, span: p.span(start) };
}

const indicatorShape = /([a-z]\w*)\/(\d{1,2})(?![\w/])/y;

/** `age/2`, as Prolog names a predicate. */
function indicatorAt(p: ParseState): RegExpExecArray | undefined {
  indicatorShape.lastIndex = p.start;
  return indicatorShape.exec(p.text) ?? undefined;
}

function takeIndicator(p: ParseState, [text, predicate = '', arity = '']: RegExpExecArray): Atom {
  const { start } = p;
  const end = start + text.length;
  const names = Array.from({ length: Number(arity) }, (_, at) => `A${at + 1}`);
  const fixed = `${predicate}(${names.join(', ')})`;
  p.report('decl-argument', p.span(start, end), `the arguments of ${quoted(text)} have no names`, {
    help: `Name them: \`Decl ${fixed}\`.`,
    fix: p.replace(`write \`${fixed}\``, start, end, fixed),
  });
  p.lexer.cut(token.name, end);
  p.advance();
  const span = p.span(start, end);
  const args = names.map((name): Variable => ({ kind: 'variable', name, span }));
  return { predicate, predicateSpan: p.span(start, start + predicate.length), args, span };
}

/** For an atom that was read in the ordinary way because its predicate is misspelled. */
function checkArguments(p: ParseState, atom: Atom | undefined): Atom | undefined {
  for (const arg of atom?.args ?? []) if (arg.kind !== 'variable' && arg.kind !== 'wildcard') reportArgument(p, arg);
  return atom;
}

function parseArgument(p: ParseState, siblings: readonly Term[], typed: TypedArgument[]): Term | undefined {
  const start = p.start;
  const word = takeWord(p);
  if (word === undefined) {
    const value = parseValue(p);
    if (value !== undefined && value.kind !== 'variable' && value.kind !== 'wildcard') reportArgument(p, value);
    return value;
  }
  const wordEnd = p.previousEnd;
  const name = word.isVariable ? word.text : variableName(word.text);
  const type = word.type ?? takeType(p);
  const end = type === undefined ? wordEnd : p.previousEnd;
  if (type !== undefined) typed.push({ position: siblings.length, name, type, start, end, siblings });
  else if (!word.isVariable) reportLowerCase(p, word.text, name, start, wordEnd);
  return argumentNode(p, name, start, end);
}

function argumentNode(p: ParseState, name: string, start: number, end: number): Variable | Wildcard {
  const span = p.span(start, end);
  return name === '_' ? { kind: 'wildcard', span } : { kind: 'variable', name, span };
}

interface Word {
  readonly text: string;
  readonly isVariable: boolean;
  /** A type that the lexer read as part of the same token, as in `from:name`. */
  readonly type?: string;
}

/** Takes a variable, or a word that was meant as one. */
function takeWord(p: ParseState): Word | undefined {
  const text = p.tokenText();
  if (p.kind === token.variable) {
    if (text === '_' && p.text[p.end] !== ',' && p.text[p.end] !== ')' && /\w/.test(p.text[p.end] ?? ''))
      return undefined;
    p.advance();
    return { text, isVariable: true };
  }
  if (p.kind === token.typeName) return takeTypeName(p);
  if (p.kind !== token.name || text.startsWith(':') || p.isCall()) return undefined;
  const [word = '', type = ''] = text.split(/:(.*)/s);
  p.advance();
  return { text: word, isVariable: false, ...(type === '' ? {} : { type: typeFor(type) }) };
}

/** `X:…` is split at the colon; `Name.Type` keeps its variable and drops the word `Type`. */
function takeTypeName(p: ParseState): Word | undefined {
  const length = skipWhile(p.text, p.start, charClass.variable) - p.start;
  const text = p.text.slice(p.start, p.start + length);
  const next = p.text[p.start + length];
  if (next === ':') p.takeFirst(token.variable, length);
  else if (next === '.' && p.text[p.end] === '<') p.advance();
  else return undefined;
  return { text, isVariable: true };
}

/** Takes a type after an argument, with or without a colon. */
function takeType(p: ParseState): string | undefined {
  const isColonName = p.kind === token.name && p.text[p.start] === ':';
  if (isColonName) p.takeFirst(token.colon, 1);
  const hasColon = p.take(token.colon) || isColonName || p.text[p.previousEnd - 1] === ':';
  const start = p.start;
  if (p.kind === token.less) return takeAngled(p);
  const isType = typeStarts.includes(p.kind) && (hasColon || p.kind === token.constant || p.kind === token.name);
  if (!isType) return hasColon ? '/any' : undefined;
  p.advance();
  if (openers.includes(p.kind)) skipBrackets(p);
  return typeFor(p.text.slice(start, p.previousEnd));
}

/** The `<string>` of `Name.Type<string>`. */
function takeAngled(p: ParseState): string {
  const start = p.start;
  skipBrackets(p);
  return typeFor(p.text.slice(start + 1, p.previousEnd - 1).trim());
}

const typeStarts: readonly TokenKind[] = [token.constant, token.name, token.variable, token.typeName, token.dotType];
const openers: readonly TokenKind[] = [token.less, token.leftParen, token.leftBracket, token.leftBrace];
const closers: readonly TokenKind[] = [token.greater, token.rightParen, token.rightBracket, token.rightBrace];

function skipBrackets(p: ParseState): void {
  let depth = 0;
  do {
    if (openers.includes(p.kind)) depth++;
    if (closers.includes(p.kind)) depth--;
    p.advance();
  } while (depth > 0 && p.kind !== token.end && p.kind !== token.period && !p.isAtNextItem());
  if (depth > 0) p.unclosedAt = p.previousEnd;
}

/** The type that a word of other languages stands for. */
export const typeNames: ReadonlyMap<string, string> = new Map([
  ['string', '/string'],
  ['str', '/string'],
  ['text', '/string'],
  ['int', '/number'],
  ['int64', '/number'],
  ['integer', '/number'],
  ['num', '/number'],
  ['number', '/number'],
  ['name', '/name'],
  ['symbol', '/name'],
  ['atom', '/name'],
  ['float', '/float64'],
  ['float64', '/float64'],
  ['double', '/float64'],
  ['bytes', '/bytes'],
  ['time', '/time'],
  ['timestamp', '/time'],
  ['date', '/time'],
  ['datetime', '/time'],
  ['duration', '/duration'],
  ['varchar', '/string'],
  ['char', '/string'],
  ['long', '/number'],
  ['bigint', '/number'],
  ['real', '/float64'],
  ['decimal', '/float64'],
  ['bool', '/bool'],
  ['boolean', '/bool'],
]);

/** Takes `int` or `string` as a type in a bound, without its slash; undefined if no such word stands here. */
export function takeTypeWord(p: ParseState): Term | undefined {
  const type = p.kind === token.name && !p.isCall() ? typeNames.get(p.tokenText().toLowerCase()) : undefined;
  if (type === undefined) return undefined;
  p.report('bare-constant', p.span(p.start, p.end), `${quoted(p.tokenText())} is no type`, {
    help: `Types are names and begin with a slash: \`${type}\`.`,
    fix: p.replace(`write \`${type}\``, p.start, p.end, type),
  });
  p.advance();
  return { kind: 'constant', value: nameValue(type), span: p.span(p.previousStart) };
}

/** The type that a word stands for; `/any` if that is not clear. */
function typeFor(text: string): string {
  if (text.length < 200 && isNameText(text)) return text;
  return typeNames.get(text.toLowerCase()) ?? '/any';
}

function reportArgument(p: ParseState, { span }: Term): void {
  p.report(
    'decl-argument',
    span,
    `an argument of a declaration is a variable, found ${quoted(p.text.slice(span.start, span.end))}`,
    {
      help: 'Write `Decl p(Id, Count) bound [/name, /number].`',
    },
  );
}

function reportLowerCase(p: ParseState, text: string, name: string, start: number, end: number): void {
  p.report('decl-argument', p.span(start, end), `an argument of a declaration is a variable, found ${quoted(text)}`, {
    help: `Variables begin in upper case: \`${name}\`.`,
    fix: p.replace(`write \`${name}\``, start, end, name),
  });
}

/** Whether something else is wrong with the atom, so that nobody knows what its arguments are or where it ends. */
function isInDoubt(p: ParseState): boolean {
  if (p.unclosedAt >= 0) return true;
  return p.diagnostics.some(
    ({ severity, code, span }) => severity === 'error' && code !== 'decl-argument' && span.start >= p.itemStart,
  );
}

/**
 * Reports types attached to arguments, once for the declaration. With a place for it the types become a `bound` block,
 * in the fix and in the tree.
 */
export function reportTypedArguments(
  p: ParseState,
  typed: readonly TypedArgument[],
  boundsAt: number | undefined,
): BoundRow | undefined {
  const [first] = typed;
  const last = typed.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const types = first.siblings.map((_, position) => typed.find((each) => each.position === position)?.type ?? '/any');
  const block = `bound [${types.join(', ')}]`;
  const edits: Edit[] = typed.map(({ name, start, end }) => ({ span: p.span(start, end), text: name }));
  if (boundsAt !== undefined) edits.push({ span: p.span(boundsAt, boundsAt), text: ` ${block}` });
  const span = p.span(first.start, last.end);
  p.report('typed-variable', span, 'types do not stand at the arguments of a declaration', {
    help: boundsAt === undefined ? 'They stand in its `bound` block.' : `They go after the atom: \`${block}\`.`,
    fix: isInDoubt(p) ? undefined : { title: 'move the types into a `bound` block', edits },
  });
  if (boundsAt === undefined) return undefined;
  return { types: types.map((type) => ({ kind: 'constant', value: nameValue(type), span })), span };
}
