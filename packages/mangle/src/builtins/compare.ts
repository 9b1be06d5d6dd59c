import type { Value } from '../value/value.js';
import { type Holds, nanosOnIds, numericOnIds } from './compare-on-ids.js';
import { type Builtin, BuiltinError, type PredicateBuiltin } from './define.js';
import { kindNames, numericType, complaintOf, shortText } from './native.js';
import { noSolution, oneSolution, predicate } from './rows.js';

interface Comparison {
  readonly suffix: string;
  readonly sign: string;
  readonly holds: Holds;
}

const comparisons: readonly Comparison[] = [
  { suffix: 'lt', sign: '<', holds: (a, b) => a < b },
  { suffix: 'le', sign: '<=', holds: (a, b) => a <= b },
  { suffix: 'gt', sign: '>', holds: (a, b) => a > b },
  { suffix: 'ge', sign: '>=', holds: (a, b) => a >= b },
];

/** The order comparisons of numbers or floats, of times and of durations. */
export const compareBuiltins: readonly Builtin[] = comparisons.flatMap((comparison) => [
  numericComparison(comparison),
  predicate(`:time:${comparison.suffix}`, ['/time', '/time'], `X ${comparison.sign} Y for times`, comparison.holds, {
    onIds: nanosOnIds('time', comparison.holds),
  }),
  predicate(
    `:duration:${comparison.suffix}`,
    ['/duration', '/duration'],
    `X ${comparison.sign} Y for durations`,
    comparison.holds,
    { onIds: nanosOnIds('duration', comparison.holds) },
  ),
]);

/** Two numbers or two floats. A mix is refused, since rounding one to the other could answer wrongly. */
function numericComparison({ suffix, sign, holds }: Comparison): PredicateBuiltin {
  const name = `:${suffix}`;
  return {
    kind: 'predicate',
    name,
    summary: `X ${sign} Y for two numbers or two floats`,
    modes: ['+', '+'],
    params: [numericType, numericType],
    solve(inputs) {
      const [a, b] = inputs as readonly [Value, Value];
      if (a.kind === 'number' && b.kind === 'number') return holds(a.value, b.value) ? oneSolution : noSolution;
      if (a.kind === 'float64' && b.kind === 'float64') return holds(a.value, b.value) ? oneSolution : noSolution;
      throw refusal(name, a, b);
    },
    onIds: numericOnIds(holds),
  };
}

function refusal(name: string, a: Value, b: Value): BuiltinError {
  const wrong = [a, b].findIndex((value) => value.kind !== 'number' && value.kind !== 'float64');
  if (wrong !== -1) return complaintOf(name)(wrong === 0 ? a : b, 'a number', `argument ${wrong + 1}`);
  const float = a.kind === 'float64' ? a : b;
  return new BuiltinError(
    `${name}: cannot compare ${kindNames[a.kind]} with ${kindNames[b.kind]}: ${shortText(float)}; ` +
      'fn:float:plus(N) is N as a float64',
  );
}
