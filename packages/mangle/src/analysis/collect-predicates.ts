import { diagnostic } from '../diagnostics/diagnostic.js';
import { type PredicateKey, predicateKey } from '../program/program.js';
import type { Atom, Clause, Decl } from '../syntax/ast.js';
import { type Span, textOf } from '../text/source.js';
import {
  allClauses,
  allDecls,
  type Analysis,
  noDescriptors,
  type PackageScope,
  placeOf,
  type Predicate,
  report,
  type ScopedClause,
  type ScopedDecl,
  type ScopedItem,
} from './analysis.js';
import { checkBounds } from './check-bounds.js';
import { readDescriptors } from './read-descriptors.js';

/**
 * The table of predicates: everything that is declared, and everything that a fact or rule produces. One name has one
 * arity unless each arity is declared.
 */
export function collectPredicates(analysis: Analysis): void {
  for (const scoped of allDecls(analysis)) addDeclaration(analysis, scoped);
  const names: Names = { arities: declaredArities(analysis), refused: new Set() };
  for (const scoped of allClauses(analysis)) addClause(analysis, scoped, names);
  sortByFirstMention(analysis);
}

/** Declarations come first above, but everything that is shown follows the source. */
function sortByFirstMention({ items, predicates }: Analysis): void {
  const collected = new Map(predicates);
  predicates.clear();
  for (const item of items) {
    for (const { predicate, args } of mentionedAtoms(item)) {
      const key = predicateKey(predicate, args.length);
      const found = collected.get(key);
      if (found !== undefined) predicates.set(key, found);
    }
  }
}

function mentionedAtoms(item: ScopedItem): Atom[] {
  if (item.kind === 'decl') return [item.decl.atom];
  const body = item.clause.premises.flatMap((literal) => (literal.kind === 'atom' ? [literal.atom] : []));
  return [item.clause.head, ...body];
}

function addDeclaration(analysis: Analysis, { decl, scope }: ScopedDecl): void {
  const { atom } = decl;
  const key = predicateKey(atom.predicate, atom.args.length);
  checkColumns(analysis, decl);
  checkBounds(analysis, decl);
  const descriptors = readDescriptors(analysis, decl);
  const earlier = analysis.predicates.get(key);
  if (earlier !== undefined) reportDuplicate(analysis, decl, key, earlier);
  else
    analysis.predicates.set(key, {
      ...newPredicate(key, atom, scope, decl.span),
      decl,
      descriptors,
      isTemporal: decl.isTemporal,
    });
}

function newPredicate(key: PredicateKey, atom: Atom, scope: PackageScope, span: Span): Predicate {
  return {
    key,
    name: atom.predicate,
    arity: atom.args.length,
    scope,
    descriptors: noDescriptors,
    span,
    clauses: [],
    isTemporal: false,
    isEternal: false,
  };
}

function checkColumns(analysis: Analysis, { atom }: Decl): void {
  const seen = new Map<string, Span>();
  for (const arg of atom.args) {
    if (arg.kind !== 'variable') continue;
    const first = seen.get(arg.name);
    if (first === undefined) {
      seen.set(arg.name, arg.span);
      continue;
    }
    report(
      analysis,
      diagnostic('repeated-column', arg.span, `\`${arg.name}\` names two columns of \`${atom.predicate}\``, {
        help: 'Give each column a name of its own.',
        related: [{ span: first, message: 'first column of this name' }],
      }),
    );
  }
}

function reportDuplicate(analysis: Analysis, decl: Decl, key: PredicateKey, { decl: first, span }: Predicate): void {
  const isSame = first !== undefined && saysTheSame(first, decl);
  report(
    analysis,
    diagnostic('duplicate-declaration', decl.span, `\`${key}\` is declared here and in ${placeOf(span)}`, {
      help: isSame ? 'Both say the same, so this one can go.' : 'Keep one of the two.',
      related: [{ span, message: 'declared here first' }],
      fix: isSame ? { title: 'remove this declaration', edits: [{ span: decl.span, text: '' }] } : undefined,
    }),
  );
}

/** The texts are equal up to white space. */
function saysTheSame(a: Decl, b: Decl): boolean {
  const squeeze = ({ span }: Decl): string => textOf(span).replace(/\s+/g, '');
  return squeeze(a) === squeeze(b);
}

interface Names {
  /** By name, the arities a clause may have. */
  readonly arities: Map<string, Predicate[]>;
  /** Other arities: all clauses with one of them are one disagreement, reported at the first. */
  readonly refused: Set<PredicateKey>;
}

/** The declared arities by name; for other names the first clause decides. */
function declaredArities(analysis: Analysis): Map<string, Predicate[]> {
  const arities = new Map<string, Predicate[]>();
  for (const predicate of analysis.predicates.values()) {
    arities.set(predicate.name, [...(arities.get(predicate.name) ?? []), predicate]);
  }
  return arities;
}

function addClause(analysis: Analysis, { clause, scope }: ScopedClause, { arities, refused }: Names): void {
  const { head } = clause;
  const key = predicateKey(head.predicate, head.args.length);
  const known = analysis.predicates.get(key);
  if (known !== undefined) {
    known.clauses.push(clause);
    return;
  }
  const others = arities.get(head.predicate);
  if (others !== undefined) {
    if (!refused.has(key)) reportHeadArity(analysis, clause, others);
    refused.add(key);
    analysis.broken.add(clause);
    return;
  }
  const predicate = newPredicate(key, head, scope, clause.span);
  predicate.clauses.push(clause);
  analysis.predicates.set(key, predicate);
  arities.set(head.predicate, [predicate]);
}

function reportHeadArity(analysis: Analysis, clause: Clause, others: readonly Predicate[]): void {
  const { head } = clause;
  const [first] = others;
  if (first === undefined) return;
  const verb = first.decl === undefined ? 'first written' : 'declared';
  const wanted = others.map(({ key }) => `\`${key}\``).join(' and ');
  report(
    analysis,
    diagnostic(
      'wrong-arity',
      head.span,
      `\`${head.predicate}/${head.args.length}\` produced here, ${verb} as ${wanted} in ${placeOf(first.span)}`,
      {
        help: 'One name has one number of arguments, unless each is declared. Add or remove arguments, or choose another name.',
        related: others.map(({ span }) => ({ span, message: `${verb} here` })),
      },
    ),
    clause,
  );
}
