import { anyType, type FactInput, type MangleInput, type Row } from '@manglecp/mangle';
import type { CheckedFact, Violation } from '@manglecp/protocol';
import { Misfit } from './misfit.js';
import { readJson } from './read-json.js';
import type { WirePredicate } from './wire-predicates.js';

export interface ConvertedFacts {
  /** In the order of the request. */
  readonly facts: readonly FactInput[];
  /** Of each of them its place in the request, where others may stand before it. */
  readonly places: readonly number[];
  readonly violations: readonly Violation[];
}

/** The facts of a request as the engine takes them, and all that do not fit their declarations (Spec 03 §3). */
export function toFactInputs(
  facts: readonly CheckedFact[],
  predicates: ReadonlyMap<string, WirePredicate>,
): ConvertedFacts {
  const [inputs, places, violations]: [FactInput[], number[], Violation[]] = [[], [], []];
  for (const fact of facts) {
    const input = toFactInput(fact, predicates);
    if (input === undefined) continue;
    if ('violations' in input) {
      violations.push(...input.violations);
      continue;
    }
    inputs.push(input);
    places.push(fact.index);
  }
  return { facts: inputs, places, violations };
}

/** What is wrong with a fact: all of its arguments that do not fit. */
export interface UnfitFact {
  readonly violations: readonly Violation[];
}

/**
 * A checked fact as the engine takes it. Undefined for a predicate that clients may not assert: a lenient server accepts
 * such facts (C-18), and they must have no effect. Never throws because of what the fact says.
 */
export function toFactInput(
  fact: CheckedFact,
  predicates: ReadonlyMap<string, WirePredicate>,
): FactInput | UnfitFact | undefined {
  const predicate = predicates.get(fact.pred);
  if (predicate === undefined) return undefined;
  const { info, rows } = predicate;
  if (fact.args.length !== info.arity) return { violations: [arityViolation(fact, info.arity)] };
  if (fact.interval !== undefined && !info.isTemporal) return { violations: [timeViolation(fact)] };
  const args = readArgs(fact, rows);
  if ('violations' in args) return args;
  const { interval } = fact;
  return { predicate: info.name, args: args.values, ...(interval === undefined ? {} : { interval }) };
}

/** The arguments by the first row of bounds that they fit; if there is none, what is wrong by the row that goes furthest. */
function readArgs(fact: CheckedFact, rows: readonly Row[]): { readonly values: readonly MangleInput[] } | UnfitFact {
  let furthest: readonly Placed[] | undefined;
  for (const row of rows) {
    const { values, misfits } = readRow(fact, row);
    const [first] = misfits;
    if (first === undefined) return { values };
    if (first.at > (furthest?.[0]?.at ?? -1)) furthest = misfits;
  }
  furthest ??= [{ at: 0, misfit: new Misfit('type_mismatch', 'nothing', 'a fact') }];
  return { violations: furthest.map((placed) => argumentViolation(fact, placed)) };
}

/** What is wrong with the argument at an index. */
interface Placed {
  readonly at: number;
  readonly misfit: Misfit;
}

function readRow(
  { args }: CheckedFact,
  row: Row,
): { readonly values: readonly MangleInput[]; readonly misfits: readonly Placed[] } {
  const [values, misfits]: [MangleInput[], Placed[]] = [[], []];
  for (const [at, json] of args.entries()) {
    const read = readJson(json, row[at] ?? anyType);
    if (read instanceof Misfit) misfits.push({ at, misfit: read });
    else values.push(read);
  }
  return { values, misfits };
}

function argumentViolation({ index, pred }: CheckedFact, { at, misfit }: Placed): Violation {
  const { issue, expected, actual } = misfit;
  // Who does not know the language of rules does not know what it calls a name.
  const example = expected === 'name' ? ' such as `/a/b`' : '';
  return {
    fact_index: index,
    predicate: pred,
    issue,
    message: `expected ${expected}${example} in argument ${at + 1} of \`${pred}\`, got ${actual}`,
    argument_index: at,
    ...(issue === 'type_mismatch' ? { expected_type: expected, actual_type: actual } : {}),
  };
}

function arityViolation({ index, pred, args }: CheckedFact, arity: number): Violation {
  return {
    fact_index: index,
    predicate: pred,
    issue: 'arity_mismatch',
    message: `expected ${arity} arguments of \`${pred}\`, got ${args.length}`,
    expected_arity: arity,
    actual_arity: args.length,
  };
}

function timeViolation({ index, pred }: CheckedFact): Violation {
  return {
    fact_index: index,
    predicate: pred,
    issue: 'temporal_not_allowed',
    message: `\`${pred}\` is not temporal, so its facts have no \`t\``,
  };
}
