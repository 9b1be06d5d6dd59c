import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { closest } from '../diagnostics/suggest.js';
import type { Evaluation, Fact } from '../engine/evaluation.js';
import { EvaluationError, placeOf } from '../engine/evaluation-error.js';
import type { Atom } from '../syntax/ast.js';
import { parseAtom } from '../syntax/parser.js';
import { createSource } from '../text/source.js';
import { fromValue, type MangleOutput } from '../value/js.js';
import type { Value } from '../value/value.js';
import { CompileError } from './compile.js';

/** One fact that a goal matches, and what its variables are there. */
export interface Answer<N extends bigint | number = bigint> {
  readonly fact: Fact;
  readonly bindings: Readonly<Record<string, MangleOutput<N>>>;
}

export interface ReadOptions<Numbers extends 'bigint' | 'safe' = 'bigint' | 'safe'> {
  /** `safe` gives JavaScript numbers for integers that fit and bigints for the others. Bigints if absent. */
  readonly numbers?: Numbers;
}

/**
 * The answers to a goal such as `reach(/a, X)`, in the total order of values. Throws a `CompileError` for text that is
 * no atom, and an `EvaluationError` for a goal that the program knows nothing of.
 */
export function query(evaluation: Evaluation, goal: string, options?: ReadOptions<'bigint'>): Answer[];
export function query(evaluation: Evaluation, goal: string, options: ReadOptions): Answer<bigint | number>[];
export function query(evaluation: Evaluation, goal: string, options: ReadOptions = {}): Answer<bigint | number>[] {
  const atom = parseGoal(goal);
  return answersOf(atom, evaluation.query(atom), options);
}

/** Facts that a goal matches as the answers to it. */
export function answersOf(goal: Atom, facts: readonly Fact[], options?: ReadOptions<'bigint'>): Answer[];
export function answersOf(goal: Atom, facts: readonly Fact[], options: ReadOptions): Answer<bigint | number>[];
export function answersOf(goal: Atom, facts: readonly Fact[], options: ReadOptions = {}): Answer<bigint | number>[] {
  return facts.map((fact) => ({ fact, bindings: bindingsOf(goal, fact, options) }));
}

/**
 * The facts of one predicate (`edge/2` or `edge`) as JavaScript values, one array a fact. Throws an `EvaluationError` if
 * the program has no such predicate. Whole numbers are bigints, which `JSON.stringify` refuses: `numbers: 'safe'` avoids
 * them as far as possible, and `toJson` makes JSON of the values themselves.
 */
export function rows(evaluation: Evaluation, predicate: string, options?: ReadOptions<'bigint'>): MangleOutput[][];
export function rows(evaluation: Evaluation, predicate: string, options: ReadOptions): Output[][];
export function rows(evaluation: Evaluation, predicate: string, options: ReadOptions = {}): Output[][] {
  expectPredicate(evaluation, predicate);
  return evaluation.facts(predicate).map(({ args }) => args.map((value) => read(value, options)));
}

function expectPredicate({ program }: Evaluation, predicate: string): void {
  const infos = [...program.predicates.values()];
  if (infos.some(({ key, name }) => key === predicate || name === predicate)) return;
  const near = closest(
    predicate,
    infos.flatMap(({ key, name }) => [key, name]),
  );
  const message = `the program has no predicate \`${predicate}\``;
  const help = near === undefined ? undefined : `Did you mean \`${near}\`?`;
  throw new EvaluationError(diagnostic('unknown-predicate', placeOf(program), message, { help }));
}

/** Reads the text of a goal; throws a `CompileError` with the diagnostics if it is not an atom. */
export function parseGoal(text: string): Atom {
  const { node, diagnostics } = parseAtom(createSource('query', text));
  const errors: readonly Diagnostic[] = diagnostics.filter((each) => each.severity === 'error');
  if (node === undefined || errors.length > 0) throw new CompileError(diagnostics);
  return node;
}

type Output = MangleOutput<bigint | number>;

function bindingsOf({ args }: Atom, fact: Fact, options: ReadOptions): Record<string, Output> {
  const bindings: Record<string, Output> = {};
  args.forEach((arg, at) => {
    const value = fact.args[at];
    if (arg.kind === 'variable' && value !== undefined) bindings[arg.name] = read(value, options);
  });
  return bindings;
}

function read(value: Value, { numbers = 'bigint' }: ReadOptions): Output {
  return numbers === 'safe' ? fromValue(value, { numbers }) : fromValue(value);
}
