import { type Diagnostic, sortDiagnostics } from '../../diagnostics/diagnostic.js';
import type { Program } from '../../program/program.js';
import { constantKinds } from './constant-kinds.js';
import { createLintContext, type LintContext } from './context.js';
import { countNeverZero, wildcardInCount } from './counting.js';
import { duplicateFacts, duplicateRules } from './duplicates.js';
import { misnamedTypes } from './misnamed-types.js';
import { misspelledVariable } from './misspelled-variable.js';
import { missingBounds } from './missing-bounds.js';
import { neverFires, noProducer } from './never-fires.js';
import { productJoin } from './product-join.js';
import { ruleWithoutEffect } from './rule-without-effect.js';
import { selfComparison } from './self-comparison.js';
import { eternalOnly, joinOfInstants } from './times.js';
import { unboundedRecursion } from './unbounded-recursion.js';
import { valueAsVariable } from './value-as-variable.js';
import { variableUsedOnce } from './variable-used-once.js';

/** A check that finds legal but doubtful code; it never reports an error. */
type Lint = (context: LintContext) => Diagnostic[];

const lints: readonly Lint[] = [
  neverFires,
  noProducer,
  constantKinds,
  selfComparison,
  unboundedRecursion,
  countNeverZero,
  wildcardInCount,
  productJoin,
  variableUsedOnce,
  misspelledVariable,
  valueAsVariable,
  eternalOnly,
  joinOfInstants,
  duplicateFacts,
  duplicateRules,
  ruleWithoutEffect,
  ({ program }) => misnamedTypes(program),
];

/** Matters of taste, only on request. */
const pedanticLints: readonly Lint[] = [missingBounds];

export interface LintOptions {
  /** Also report what is only a matter of taste, such as declarations without types. */
  readonly pedantic?: boolean;
}

/** Warnings and hints about a correct program, in source order. */
export function lint(program: Program, { pedantic = false }: LintOptions = {}): Diagnostic[] {
  const context = createLintContext(program);
  const active = pedantic ? [...lints, ...pedanticLints] : lints;
  return sortDiagnostics(active.flatMap((each) => each(context)));
}
