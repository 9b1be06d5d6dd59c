import { caseText, type OverlayCase } from '../generate/overlay-case.js';
import { checkCase, type Failure } from './check-case.js';
import type { PrepareSync } from './prepared.js';
import { shrinkCase } from './shrink-case.js';
import { type Trait, traits, type Traits } from './traits.js';

/** What a failing case looks like once it is as small as it gets. */
export async function reportFailure(given: OverlayCase, prepare: PrepareSync): Promise<string> {
  const first = await failureOf(given, prepare);
  const smallest = await shrinkCase(given, async (each) => isAlike(await failureOf(each, prepare), first));
  const failure = await failureOf(smallest, prepare);
  return `${caseText(smallest)}\n${failure === undefined ? 'it fails only once' : failureText(failure)}`;
}

/** What a case does wrong; a defect that throws is a failure like others. */
export async function failureOf(given: OverlayCase, prepare: PrepareSync): Promise<Failure | undefined> {
  try {
    return (await checkCase(given, prepare)).failure;
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { what: 'a defect', expected: [], got: text.split('\n') };
  }
}

/** Whether a smaller case fails for what may be the same reason, at whatever step. */
function isAlike(one: Failure | undefined, other: Failure | undefined): boolean {
  return one !== undefined && other !== undefined && reasonOf(one) === reasonOf(other);
}

function reasonOf({ what, got }: Failure): string {
  const code = got.length === 1 && got[0]?.startsWith('failed') === true ? got[0] : '';
  return `${what.replaceAll(/\d+/g, 'N')} ${code}`;
}

function failureText({ what, expected, got }: Failure): string {
  const [missing, extra] = [
    expected.filter((line) => !got.includes(line)).map((line) => `  - ${line}\n`),
    got.filter((line) => !expected.includes(line)).map((line) => `  + ${line}\n`),
  ];
  return `${what}, expected (-) and got (+):\n${missing.join('')}${extra.join('')}`;
}

/** How many triples have each trait, in percent. */
export function sharesOf(triples: readonly Traits[]): ReadonlyMap<Trait, number> {
  const share = (trait: Trait): number => (100 * triples.filter((each) => each.has(trait)).length) / triples.length;
  return new Map(traits.map((trait) => [trait, share(trait)]));
}
