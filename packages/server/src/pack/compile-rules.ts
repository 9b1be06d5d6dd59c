import { type ast, compile, type Diagnostic, parse, type Program, type Rule, type Source } from '@manglecp/mangle';
import { mentionsOf, nameOf } from './mentions.js';
import { type Origin, packOrigins } from './origin.js';
import { checkOwnership, type Ownership } from './ownership.js';
import { emptyPolicyFiles } from './policy-layer.js';
import { diagnosticProblem, placedProblem, type Problem } from './problem.js';
import type { RuleSource } from './rule-source.js';
import { policyDigest, schemaDigest } from './schema-digest.js';
import { selfExtending } from './self-extending.js';
import { isSaidBetter } from './temporal-recursion.js';

/** The rules of kernel and pack as one program. */
export interface CompiledRules {
  readonly program: Program;
  readonly ownership: Ownership;
  readonly schemaDigest: string;
  readonly policyDigest: string;
  /** Rules that extend their own intervals without end. */
  readonly selfExtending: readonly Rule[];
  /** The names of the predicates that the pack's policy has clauses for. */
  readonly policyPredicates: ReadonlySet<string>;
  /** What the pack's own files are warned of, and what is an error because it stands in policy. */
  readonly doubts: readonly Problem[];
  readonly originOf: (source: Source) => Origin;
}

/** Compiles rule files as one program and checks who wrote what. Undefined, with problems reported, if that fails. */
export function compileRules(
  rules: readonly RuleSource[],
  report: (problem: Problem) => void,
): CompiledRules | undefined {
  const origins = new Map(rules.map(({ source, origin }) => [source, origin]));
  const originOf = (source: Source): Origin => origins.get(source) ?? packOrigins.facts;
  const { program, diagnostics } = compile(rules.map(({ source }) => source));
  const units =
    program?.units ?? rules.filter(({ origin }) => origin.layer !== 'facts').map(({ source }) => parse(source).unit);
  const ownership = checkOwnership(units, originOf);
  const broken = new Set(diagnostics.filter(isError).map(({ span }) => span.source));
  const problems = [
    ...ownership.problems,
    ...units.filter(({ source }) => originOf(source).layer === 'facts').flatMap(nonFacts),
    ...emptyPolicyFiles(units, originOf, (source) => broken.has(source)),
    ...diagnostics.filter((each) => isError(each) && !isToldAsOwnership(each, originOf)).map(diagnosticProblem),
  ];
  for (const problem of problems) report(problem);
  if (program === undefined || problems.length > 0) return undefined;
  const endless = selfExtending(program);
  return {
    program,
    ownership,
    originOf,
    schemaDigest: schemaDigest(units, originOf),
    policyDigest: policyDigest(units, originOf),
    selfExtending: endless,
    policyPredicates: policyPredicates(units, originOf),
    doubts: diagnostics
      .map((each) => asSeriousAs(originOf(each.span.source), each))
      .filter(({ severity, span }) => severity !== 'hint' && !originOf(span.source).isKernel)
      .filter((each) => !isSaidBetter(each, endless))
      .map(diagnosticProblem),
  };
}

/**
 * In policy some doubts are more than elsewhere. A condition that can never hold prohibits nothing. A variable that joins
 * nothing may permit to all what was meant for one, and a time that only facts for ever have may pass over all others.
 */
const inPolicy: Readonly<Record<string, Diagnostic['severity']>> = {
  'never-fires': 'error',
  'name-or-string': 'error',
  'constant-never-matches': 'error',
  'value-as-variable': 'error',
  'variable-used-once': 'warning',
  'eternal-only': 'warning',
};

function asSeriousAs({ layer }: Origin, each: Diagnostic): Diagnostic {
  const severity = layer === 'policy' ? inPolicy[each.code] : undefined;
  return severity === undefined ? each : { ...each, severity };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}

/** Of a predicate that two layers declare, the lower one was told that it does not own it. */
function isToldAsOwnership({ code, span, related }: Diagnostic, originOf: (source: Source) => Origin): boolean {
  const ranks = new Set([span, ...related.map((each) => each.span)].map(({ source }) => originOf(source).rank));
  return code === 'duplicate-declaration' && ranks.size > 1;
}

function nonFacts({ items }: ast.Unit): readonly Problem[] {
  return items.flatMap((item) => {
    if (item.kind === 'clause' && item.arrow === undefined) return [];
    const what = item.kind === 'decl' ? 'declarations belong into the schema' : 'rules belong into the domain';
    return [placedProblem('not-a-fact', item.span, `${what}, here are only facts`, 'Move it to that layer.')];
  });
}

/** That policy speaks about something is seen in its text, never in what it derives. */
function policyPredicates(units: readonly ast.Unit[], originOf: (source: Source) => Origin): ReadonlySet<string> {
  const mentions = units.filter(({ source }) => originOf(source) === packOrigins.policy).flatMap(mentionsOf);
  return new Set(mentions.filter(({ item }) => item.kind === 'clause').map(({ key }) => nameOf(key)));
}
