import type { Span } from '../text/source.js';
import { sourceText } from '../value/format.js';
import { formatTime } from '../value/time-text.js';
import type {
  Annotation,
  Apply,
  Atom,
  BoundRow,
  Clause,
  Constant,
  Decl,
  Let,
  Literal,
  PackageDecl,
  TemporalOperator,
  Term,
  TimeBound,
  Transform,
  Unit,
  UseDecl,
} from './ast.js';
import { durationToken } from './timestamp.js';

/**
 * Source text of syntax trees: parsing the text gives the same tree. It also avoids the places where tokens run
 * together (`[ -1]`, `X = /a .`), so that every engine reads it.
 */
export interface SourcePrinter {
  readonly term: (term: Term) => string;
  readonly atom: (atom: Atom) => string;
  /** Empty if there is none. */
  readonly annotation: (annotation: Annotation | undefined) => string;
  readonly literal: (literal: Literal) => string;
  readonly transform: (transform: Transform) => string;
  readonly clause: (clause: Clause) => string;
  readonly decl: (decl: Decl) => string;
}

/** How literals are written: constants, and the dates and durations in the bounds of time. */
export interface Spelling {
  readonly constant: (constant: Constant) => string;
  readonly moment: (bound: TimeLiteral) => string;
}

export type TimeLiteral = Extract<TimeBound, { kind: 'timestamp' | 'duration' }>;

/** A printer that writes literals its own way. */
export function createSourcePrinter(spelling: Spelling): SourcePrinter {
  const term = (node: Term): string => {
    if (node.kind === 'wildcard') return '_';
    if (node.kind === 'variable') return node.name;
    return node.kind === 'constant' ? spelling.constant(node) : applicationText(node, term);
  };
  const atom = ({ predicate, args }: Atom): string => `${predicate}(${args.map(term).join(', ')})`;
  const annotation = (node: Annotation | undefined): string => annotationText(node, spelling);
  const literal = (node: Literal): string => {
    if (node.kind === 'compare') return `${term(node.left)} ${node.operator} ${term(node.right)}`;
    const operator = node.operator === undefined ? '' : `${operatorText(node.operator, spelling)} `;
    return `${operator}${node.isNegated ? '!' : ''}${atom(node.atom)}${annotation(node.annotation)}`;
  };
  const letText = ({ variable, expression }: Let): string => `let ${variable.name} = ${term(expression)}`;
  const transform = ({ operation, lets }: Transform): string =>
    [...(operation === undefined ? [] : [`do ${term(operation)}`]), ...lets.map(letText)].join(', ');
  const clause = (node: Clause): string => {
    const head = atom(node.head) + annotation(node.annotation);
    if (node.arrow === undefined) return endWithPeriod(head);
    const stages = [node.premises.map(literal).join(', '), ...node.transforms.map(transform)];
    return endWithPeriod(`${head} ${node.arrow} ${stages.join(' |> ')}`);
  };
  const decl = (node: Decl): string =>
    endWithPeriod([declHead(node, { atom }), ...declBlocks(node, { term, atom }).map(blockText)].join(' '));
  return { term, atom, annotation, literal, transform, clause, decl };
}

const standard = createSourcePrinter({
  constant: ({ value }) => sourceText(value),
  moment: ({ kind, nanos }) => {
    if (kind === 'timestamp') return formatTime(nanos).replace(/T00:00:00Z$/, '');
    return durationToken(nanos) ?? `${nanos / 1_000_000n}ms`;
  },
});

export const printTerm: (term: Term) => string = standard.term;
export const printAtom: (atom: Atom) => string = standard.atom;
export const printLiteral: (literal: Literal) => string = standard.literal;
/** With its final period. */
export const printClause: (clause: Clause) => string = standard.clause;
/** With its final period. */
export const printDecl: (decl: Decl) => string = standard.decl;

