import fc from 'fast-check';
import { type ClientFact, mangleText, type Query, type Wishes } from './graph.js';

export const isLong = process.env['MANGLE_LONG'] === '1';

/** How long a test with this many cases may take on a busy machine. */
export const patienceMs = isLong ? 3_600_000 : 600_000;

/** What is wrong with an answer: what was asked, expected and got, so that a person can ask it again. */
export function complaint(
  what: string,
  {
    facts,
    query,
    wishes = {},
  }: { readonly facts: readonly ClientFact[]; readonly query: Query; readonly wishes?: Wishes },
  { expected, got }: { readonly expected: unknown; readonly got: unknown },
): Error {
  const lines = [
    what,
    mangleText(facts),
    `asked:    ${JSON.stringify({ ...query, ...wishes })}`,
    `expected: ${show(expected)}`,
    `got:      ${show(got)}`,
  ];
  return new Error(lines.join('\n'));
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export interface ForAllOptions {
  /** Cases of `npm test`. */
  readonly runs: number;
  /** Cases of `npm run test:long`; ten times `runs` unless given. */
  readonly longRuns?: number;
}

/** Checks cases until one fails, and shows the smallest one that does. */
export async function forAll<Case>(
  cases: fc.Arbitrary<Case>,
  check: (given: Case) => Promise<void>,
  { runs, longRuns = 10 * runs }: ForAllOptions,
): Promise<void> {
  const found = await fc.check(fc.asyncProperty(cases, check), { numRuns: isLong ? longRuns : runs });
  if (!found.failed) return;
  const { seed, counterexamplePath, numRuns, numShrinks, errorInstance } = found;
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(
    `${reason}\n(case ${numRuns}, made smaller ${numShrinks} times; seed ${seed}, path ${counterexamplePath ?? ''})`,
    { cause: errorInstance },
  );
}
