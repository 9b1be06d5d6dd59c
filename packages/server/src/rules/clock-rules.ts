import { type ast, parseDuration, type PredicateKey, type Program, type Rule } from '@manglecp/mangle';

/** Where the host states the evaluation time. */
const clockKeys: readonly PredicateKey[] = ['eval_time/1', 'eval_time_ms/1'];

/**
 * The rules that look at the evaluation time other than through the window of a premise: they call for it, read it, or
 * read what such rules derive from it.
 */
export function clockRulesOf({ rules }: Program): readonly Rule[] {
  const clocks = new Set(clockKeys);
  const found = new Set<Rule>();
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const rule of rules) {
      if (!readsClock(rule, clocks)) continue;
      found.add(rule);
      clocks.add(rule.predicate);
    }
  }
  return [...found];
}

function readsClock({ premises }: Rule, clocks: ReadonlySet<PredicateKey>): boolean {
  return premises.some((premise) => {
    if (premise.kind === 'compare') return [premise.left, premise.right].some(callsNow);
    return ('predicate' in premise && clocks.has(premise.predicate)) || premise.args.some(callsNow);
  });
}

function callsNow(term: ast.Term): boolean {
  return term.kind === 'apply' && (term.name === 'fn:time:now' || term.args.some(callsNow));
}

/** Functions that make a duration of a number, by how many nanoseconds one of it is. */
const units: Readonly<Record<string, bigint>> = {
  'fn:duration:from_nanos': 1n,
  'fn:duration:from_seconds': 1_000_000_000n,
  'fn:duration:from_minutes': 60_000_000_000n,
  'fn:duration:from_hours': 3_600_000_000_000n,
};

/** The durations that a rule names, in nanoseconds. */
export function durationsOf({ premises }: Rule): readonly bigint[] {
  return premises.flatMap((premise) => {
    if (premise.kind === 'compare') return [premise.left, premise.right].flatMap(durationsIn);
    return premise.args.flatMap(durationsIn);
  });
}

function durationsIn(term: ast.Term): readonly bigint[] {
  if (term.kind === 'constant') return term.value.kind === 'duration' ? [term.value.nanos] : [];
  if (term.kind !== 'apply') return [];
  const [arg] = term.args;
  const value = arg?.kind === 'constant' ? arg.value : undefined;
  if (term.name === 'fn:duration:parse' && value?.kind === 'string') {
    const parsed = parseDuration(value.text);
    return 'nanos' in parsed ? [parsed.nanos] : [];
  }
  const unit = Object.hasOwn(units, term.name) ? units[term.name] : undefined;
  if (unit !== undefined && value?.kind === 'number') return [value.value * unit];
  return term.args.flatMap(durationsIn);
}
