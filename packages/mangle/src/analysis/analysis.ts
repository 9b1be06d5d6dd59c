import type { Registry } from '../builtins/registry.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Lattice, PredicateKey, ProgramBatch, Rule, SourceFact, Stratum } from '../program/program.js';
import type { Atom, Clause, Decl, Unit } from '../syntax/ast.js';
import { positionAt, type Span } from '../text/source.js';

/**
 * What the passes know so far. Each pass reads what earlier ones left and adds its own part; `passes.ts` has the order.
 */
export interface Analysis {
  readonly units: readonly Unit[];
  readonly registry: Registry;
  readonly diagnostics: Diagnostic[];
  /** Clauses and declarations of all units in source order, with qualified names. */
  readonly items: ScopedItem[];
  readonly predicates: Map<PredicateKey, Predicate>;
  /** Clauses with an error: later passes leave them out, so that one mistake is reported once. */
  readonly broken: Set<Clause>;
  readonly facts: SourceFact[];
  /** Facts that were read in bulk, with qualified names. */
  readonly batches: ProgramBatch[];
  readonly rules: Rule[];
  readonly strata: Stratum[];
}

export type ScopedItem = ScopedClause | ScopedDecl;

/** A clause whose predicates have their qualified names; spans still point to what was written. */
export interface ScopedClause {
  readonly kind: 'clause';
  readonly clause: Clause;
  readonly scope: PackageScope;
}

export interface ScopedDecl {
  readonly kind: 'decl';
  readonly decl: Decl;
  readonly scope: PackageScope;
}

/** One package: all units with its name together. The default package has the empty name. */
export interface PackageScope {
  readonly name: string;
  readonly uses: ReadonlySet<string>;
  /** What heads and declarations of the package define, as written there. */
  readonly definedKeys: ReadonlySet<PredicateKey>;
  readonly definedNames: ReadonlySet<string>;
}

/** A declared or produced predicate, while it is being put together. */
export interface Predicate {
  readonly key: PredicateKey;
  readonly name: string;
  readonly arity: number;
  readonly scope: PackageScope;
  readonly decl?: Decl;
  readonly descriptors: Descriptors;
  readonly span: Span;
  readonly clauses: Clause[];
  isTemporal: boolean;
  /** All its facts and rules hold forever, so that it may also be used without times. */
  isEternal: boolean;
  lattice?: Lattice;
}

export type ModeSign = '+' | '-' | '?';

/** The meaning of a `descr` block. */
export interface Descriptors {
  readonly mode?: readonly ModeSign[];
  readonly isDeferred: boolean;
  readonly isExternal: boolean;
  readonly isPrivate: boolean;
  /** The prefix of `reflects(/prefix)`. */
  readonly reflects?: string;
  readonly fundeps: readonly Atom[];
  readonly merge?: Atom;
}

export const noDescriptors: Descriptors = { isDeferred: false, isExternal: false, isPrivate: false, fundeps: [] };

export function createAnalysis(units: readonly Unit[], registry: Registry): Analysis {
  return {
    units,
    registry,
    diagnostics: [],
    items: [],
    predicates: new Map(),
    broken: new Set(),
    facts: [],
    batches: [],
    rules: [],
    strata: [],
  };
}

/** Records a diagnostic; an error about a clause takes the clause out of later passes. */
export function report(analysis: Analysis, found: Diagnostic, clause?: Clause): void {
  analysis.diagnostics.push(found);
  if (clause !== undefined && found.severity === 'error') analysis.broken.add(clause);
}

export function allClauses({ items }: Analysis): ScopedClause[] {
  return items.filter((item) => item.kind === 'clause');
}

export function allDecls({ items }: Analysis): ScopedDecl[] {
  return items.filter((item) => item.kind === 'decl');
}

/** The clauses in which no earlier pass found an error. */
export function soundClauses(analysis: Analysis): ScopedClause[] {
  return allClauses(analysis).filter(({ clause }) => !analysis.broken.has(clause));
}

/** `file.mg:12`, as messages name the other party. */
export function placeOf({ source, start }: Span): string {
  return `${source.name}:${positionAt(source, start).line}`;
}
