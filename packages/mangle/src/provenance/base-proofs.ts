import type { Derivation, Proof, ProofPremise } from './proof.js';

/** A proof that all evaluations on one base have in common, and what the search for it would take, at most. */
export interface KeptProof {
  readonly proof: Proof;
  /** How many levels of facts below it have to be proved. */
  readonly height: number;
  /** Facts that have to be proved, itself included. */
  readonly facts: number;
  /** Steps of the search. */
  readonly steps: number;
}

/** A proof that was found, with the steps of the search for it alone. */
export interface FoundProof {
  /** The number of the predicate. */
  readonly number: number;
  readonly row: number;
  readonly proof: Proof;
  readonly steps: number;
}

/**
 * The proofs of a base's facts that the facts of requests have no part in. All searches on the base may use them, so
 * nobody changes them any more, and they hold nothing of any request.
 */
export class BaseProofs {
  /** By the number of the predicate, then by row. */
  readonly #leaves: (Map<number, Proof> | undefined)[] = [];
  readonly #proofs: (Map<number, KeptProof> | undefined)[] = [];
  readonly #known = new Map<Proof, KeptProof>();
  #weight = 0;

  /** The proofs of given facts of a predicate, by row. */
  leaves(number: number): ReadonlyMap<number, Proof> {
    return (this.#leaves[number] ??= new Map<number, Proof>());
  }

  /** The proofs of derived facts of a predicate, by row. They lean only on proofs that are kept here, too. */
  proofs(number: number): ReadonlyMap<number, KeptProof> {
    return (this.#proofs[number] ??= new Map<number, KeptProof>());
  }

  keepLeaf(number: number, row: number, proof: Proof): void {
    (this.#leaves[number] ??= new Map<number, Proof>()).set(row, proof);
    this.#weight++;
  }

  /** Keeps what one search has found; all that these proofs lean on must be among them, or kept, or given. */
  keep(found: readonly FoundProof[]): void {
    if (found.length > 0) {
      const places = new Map(found.map((each) => [each.proof, each]));
      for (const each of found) this.#keep(each, places, 0);
    }
    if (this.#weight > maxWeight) this.#clear();
  }

  /** Undefined for a proof that is too high to be kept. */
  #keep(found: FoundProof, places: ReadonlyMap<Proof, FoundProof>, level: number): KeptProof | undefined {
    const { proof, number, row } = found;
    const known = this.#known.get(proof);
    if (known !== undefined || level > maxHeight) return known;
    let [height, facts, { steps }] = [0, 1, found];
    for (const below of new Set(proof.derivations.flatMap(premisesOf).flatMap(proofsOf))) {
      const place = places.get(below);
      const kept = place === undefined ? this.#known.get(below) : this.#keep(place, places, level + 1);
      if (kept === undefined && place !== undefined) return undefined;
      if (kept === undefined) continue;
      height = Math.max(height, kept.height + 1);
      facts += kept.facts;
      steps += kept.steps;
    }
    const kept: KeptProof = { proof, height, facts, steps };
    this.#known.set(proof, kept);
    (this.#proofs[number] ??= new Map<number, KeptProof>()).set(row, kept);
    this.#weight += weightOf(proof);
    return kept;
  }

  #clear(): void {
    for (const leaves of this.#leaves) leaves?.clear();
    for (const proofs of this.#proofs) proofs?.clear();
    this.#known.clear();
    this.#weight = 0;
  }
}

/** Proofs higher than this are searched for each time. */
const maxHeight = 64;

/** When more than this is kept, a few hundred bytes each, all is dropped. */
const maxWeight = 50_000;

function weightOf({ derivations }: Proof): number {
  let weight = 1;
  for (const derivation of derivations) weight += premisesOf(derivation).length;
  return weight;
}

function premisesOf({ premises, rows }: Derivation): readonly ProofPremise[] {
  return rows === undefined ? premises : rows.flatMap((row) => row.premises);
}

function proofsOf(premise: ProofPremise): readonly Proof[] {
  if (premise.kind === 'proof') return [premise.proof];
  return premise.kind === 'cover' ? premise.proofs : [];
}

const known = new WeakMap<object, BaseProofs>();

/** What is kept for a base. A changed base is another one. */
export function proofsOfBase(base: object): BaseProofs {
  let proofs = known.get(base);
  if (proofs === undefined) {
    proofs = new BaseProofs();
    known.set(base, proofs);
  }
  return proofs;
}
