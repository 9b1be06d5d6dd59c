import { type ast, compareText, type Diagnostic, type PredicateKey, type Program, type Rule } from '@manglecp/mangle';

const recursionCodes: ReadonlySet<string> = new Set<Diagnostic['code']>([
  'temporal-recursion',
  'temporal-mutual-recursion',
  'future-recursion',
]);

/**
 * The temporal predicates whose recursion makes ever new intervals, so that it need not end (C-90). The engine warns of
 * every recursion through time; those that only pick from ends that are already there are harmless.
 */
export function unsafeTemporal(program: Program, diagnostics: readonly Diagnostic[]): readonly PredicateKey[] {
  const places = diagnostics
    .filter(({ code }) => recursionCodes.has(code))
    .flatMap(({ span, related }) => [span, ...related.map((each) => each.span)]);
  const circle = new Set(
    program.rules
      .filter(({ clause: { span } }) =>
        places.some(({ source, start }) => source === span.source && start >= span.start && start < span.end),
      )
      .map(({ predicate }) => predicate),
  );
  const isOpaque = (key: PredicateKey): boolean => circle.has(key) || isComputedPredicate(program, key);
  const unsafe = program.rules.filter((rule) => circle.has(rule.predicate) && makesTimes(rule, circle, isOpaque));
  return [...new Set(unsafe.map(({ predicate }) => predicate))].sort(compareText);
}

/** Whether a rule that reads its own circle makes an end of the interval that it derives. */
function makesTimes(rule: Rule, circle: ReadonlySet<PredicateKey>, isOpaque: (key: PredicateKey) => boolean): boolean {
  const { premises, interval } = rule;
  const isClosed = premises.some((premise) => 'predicate' in premise && circle.has(premise.predicate));
  if (interval === undefined || !isClosed) return false;
  const made = madeVariables(rule, isOpaque);
  return [interval.start, interval.end].some((end) => end.kind === 'variable' && made.has(end.name));
}

/**
 * The variables whose values need not be ends of stored intervals: results of functions, arguments of predicates of the
 * circle, whose rules may have computed them, and answers of predicates that are computed when asked.
 */
function madeVariables({ premises }: Rule, isOpaque: (key: PredicateKey) => boolean): ReadonlySet<string> {
  const opaque = premises.flatMap((premise) =>
    'predicate' in premise && isOpaque(premise.predicate) ? premise.args : [],
  );
  const made = new Set(opaque.flatMap(variableOf));
  const equations = premises.filter((premise) => premise.kind === 'compare').filter(({ operator }) => operator === '=');
  // Each round finds a variable or is the last one.
  for (let size = -1; size < made.size;) {
    size = made.size;
    for (const { left, right } of equations) {
      for (const name of makes(right, made) ? variableOf(left) : []) made.add(name);
      for (const name of makes(left, made) ? variableOf(right) : []) made.add(name);
    }
  }
  return made;
}

function variableOf(term: ast.Term): readonly string[] {
  return term.kind === 'variable' ? [term.name] : [];
}

/** Functions that give one of the times they are given. */
const pickers: ReadonlySet<string> = new Set(['fn:time:max', 'fn:time:min', 'fn:list', 'fn:list:get']);

function makes(term: ast.Term, made: ReadonlySet<string>): boolean {
  if (term.kind === 'variable') return made.has(term.name);
  return term.kind === 'apply' && (!pickers.has(term.name) || term.args.some((arg) => makes(arg, made)));
}

function isComputedPredicate({ predicates }: Program, key: PredicateKey): boolean {
  const info = predicates.get(key);
  return info?.isExternal === true || info?.isDeferred === true;
}
