import { type Registry, standardRegistry } from '../builtins/registry.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../diagnostics/diagnostic.js';
import type { PredicateInfo, PredicateKey, Program } from '../program/program.js';
import type { Unit } from '../syntax/ast.js';
import { checkTypes } from '../types/check-types.js';
import { type Analysis, createAnalysis, type Predicate } from './analysis.js';
import { lint } from './lints/lints.js';
import { passes } from './passes.js';

export interface AnalyzeOptions {
  /** The builtins the program may use; by default those of the language. */
  readonly registry?: Registry;
  /** Whether types that exclude each other are errors; `off` leaves types unchecked. By default `error`. */
  readonly bounds?: 'error' | 'off';
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
  if (bounds === 'error') for (const each of checkTypes(program)) diagnostics.push(each);
  if (hasErrors(diagnostics)) return { diagnostics: sortDiagnostics(diagnostics) };
  if (lints) for (const each of lint(program)) diagnostics.push(each);
  return { program, diagnostics: sortDiagnostics(diagnostics) };
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
