import type { Atom, Clause, Decl, Literal, Unit } from '../syntax/ast.js';

/** The declarations and clauses of all units, in source order, with the full names of predicates. */
export interface Qualified {
  readonly decls: readonly Decl[];
  readonly clauses: readonly Clause[];
  /** The package of each declaration, for names that stand in its descriptors. */
  readonly resolve: (decl: Decl, name: string, arity: number) => string;
}

/** Predicate `p` of package `a.b` is `a.b.p`; a body may leave the package out for what its own package defines. */
export function qualify(units: readonly Unit[]): Qualified {
  const defined = definedKeys(units);
  const packageOf = new Map<Decl, string>();
  const decls: Decl[] = [];
  const clauses: Clause[] = [];
  for (const unit of units) {
    const packageName = unit.packageDecl?.name ?? '';
    for (const item of unit.items) {
      if (item.kind === 'clause') {
        clauses.push(qualifyClause(item, packageName, defined));
        continue;
      }
      const decl = { ...item, atom: rename(item.atom, fullName(packageName, item.atom.predicate)) };
      packageOf.set(decl, packageName);
      decls.push(decl);
    }
  }
  const resolve = (decl: Decl, name: string, arity: number): string =>
    resolveName(packageOf.get(decl) ?? '', name, arity, defined);
  return { decls, clauses, resolve };
}

function definedKeys(units: readonly Unit[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const unit of units) {
    for (const item of unit.items) {
      const atom = item.kind === 'clause' ? item.head : item.atom;
      keys.add(`${fullName(unit.packageDecl?.name ?? '', atom.predicate)}/${atom.args.length}`);
    }
  }
  return keys;
}

function qualifyClause(clause: Clause, packageName: string, defined: ReadonlySet<string>): Clause {
  const head = rename(clause.head, fullName(packageName, clause.head.predicate));
  const premises = clause.premises.map((literal): Literal => {
    if (literal.kind === 'compare') return literal;
    const { predicate, args } = literal.atom;
    return { ...literal, atom: rename(literal.atom, resolveName(packageName, predicate, args.length, defined)) };
  });
  return { ...clause, head, premises };
}

function resolveName(packageName: string, name: string, arity: number, defined: ReadonlySet<string>): string {
  const own = fullName(packageName, name);
  return defined.has(`${own}/${arity}`) ? own : name;
}

function fullName(packageName: string, name: string): string {
  return packageName === '' ? name : `${packageName}.${name}`;
}

function rename(atom: Atom, predicate: string): Atom {
  return { ...atom, predicate };
}
