import type { Evaluation, Fact } from '../../src/engine/evaluation.js';
import type { FactInput } from '../../src/engine/host-facts.js';
import { valueKey } from '../../src/naive/intern.js';
import { ProofChecker } from '../../src/provenance/check-proof.js';
import { explain } from '../../src/provenance/explain.js';
import { factText } from '../../src/provenance/render.js';
import { toValue } from '../../src/value/js.js';
import type { Random } from '../generate/random.js';

/** How many facts of an evaluation are proved. */
const sampleSize = 5;

const complete = { maxRows: Infinity, maxDepth: Infinity } as const;

/** The facts of an evaluation, after some of them were proved and their proofs replayed; `given` came from the host. */
export function provedFacts(evaluation: Evaluation, given: readonly FactInput[], random: Random): readonly Fact[] {
  const facts = evaluation.facts();
  const known = new Set(
    given.map(({ predicate, args }) =>
      atomKey(
        predicate,
        args.map((arg) => toValue(arg)),
      ),
    ),
  );
  // Intervals of one atom are merged, so it is the atom that was given.
  const isGiven = ({ name, args }: Fact): boolean => known.has(atomKey(name, args));
  const checker = new ProofChecker(evaluation, { isGiven });
  for (const fact of random.shuffle(facts).slice(0, sampleSize)) {
    const proof = explain(evaluation, fact, complete);
    if (proof === undefined) throw new Error(`no proof of ${factText(fact)}`);
    const { problems } = checker.check(proof);
    if (problems.length > 0) throw new Error(`the proof of ${factText(fact)} is wrong: ${problems.join('; ')}`);
  }
  return facts;
}

function atomKey(predicate: string, args: Fact['args']): string {
  return `${predicate} ${args.map(valueKey).join(' ')}`;
}