/** One item a line, without the comments. */
export function printUnit(unit: Unit): string {
  const lines = [
    ...(unit.packageDecl === undefined ? [] : [printHeader(unit.packageDecl, standard)]),
    ...unit.uses.map((use) => printHeader(use, standard)),
    ...unit.items.map((item) => (item.kind === 'decl' ? printDecl(item) : printClause(item))),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** A `Package` or `Use` line. */
export function printHeader(
  { kind, name, descr }: PackageDecl | UseDecl,
  { atom }: Pick<SourcePrinter, 'atom'>,
): string {
  const block = descr.length === 0 ? '' : ` [${descr.map(atom).join(', ')}]`;
  return `${kind === 'package' ? 'Package' : 'Use'} ${name}${block}!`;
}

/** What stands before the blocks of a declaration. */
export function declHead({ atom: declared, isTemporal }: Decl, { atom }: Pick<SourcePrinter, 'atom'>): string {
  return `Decl ${atom(declared)}${isTemporal ? ' temporal' : ''}`;
}

/** A word of a declaration and what stands between its brackets. */
export interface DeclBlock {
  readonly word: 'descr' | 'bound' | 'inclusion';
  readonly elements: readonly { readonly text: string; readonly span: Span }[];
}

/** The blocks of a declaration, in their order. */
export function declBlocks(
  { descr, bounds, inclusion }: Decl,
  { term, atom }: Pick<SourcePrinter, 'term' | 'atom'>,
): DeclBlock[] {
  const atoms = (list: readonly Atom[]) => list.map((each) => ({ text: atom(each), span: each.span }));
  const types = (row: BoundRow) => row.types.map((each) => ({ text: term(each), span: each.span }));
  return [
    ...(descr === undefined ? [] : [{ word: 'descr' as const, elements: atoms(descr) }]),
    ...bounds.map((row) => ({ word: 'bound' as const, elements: types(row) })),
    ...(inclusion === undefined ? [] : [{ word: 'inclusion' as const, elements: atoms(inclusion) }]),
  ];
}

/** A block on one line. */
export function blockText({ word, elements }: DeclBlock): string {
  return `${word} ${bracketed(elements.map(({ text }) => text))}`;
}

/** A period right after a name constant would become part of the name. */
export function endWithPeriod(text: string): string {
  return /\/[A-Za-z0-9.\-_~%]+$/.test(text) ? `${text} .` : `${text}.`;
}

function annotationText(annotation: Annotation | undefined, spelling: Spelling): string {
  if (annotation === undefined) return '';
  const bounds = annotation.end === undefined ? [annotation.start] : [annotation.start, annotation.end];
  return `@[${bounds.map((bound) => boundText(bound, spelling)).join(', ')}]`;
}

function operatorText({ sign, start, end }: TemporalOperator, spelling: Spelling): string {
  return `${sign}[${boundText(start, spelling)}, ${boundText(end, spelling)}]`;
}

function boundText(bound: TimeBound, { moment }: Spelling): string {
  switch (bound.kind) {
    case 'timestamp':
    case 'duration':
      return moment(bound);
    case 'variable':
      return bound.name;
    case 'wildcard':
      return '_';
    case 'now':
      return 'now';
  }
}

function applicationText(node: Apply, term: (term: Term) => string): string {
  const { name, args, form } = node;
  switch (form) {
    case 'call':
      return `${name}(${args.map(term).join(', ')})`;
    case 'list':
      return bracketed(args.map(term));
    case 'map':
      return bracketed(pairTexts(args, term));
    case 'struct':
      return `{${pairTexts(args, term).join(', ')}}`;
    case 'dot':
      return dotText(node, term);
  }
}

function dotText({ name, args }: Apply, term: (term: Term) => string): string {
  if (name === 'fn:opt') return `opt ${pairTexts(args, term).join(', ')}`;
  const members = name === 'fn:Struct' ? structMembers(args, term) : args.map(term);
  const content = members.join(', ');
  return `.${name.slice(3)}<${content.startsWith('-') ? ' ' : ''}${content}>`;
}

/** The fields of a struct type are pairs, except for the optional ones. */
function structMembers(args: readonly Term[], term: (term: Term) => string): string[] {
  const members: string[] = [];
  for (let at = 0; at < args.length;) {
    const key = args[at];
    const value = args[at + 1];
    const isPair = isRequiredPart(key) && isRequiredPart(value);
    members.push(...(isPair ? pairTexts([key, value], term) : key === undefined ? [] : [term(key)]));
    at += isPair ? 2 : 1;
  }
  return members;
}

function isRequiredPart(term: Term | undefined): term is Term {
  return term !== undefined && !(term.kind === 'apply' && term.form === 'dot' && term.name === 'fn:opt');
}

function pairTexts(args: readonly Term[], term: (term: Term) => string): string[] {
  const texts: string[] = [];
  for (let at = 0; at + 1 < args.length; at += 2) {
    const [key, value] = [args[at], args[at + 1]];
    if (key !== undefined && value !== undefined) texts.push(`${term(key)} : ${term(value)}`);
  }
  return texts;
}

/** `[-` is a token of its own. */
function bracketed(texts: readonly string[]): string {
  const content = texts.join(', ');
  return content.startsWith('-') ? `[ ${content}]` : `[${content}]`;
}
