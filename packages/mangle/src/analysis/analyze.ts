import { type Registry, standardRegistry } from '../builtins/registry.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../diagnostics/diagnostic.js';
import type { PredicateInfo, PredicateKey, Program } from '../program/program.js';
import type { Unit } from '../syntax/ast.js';
import { checkTypes } from '../types/check-types.js';
import { type Analysis, createAnalysis, type Predicate } from './analysis.js';
import { lint } from './lints/lints.js';
import { misnamedTypes } from './lints/misnamed-types.js';
import { passes } from './passes.js';

/** What types that exclude each other are: errors, warnings, or nothing because nobody looks for them. */
export type BoundsCheck = 'error' | 'warn' | 'off';

export interface AnalyzeOptions {
  /** The builtins the program may use; by default those of the language. */
  readonly registry?: Registry;
  /** How types are checked. By default `error`; with `warn` a program runs whatever its types are. */
  readonly bounds?: BoundsCheck;
  /** Whether to look for legal but doubtful code too. By default true. */
  readonly lints?: boolean;
}

export interface AnalyzeResult {
  /** Absent if there is an error. */
  readonly program?: Program;
  /** In source order. */
  readonly diagnostics: Diagnostic[];
}

/**
 * Checks parsed units as one program and puts it into the form that the evaluator runs. Reports all errors it can
 * find, each once, and never throws because of a program. INVARIANT: the units were parsed without errors.
 */
export function analyze(
  units: readonly Unit[],
  { registry = standardRegistry, bounds = 'error', lints = true }: AnalyzeOptions = {},
): AnalyzeResult {
  const analysis = createAnalysis(units, registry);
  for (const { run } of passes) run(analysis);
  const diagnostics = [...analysis.diagnostics];
  if (hasErrors(diagnostics)) return { diagnostics: sortDiagnostics(diagnostics) };
  const program = programOf(analysis);
  for (const each of typeDiagnostics(program, bounds)) diagnostics.push(each);
  if (hasErrors(diagnostics)) {
    // The one lint that explains errors of types.
    if (lints) diagnostics.push(...misnamedTypes(program));
    return { diagnostics: sortDiagnostics(diagnostics) };
  }
  if (lints) for (const each of lint(program)) diagnostics.push(each);
  return { program, diagnostics: sortDiagnostics(diagnostics) };
}

function typeDiagnostics(program: Program, bounds: BoundsCheck): readonly Diagnostic[] {
  if (bounds === 'off') return [];
  const found = checkTypes(program);
  return bounds === 'error' ? found : found.map((each) => ({ ...each, severity: 'warning' }));
}

function programOf({ units, registry, predicates, facts, batches, rules, strata }: Analysis): Program {
  const infos = new Map<PredicateKey, PredicateInfo>();
  for (const predicate of predicates.values()) infos.set(predicate.key, infoOf(predicate));
  return { units, registry, predicates: infos, facts, batches, rules, strata };
}

function infoOf({ key, name, arity, decl, isTemporal, descriptors, lattice, span }: Predicate): PredicateInfo {
  const { mode, isDeferred, isExternal } = descriptors;
  return {
    key,
    name,
    arity,
    isTemporal,
    isDeferred,
    isExternal,
    span,
    ...(decl === undefined ? {} : { decl }),
    ...(mode === undefined ? {} : { mode }),
    ...(lattice === undefined ? {} : { lattice }),
  };
}
