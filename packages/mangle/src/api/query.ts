import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Evaluation, Fact } from '../engine/evaluation.js';
import type { Atom } from '../syntax/ast.js';
import { parseAtom } from '../syntax/parser.js';
import { createSource } from '../text/source.js';
import { fromValue, type MangleOutput } from '../value/js.js';
import { CompileError } from './compile.js';

/** One fact that a goal matches, and what its variables are there. */
export interface Answer {
  readonly fact: Fact;
  readonly bindings: Readonly<Record<string, MangleOutput>>;
}

export interface ReadOptions {
  /** `safe` gives JavaScript numbers for integers that fit and bigints for the others. Bigints if absent. */
  readonly numbers?: 'bigint' | 'safe';
}

/** The answers to a goal such as `reach(/a, X)`, in the total order of values. Throws a `CompileError` for bad text. */
export function query(evaluation: Evaluation, goal: string, options: ReadOptions = {}): Answer[] {
  const atom = parseGoal(goal);
  return evaluation.query(atom).map((fact) => ({ fact, bindings: bindingsOf(atom, fact, options) }));
}

/** The facts of one predicate (`edge/2` or `edge`) as JavaScript values, one array a fact. */
export function rows(evaluation: Evaluation, predicate: string, options: ReadOptions = {}): MangleOutput[][] {
  return evaluation.facts(predicate).map(({ args }) => args.map((value) => read(value, options)));
}

/** Reads the text of a goal; throws a `CompileError` with the diagnostics if it is not an atom. */
export function parseGoal(text: string): Atom {
  const { node, diagnostics } = parseAtom(createSource('query', text));
  const errors: readonly Diagnostic[] = diagnostics.filter((each) => each.severity === 'error');
  if (node === undefined || errors.length > 0) throw new CompileError(diagnostics);
  return node;
}

function bindingsOf({ args }: Atom, fact: Fact, options: ReadOptions): Record<string, MangleOutput> {
  const bindings: Record<string, MangleOutput> = {};
  args.forEach((arg, at) => {
    const value = fact.args[at];
    if (arg.kind === 'variable' && value !== undefined) bindings[arg.name] = read(value, options);
  });
  return bindings;
}

function read(value: Fact['args'][number], { numbers = 'bigint' }: ReadOptions): MangleOutput {
  return numbers === 'safe' ? (fromValue(value, { numbers }) as MangleOutput) : fromValue(value);
}
