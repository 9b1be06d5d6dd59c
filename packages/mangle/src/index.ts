// Text to program.
export { createSource, positionAt, type Position, type Source, type Span } from './text/source.js';
export { parse, parseAtom, parseClause, parseTerm } from './syntax/parser.js';
export { analyze, type AnalyzeOptions, type AnalyzeResult, type BoundsCheck } from './analysis/analyze.js';
export {
  compile,
  CompileError,
  compileOrThrow,
  type CompileOptions,
  type CompileResult,
  type SourceInput,
} from './api/compile.js';
export type { PredicateInfo, PredicateKey, Program, Rule } from './program/program.js';
export type * as ast from './syntax/ast.js';

// Program back to text.
export { printAtom, printClause, printTerm } from './syntax/print-source.js';
export { formatSource, formatUnit } from './syntax/format.js';

// Program to facts.
export { evaluate, evaluateSync, type AsyncEvaluateOptions, type EvaluateOptions } from './engine/evaluate.js';
export { Evaluation, type Fact } from './engine/evaluation.js';
export type { Execution } from './engine/plan-runner.js';
export {
  type BaseChange,
  prepare,
  Prepared,
  type PrepareOptions,
  prepareSync,
  type RequestOptions,
} from './engine/prepared.js';
export { loadPrepared } from './engine/load-prepared.js';
export type { FactChange } from './engine/watch.js';
export { EvaluationError, type Producer } from './engine/evaluation-error.js';
export { fact, factDuring, type FactInput, type InstantInput } from './engine/host-facts.js';
export { readFacts } from './facts/read-facts.js';
export type { FactFile, FactFormat, FactsRead } from './facts/fact-file.js';
export { type ColumnFact, writeSimpleColumn } from './facts/write-simple-column.js';
export type { FactBatch } from './value/fact-batch.js';
export type { Limits } from './engine/budget.js';
export type { External, ExternalCall, ExternalRows, Externals } from './engine/external.js';
export { type Answer, parseGoal, query, type ReadOptions, rows } from './api/query.js';

// Facts to reasons.
export { explain, explainAll, type ExplainOptions } from './provenance/explain.js';
export type { Binding, Derivation, Omission, Proof, ProofKind, ProofPremise, ProofRow } from './provenance/proof.js';
export { factText, readableFactText, renderProof, type RuleText } from './provenance/render.js';
export { premiseText } from './provenance/premise-text.js';
export { proofToDot } from './provenance/proof-dot.js';
export { type JsonProof, proofToJson } from './provenance/proof-json.js';
export { proofToSvg } from './provenance/proof-svg.js';
export { checkProof, type CheckOptions, type ProofCheck, ProofChecker } from './provenance/check-proof.js';
export { whyNot, type WhyNotOptions } from './provenance/why-not.js';
export type { FailureReason, Misspelling, RuleFailure, WhyNot, WhyNotVerdict } from './provenance/why-not-result.js';
export { renderWhyNot } from './provenance/why-not-text.js';
export { type JsonWhyNot, whyNotToJson } from './provenance/why-not-json.js';
export { checkWhyNot, type WhyNotCheck, WhyNotChecker, type WhyNotCheckOptions } from './provenance/check-why-not.js';
export {
  coverage,
  type CoverageOptions,
  type CoverageStatus,
  coverageToJson,
  type JsonCoverage,
  renderCoverage,
  type RuleCoverage,
} from './provenance/coverage.js';
export { Profile, type RuleProfile, type StratumProfile } from './engine/profile.js';
export { type JsonProfile, profileToJson, renderProfile } from './provenance/profile-text.js';

// Values.
export type { Value, ValueKind } from './value/value.js';
export { compareValues, equalValues } from './value/compare.js';
export {
  Duration,
  duration,
  Exact,
  exact,
  Float,
  float,
  fromValue,
  type MangleInput,
  type MangleOutput,
  Name,
  name,
  Pair,
  pair,
  Time,
  time,
  toValue,
} from './value/js.js';
export { type JsonValue, toJson } from './value/to-json.js';
export { formatTime, parseTime } from './value/time-text.js';
export { type DurationOptions, type DurationResult, formatDuration, parseDuration } from './value/duration-text.js';
export { compareText } from './text/order.js';
export { intervalText, oracleText, readableText, sourceIntervalText, sourceText } from './value/format.js';

// Types as programs declare them.
export { declaredRows } from './types/declared-rows.js';
export { anyType, type BasicKind, fieldOf, type Row, type Type, unionOf } from './types/type.js';

// Builtins, and functions of the host beside them.
export { type HostFunction, hostFunction } from './api/host-function.js';
export { createRegistry, type Registry, standardBuiltins, standardRegistry } from './builtins/registry.js';
export type { Builtin, FunctionBuiltin, PredicateBuiltin, ReducerBuiltin } from './builtins/define.js';

// Diagnostics.
export type { Diagnostic, Edit, Fix, RelatedPlace } from './diagnostics/diagnostic.js';
export { hasErrors, sortDiagnostics } from './diagnostics/diagnostic.js';
export { type DiagnosticCode, diagnosticSpecs, type Severity, type Stage } from './diagnostics/codes.js';
export { renderDiagnostic, renderDiagnostics, type RenderOptions } from './diagnostics/render.js';
export { diagnosticToJson, type JsonDiagnostic } from './diagnostics/json.js';
export { type SarifLog, toSarif } from './diagnostics/sarif.js';
export { applicableFixes, applyFixes, applyFixesToAll } from './diagnostics/apply-fix.js';
