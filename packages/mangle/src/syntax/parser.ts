import { type Diagnostic, hasErrors, sortDiagnostics } from '../diagnostics/diagnostic.js';
import { bytesOf, type Source } from '../text/source.js';
import type { FactValues } from '../value/fact-batch.js';
import type { Atom, Clause, Item, Literal, PackageDecl, SourceBatch, Term, Unit, UseDecl } from './ast.js';
import { followsOperand, lineEnd } from './lexer.js';
import { parseAtomOnly } from './parse-atoms.js';
import { parseClauseItem } from './parse-clauses.js';
import { parseDecl, parseHeader } from './parse-declarations.js';
import { parsePremise } from './parse-premises.js';
import { ParseState } from './parse-state.js';
import { parseValue } from './parse-terms.js';
import { parseNamingVariables } from './parse-underscores.js';
import { SimpleFacts } from './simple-facts.js';
import { token } from './tokens.js';

/** A tree if the text has no errors, and what there is to say about it, in source order. */
export interface ParseResult<T> {
  readonly node?: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** A unit, and what there is to say about its text, in source order. */
export interface ParsedUnit {
  readonly unit: Unit;
  readonly diagnostics: Diagnostic[];
}

/**
 * Reads a file. Never throws: what cannot be read is reported and left out of the unit. One mistake gives one
 * diagnostic, and every clause is read whatever is wrong with the others.
 */
export function parse(source: Source): ParsedUnit {
  return parseUnit(new ParseState(source));
}

/** Where facts that are read in bulk go. */
export interface BulkOptions {
  readonly values: FactValues;
  /** Whether `[…]` and `{…}` are the lists and structs of the language. */
  readonly hasStructures: boolean;
}

/** Reads a file like `parse`, but leaves simple facts in `batches`, where they cost little time and memory. */
export function parseInBulk(source: Source, { values, hasStructures }: BulkOptions): ParsedUnit {
  // The bytes first: a source lets go of them when its text is asked for.
  const bytes = bytesOf(source);
  // About what a text of names that are hardly repeated needs.
  values.reserve(bytes.length >> 5, bytes.length >> 2);
  const facts = new SimpleFacts(source.text, bytes, values, { hasStructures });
  const parsed = parseUnit(new ParseState(source), facts);
  const batches = Array.from(facts.batches(), (batch): SourceBatch => {
    const { predicate, arity, count } = batch;
    const starts = batch.starts();
    const clauseAt = (row: number): Clause => clauseFrom(source, starts[row] ?? 0);
    return { predicate, arity, count, columns: batch.columns(), values, starts, clauseAt };
  });
  return { ...parsed, unit: { ...parsed.unit, batches } };
}

function parseUnit(p: ParseState, facts?: SimpleFacts): ParsedUnit {
  const parts: UnitParts = { packageDecl: undefined, uses: [], items: [] };
  while (p.kind !== token.end && !p.isExhausted) {
    if (facts !== undefined && takeFacts(p, facts)) continue;
    p.beginItem();
    if (!parseItem(p, parts)) p.recover();
  }
  reportForeignComments(p);
  reportLineEnds(p);
  const { packageDecl, uses, items } = parts;
  const unit: Unit = {
    source: p.source,
    ...(packageDecl === undefined ? {} : { packageDecl }),
    uses,
    items,
    comments: p.lexer.comments,
  };
  return { unit, diagnostics: sortDiagnostics(p.diagnostics) };
}

/** Skips the facts that are read in bulk; false if none begins here. */
function takeFacts(p: ParseState, facts: SimpleFacts): boolean {
  const end = facts.take(p.start);
  if (end === p.start) return false;
  p.seek(end);
  return true;
}

/** The clause that begins at an offset. INVARIANT: it has been read before, without a mistake. */
function clauseFrom(source: Source, start: number): Clause {
  const p = new ParseState(source);
  p.seek(start);
  p.beginItem();
  const clause = parseClauseItem(p);
  if (clause === undefined) throw new Error(`no fact begins at offset ${start} of ${source.name}`);
  return clause;
}

/** Reads one fact or rule with its final period, and nothing after it. */
export function parseClause(source: Source): ParseResult<Clause> {
  return parseWhole(source, parseClauseItem, { isFragment: false });
}

/** Reads one atom, as in a query; a final period may follow. */
export function parseAtom(source: Source): ParseResult<Atom> {
  return parseWhole(source, parseAtomOnly, { mayEndInPeriod: true });
}

/** Reads one premise. */
export function parseLiteral(source: Source): ParseResult<Literal> {
  return parseWhole(source, parsePremise);
}

/** Reads one value expression. */
export function parseTerm(source: Source): ParseResult<Term> {
  return parseWhole(source, parseValue);
}

function parseWhole<T>(
  source: Source,
  parseNode: (p: ParseState) => T | undefined,
  { isFragment = true, mayEndInPeriod = false } = {},
): ParseResult<T> {
  const p = new ParseState(source, { isFragment });
  p.beginItem();
  const node = parseNamingVariables(p, parseNode);
  if (node !== undefined && mayEndInPeriod) p.take(token.period);
  if (node !== undefined && p.kind !== token.end) p.unexpected('the end of the text');
  reportForeignComments(p);
  reportLineEnds(p);
  const diagnostics = sortDiagnostics(p.diagnostics);
  return node === undefined || hasErrors(diagnostics) ? { diagnostics } : { node, diagnostics };
}

interface UnitParts {
  packageDecl: PackageDecl | undefined;
  readonly uses: UseDecl[];
  readonly items: Item[];
}

/** Reads one item; false if that failed and the rest of it must be skipped. */
function parseItem(p: ParseState, parts: UnitParts): boolean {
  if (p.kind === token.package || p.kind === token.use) return parseHeaderItem(p, parts);
  if (p.kind === token.period) return skipDirective(p) || reportStrayPeriod(p);
  if (p.kind === token.bad && p.tokenText() === '?') return parseQuery(p);
  const mark = p.diagnostics.length;
  const item = parseNamingVariables<Item>(p, p.kind === token.decl ? parseDecl : parseClauseItem);
  if (item === undefined) return false;
  // A declaration stays whatever is wrong with it: without it every use of its predicate would be wrong too.
  if (item.kind === 'decl' || !p.diagnostics.slice(mark).some(isGuess)) parts.items.push(item);
  return true;
}

/**
 * Whether the tree is only a guess at what was meant, so that further diagnostics about it would mislead. A mistake
 * with a fix leaves the tree of the fixed text; but where a bracket should have been closed is a guess all the same.
 */
function isGuess({ severity, code, fix }: Diagnostic): boolean {
  return severity === 'error' && (fix === undefined || code === 'unclosed-bracket');
}

function parseHeaderItem(p: ParseState, parts: UnitParts): boolean {
  const header = parseHeader(p);
  if (header === undefined) return false;
  const isLate =
    parts.items.length > 0 || (header.kind === 'package' && (parts.packageDecl ?? parts.uses[0]) !== undefined);
  if (isLate) {
    p.report(
      'package-order',
      header.span,
      `this \`${header.kind === 'package' ? 'Package' : 'Use'}\` line comes too late`,
      {
        help: 'A file has one `Package` line at most, then `Use` lines, then everything else.',
      },
    );
  } else if (header.kind === 'package') parts.packageDecl = header;
  else parts.uses.push(header);
  return true;
}

const directive = /\.(?:decl|type|input|output|printsize|include|import|comp|init|functor|pragma|plan)\b/y;

/** `.decl edge(x: number)` and the like, as other Datalogs have it; they take a line. */
function skipDirective(p: ParseState): boolean {
  directive.lastIndex = p.start;
  const text = directive.exec(p.text)?.[0];
  if (text === undefined) return false;
  p.report('unexpected-token', p.span(p.start, p.start + text.length), `there is no directive \`${text}\``, {
    help:
      text === '.decl'
        ? 'A declaration is written `Decl p(X, Y) bound [/name, /number].`'
        : 'Leave the line out: what is read and printed is for the command to say.',
  });
  p.seek(lineEnd(p.text, p.start));
  return true;
}

function reportStrayPeriod(p: ParseState): boolean {
  p.report('stray-period', p.span(p.start, p.end), 'this period ends nothing', {
    help: 'Remove it. `Package` and `Use` lines end in `!` alone.',
    fix: p.replace('remove it', p.start, p.end, ''),
  });
  p.advance();
  return true;
}

/** `?p(X)` or `?- p(X).`: reported once, and skipped. */
function parseQuery(p: ParseState): boolean {
  const { start } = p;
  p.advance();
  if (p.isAdjacent() && p.kind === token.bad && p.tokenText() === '-') p.advance();
  const end = p.previousEnd;
  const atom = p.kind === token.name ? parseAtomOnly(p) : undefined;
  if (atom !== undefined && !p.isAtNextItem()) p.take(token.period);
  p.report('query-in-program', p.span(start, end), 'a program has no queries', {
    help: "Ask with `mangle run FILE --query 'p(X)'` or in the interactive interpreter, and leave the line out here.",
    fix: atom === undefined ? undefined : p.replace('remove the query', start, p.previousEnd, ''),
  });
  return atom !== undefined;
}

function reportForeignComments(p: ParseState): void {
  for (const { start, end } of p.lexer.foreignComments) {
    const text = p.text.slice(start, end);
    const sign = /^(?:%+|--+|\/\/+|\/\*+)/.exec(text)?.[0] ?? '';
    p.report(
      'foreign-comment',
      p.span(start, start + sign.length),
      `comments begin with \`#\`, not \`${sign.slice(0, 2)}\``,
      {
        help: isDoubtful(p, start, sign)
          ? 'A comment goes from `#` to the end of its line. A remainder is `fn:mod(X, Y)`, a quotient `fn:div(X, Y)`, a product `fn:mult(X, Y)`.'
          : 'A comment goes from `#` to the end of its line.',
        fix: {
          ...p.replace('write `#`', start, end, asComment(text, sign) + (isLastOnLine(p, end) ? '' : '\n')),
          ...(isDoubtful(p, start, sign) ? { needsJudgment: true } : {}),
        },
      },
    );
  }
}

/** Whether what is taken for a comment may as well be the rest of an expression: behind a value, or never closed. */
function isDoubtful(p: ParseState, start: number, sign: string): boolean {
  return sign.startsWith('/*') ? p.text.indexOf('*/', start + 2) === -1 : followsOperand(p.text, start);
}

/** What other programs show as a line of its own, and the language does not: everything up to the LF is the comment. */
const otherLineEnd = /[\r\u0085\u2028\u2029](?=[^]*\S)/;

/** Clauses behind such a line end look as if they held. */
function reportLineEnds(p: ParseState): void {
  for (const { text, span } of p.lexer.comments) {
    const at = text.search(otherLineEnd);
    if (at === -1) continue;
    const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
    const start = span.start + at;
    const rest = text.slice(at).replaceAll(/[\r\u0085\u2028\u2029]/g, '\n');
    p.report(
      'comment-line-end',
      p.span(start, start + 1),
      `the comment does not end at U+${code}; only a line feed ends it`,
      {
        help: 'What follows on this line is comment, too. End the line with a line feed, `\\n`.',
        // What was a comment would become part of the program.
        fix: { ...p.replace('end the line there', start, span.end, rest), needsJudgment: true },
      },
    );
  }
}

function isLastOnLine(p: ParseState, at: number): boolean {
  return p.text.slice(at, lineEnd(p.text, at)).trim() === '';
}

function asComment(text: string, sign: string): string {
  const body = sign.startsWith('/*') ? text.slice(sign.length).replace(/\*+\/$/, '') : text.slice(sign.length);
  const lines = body.split('\n').map((line) => line.replace(/^\s*\*?\s?/, '').trimEnd());
  return lines.map((line) => (line === '' ? '#' : `# ${line}`)).join('\n');
}
