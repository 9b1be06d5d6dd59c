import { anyType, type FactInput, type MangleInput, type Row } from '@manglecp/mangle';
import type { CheckedFact, Violation } from '@manglecp/protocol';
import { Misfit } from './misfit.js';
import { readJson } from './read-json.js';
import type { WirePredicate } from './wire-predicates.js';

export interface ConvertedFacts {
  /** In the order of the request. */
  readonly facts: readonly FactInput[];
  readonly violations: readonly Violation[];
}

/** The facts of a request as the engine takes them, and all that do not fit their declarations (Spec 03 §3). */
export function toFactInputs(
  facts: readonly CheckedFact[],
  predicates: ReadonlyMap<string, WirePredicate>,
): ConvertedFacts {
  const [inputs, violations]: [FactInput[], Violation[]] = [[], []];
  for (const fact of facts) {
    const input = toFactInput(fact, predicates);
    if (input === undefined) continue;
    if ('issue' in input) violations.push(input);
    else inputs.push(input);
  }
  return { facts: inputs, violations };
}

/**
 * A checked fact as the engine takes it. Undefined for a predicate that clients may not assert: a lenient server accepts
 * such facts (C-18), and they must have no effect. Never throws because of what the fact says.
 */
export function toFactInput(
  fact: CheckedFact,
  predicates: ReadonlyMap<string, WirePredicate>,
): FactInput | Violation | undefined {
  const predicate = predicates.get(fact.pred);
  if (predicate === undefined) return undefined;
  const { info, rows } = predicate;
  if (fact.args.length !== info.arity) return arityViolation(fact, info.arity);
  if (fact.interval !== undefined && !info.isTemporal) return timeViolation(fact);
  const args = readArgs(fact, rows);
  if ('issue' in args) return args;
  const { interval } = fact;
  return { predicate: info.name, args: args.values, ...(interval === undefined ? {} : { interval }) };
}

/** The arguments by the first row of bounds that they fit; if there is none, what is wrong by the row that goes furthest. */
function readArgs(fact: CheckedFact, rows: readonly Row[]): { readonly values: readonly MangleInput[] } | Violation {
  let furthest: { readonly at: number; readonly misfit: Misfit } | undefined;
  for (const row of rows) {
    const read = readRow(fact, row);
    if (!('misfit' in read)) return read;
    if (furthest === undefined || read.at > furthest.at) furthest = read;
  }
  return argumentViolation(
    fact,
    furthest?.at ?? 0,
    furthest?.misfit ?? new Misfit('type_mismatch', 'nothing', 'a fact'),
  );
}

function readRow(
  { args }: CheckedFact,
  row: Row,
): { readonly values: readonly MangleInput[] } | { readonly at: number; readonly misfit: Misfit } {
  const values: MangleInput[] = [];
  for (const [at, json] of args.entries()) {
    const read = readJson(json, row[at] ?? anyType);
    if (read instanceof Misfit) return { at, misfit: read };
    values.push(read);
  }
  return { values };
}

function argumentViolation({ index, pred }: CheckedFact, at: number, { issue, expected, actual }: Misfit): Violation {
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
