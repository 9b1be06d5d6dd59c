import type { ast, PredicateKey, Program, Rule, Value } from '@manglecp/mangle';
import { clockRulesOf, durationsOf } from './clock-rules.js';

/**
 * How a rule looks at when facts hold: a fact comes into sight when its interval begins this long after the evaluation
 * time, and is lost to sight when its interval ends that long after it. Absent: it does not come, or stays.
 */
export interface Look {
  /** By column, what the facts must have there; undefined: anything. */
  readonly pattern: readonly (Value | undefined)[];
  readonly start?: bigint;
  readonly end?: bigint;
}

export type Looks = ReadonlyMap<PredicateKey, readonly Look[]>;

/** Everything in a program that depends on the evaluation time. */
export interface TimeLooks {
  /** At whether facts hold. */
  readonly intervals: Looks;
  /** At the instants at which facts begin and end. */
  readonly ends: Looks;
  /** At instants that are values of facts. */
  readonly values: Looks;
}

type Premise = Rule['premises'][number];
type Window = NonNullable<Extract<Premise, { readonly kind: 'temporal' }>['window']>;

/**
 * Reads how the rules of a program look at time. What a premise with a window sees depends on the time by itself. The ends
 * of an interval as values, and values that are instants, matter where a rule compares them with the time, or with the
 * time and some duration that such rules name.
 */
export function timeLooksOf(program: Program): TimeLooks {
  const [intervals, ends, values] = [new LookTable(), new LookTable(), new LookTable()];
  for (const premise of program.rules.flatMap(({ premises }) => premises)) {
    if (premise.kind === 'temporal' && premise.window !== undefined) {
      intervals.add(premise.predicate, premise.args, windowEnds(premise.window));
    }
  }
  const clockRules = clockRulesOf(program);
  const shifts = [...new Set([0n, ...clockRules.flatMap(durationsOf).flatMap((nanos) => [nanos, -nanos])])];
  const shifted = shifts.map((shift) => ({ start: shift, end: shift }));
  for (const premise of clockRules.flatMap(({ premises }) => premises)) {
    if (premise.kind === 'temporal' && premise.binds !== undefined) ends.add(premise.predicate, premise.args, shifted);
    if (premise.kind === 'temporal' || premise.kind === 'atom') values.add(premise.predicate, premise.args, shifted);
  }
  for (const { key, arity } of boundByTemplates(program)) {
    intervals.add(
      key,
      Array.from({ length: arity }, () => undefined),
      [{ start: 0n, end: 0n }],
    );
  }
  return { intervals: intervals.looks, ends: ends.looks, values: values.looks };
}

type Ends = Pick<Look, 'start' | 'end'>;

class LookTable {
  readonly looks = new Map<PredicateKey, Look[]>();

  add(predicate: PredicateKey, args: readonly (ast.Term | undefined)[], ends: readonly Ends[]): void {
    const known = this.looks.get(predicate) ?? [];
    const pattern = args.map((term) => (term?.kind === 'constant' ? term.value : undefined));
    for (const { start, end } of ends) {
      known.push({ pattern, ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) });
    }
    if (known.length > 0) this.looks.set(predicate, known);
  }
}

/** "At some moment" begins with the late end of the window and ends with the early one, "throughout" the other way. */
function windowEnds({ kind, from, to, isUnordered = false }: Window): readonly Ends[] {
  const [first, last] = kind === 'sometime' ? [to, from] : [from, to];
  const ends = [endsOf(first, last), ...(isUnordered ? [endsOf(last, first)] : [])];
  return ends.filter(({ start, end }) => start !== undefined || end !== undefined);
}

function endsOf(start: Window['to'], end: Window['to']): Ends {
  return {
    ...(start.kind === 'now' ? { start: start.offset } : {}),
    ...(end.kind === 'now' ? { end: end.offset } : {}),
  };
}

/** Temporal predicates that plans take values from: of the facts that hold at the evaluation time. */
function boundByTemplates({
  rules,
  facts,
  predicates,
}: Program): readonly { readonly key: PredicateKey; readonly arity: number }[] {
  const words = new Set(
    [...rules, ...facts]
      .filter(({ predicate }) => predicate === 'macro_step/4')
      .flatMap(({ clause }) => clause.head.args.flatMap(textsIn)),
  );
  return [...predicates.values()].filter(({ name, isTemporal }) => isTemporal && words.has(name));
}

function textsIn(term: ast.Term): readonly string[] {
  if (term.kind === 'apply') return term.args.flatMap(textsIn);
  return term.kind === 'constant' && term.value.kind === 'string' ? [term.value.text] : [];
}
