import type { Annotation, Atom, Clause, Decl, Literal, Term, Unit } from '../syntax/ast.js';
import { NaiveError } from './naive-error.js';
import { qualify, type Qualified } from './qualify.js';

/** What the naive evaluator needs to know of a program. Predicates are known by `name/arity`. */
export interface NaiveProgram {
  readonly clauses: readonly Clause[];
  readonly predicates: ReadonlyMap<string, NaivePredicate>;
}

/** What declarations and annotations say about a predicate. */
export interface NaivePredicate {
  readonly isTemporal: boolean;
  readonly isDeferred: boolean;
  readonly isExternal: boolean;
  /** Columns that a caller must know. */
  readonly inputs: ReadonlySet<number>;
  readonly lattice?: NaiveLattice;
  /** `reflects(/prefix)`: on a known argument the predicate is a test of that prefix. */
  readonly prefix?: Term;
}

export interface NaiveLattice {
  readonly sources: readonly number[];
  readonly target: number;
  readonly merge: string;
}

const plainPredicate: NaivePredicate = {
  isTemporal: false,
  isDeferred: false,
  isExternal: false,
  inputs: new Set(),
};

export function keyOf(atom: Atom): string {
  return `${atom.predicate}/${atom.args.length}`;
}

export function readProgram(units: readonly Unit[]): NaiveProgram {
  const qualified = qualify(units);
  const predicates = new Map<string, NaivePredicate>();
  for (const decl of qualified.decls) predicates.set(keyOf(decl.atom), readDecl(decl, qualified));
  for (const [key, clauses] of byHead(qualified.clauses)) {
    const known = predicates.get(key) ?? plainPredicate;
    predicates.set(key, { ...known, isTemporal: known.isTemporal || areTemporal(clauses) });
  }
  const clauses = qualified.clauses.map((clause): Clause => {
    const { annotation, ...plain } = nameWildcards(clause);
    if (annotation === undefined || predicates.get(keyOf(clause.head))?.isTemporal !== true) return plain;
    return { ...plain, annotation };
  });
  return { clauses, predicates };
}

/** Clauses by the key of their head, in source order. */
export function byHead(clauses: readonly Clause[]): ReadonlyMap<string, readonly Clause[]> {
  const groups = new Map<string, Clause[]>();
  for (const clause of clauses) {
    const group = groups.get(keyOf(clause.head));
    if (group === undefined) groups.set(keyOf(clause.head), [clause]);
    else group.push(clause);
  }
  return groups;
}

/** Some clause names a time, or all of them say `@[_, _]`; beside clauses without a time that says nothing. */
function areTemporal(clauses: readonly Clause[]): boolean {
  return (
    clauses.every(({ annotation }) => annotation !== undefined) ||
    clauses.some(({ annotation }) => annotation !== undefined && !isEternal(annotation))
  );
}

function isEternal({ start, end }: Annotation): boolean {
  return start.kind === 'wildcard' && (end === undefined || end.kind === 'wildcard');
}

function readDecl(decl: Decl, qualified: Qualified): NaivePredicate {
  const descr = decl.descr ?? [];
  const has = (name: string): boolean => descr.some((each) => each.predicate === name);
  const lattice = readLattice(decl, descr, qualified);
  const prefix = descr.find((each) => each.predicate === 'reflects')?.args[0];
  return {
    isTemporal: decl.isTemporal,
    isDeferred: has('deferred'),
    isExternal: has('external'),
    inputs: readInputs(descr),
    ...(lattice === undefined ? {} : { lattice }),
    ...(prefix === undefined ? {} : { prefix }),
  };
}

/** A column is an input if every declared mode says `+` for it. */
function readInputs(descr: readonly Atom[]): ReadonlySet<number> {
  const modes = descr.filter((each) => each.predicate === 'mode');
  const columns = modes[0]?.args.map((_, column) => column) ?? [];
  return new Set(columns.filter((column) => modes.every((mode) => textOfConstant(mode.args[column]) === '+')));
}

function readLattice(decl: Decl, descr: readonly Atom[], qualified: Qualified): NaiveLattice | undefined {
  const fundep = descr.find((each) => each.predicate === 'fundep');
  const merge = descr.find((each) => each.predicate === 'merge');
  if (fundep === undefined || merge === undefined) return undefined;
  const sources = columnsOf(decl, fundep.args[0]);
  const [target, ...others] = columnsOf(decl, fundep.args[1]);
  const name = textOfConstant(merge.args[1]);
  if (target === undefined || others.length > 0 || name === undefined) {
    throw new NaiveError('a lattice has exactly one target column');
  }
  return { sources, target, merge: `${qualified.resolve(decl, name, 3)}/3` };
}

/** The columns of a declaration named by a list of its variables. */
function columnsOf(decl: Decl, list: Term | undefined): readonly number[] {
  if (list?.kind !== 'apply') throw new NaiveError('expected a list of columns');
  return list.args.map((term) =>
    decl.atom.args.findIndex((arg) => arg.kind === 'variable' && term.kind === 'variable' && arg.name === term.name),
  );
}

function textOfConstant(term: Term | undefined): string | undefined {
  if (term?.kind !== 'constant' || term.value.kind !== 'string') return undefined;
  return term.value.text;
}

/** Each `_` outside negation becomes a variable of its own: it counts as a column of the rows that are grouped. */
function nameWildcards(clause: Clause): Clause {
  let count = 0;
  const name = (term: Term): Term => {
    if (term.kind === 'wildcard') return { kind: 'variable', name: `_${++count}`, span: term.span };
    return term.kind === 'apply' ? { ...term, args: term.args.map(name) } : term;
  };
  const premises = clause.premises.map((literal): Literal => {
    if (literal.kind === 'compare') return { ...literal, left: name(literal.left), right: name(literal.right) };
    if (literal.isNegated) return literal;
    return { ...literal, atom: { ...literal.atom, args: literal.atom.args.map(name) } };
  });
  return { ...clause, premises };
}
