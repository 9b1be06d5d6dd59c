import type { FoundProof } from './base-proofs.js';
import { knotsOf } from './circles.js';
import type { Slot } from './explainer.js';
import type { Derivation, Omission, Proof, ProofKind } from './proof.js';
import { proofsBehind } from './render.js';

/** A proof under construction. */
export interface Draft extends Proof {
  kind: ProofKind;
  derivations: readonly Derivation[];
  omitted?: Omission;
}

/** A fact in the queue of a search. */
export interface Pending extends FoundProof {
  readonly slot: Slot;
  readonly proof: Draft;
  readonly depth: number;
  /** What the search for this proof alone took. */
  steps: number;
}

/**
 * Leaves out derivations that go in circles. Where facts lean on each other, a fact may lean only on those that came
 * before it, or in the same round at an earlier place; what is not in a circle stays.
 */
export function cutCircles(queue: readonly Pending[], placeOf: PlaceInRound): void {
  const places = new Map(queue.map((each) => [each.proof as Proof, each]));
  const proofs = [...places.keys()];
  const knots = knotsOf(proofs, ({ derivations }) => derivations.flatMap(proofsBehind));
  for (const { proof } of queue) {
    const isSound = (below: Proof): boolean =>
      knots.get(below) !== knots.get(proof) || isEarlier(places.get(below), places.get(proof), placeOf);
    const kept = proof.derivations.filter((derivation) => proofsBehind(derivation).every(isSound));
    const circular = proof.derivations.length - kept.length;
    proof.derivations = kept;
    if (circular > 0) proof.omitted = { isLimited: proof.omitted?.isLimited ?? false, circular };
  }
}

/** The place of a fact among those of its round, where the search has put them in an order. */
export type PlaceInRound = (pending: Pending, stamp: number) => number | undefined;

/** The order agrees with that in which the first derivation of each fact was found. */
function isEarlier(one: Pending | undefined, other: Pending | undefined, placeOf: PlaceInRound): boolean {
  if (one === undefined || other === undefined) return true;
  const [a, b] = [one.slot.view.stamp(one.row), other.slot.view.stamp(other.row)];
  if (a !== b) return a < b;
  const [place, otherPlace] = [placeOf(one, a) ?? -1, placeOf(other, b) ?? -1];
  if (place !== otherPlace) return place < otherPlace;
  return one.slot === other.slot ? one.row < other.row : one.slot.number < other.slot.number;
}
