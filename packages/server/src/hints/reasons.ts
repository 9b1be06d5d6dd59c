import type { Derivation, Evaluation, Proof, ProofPremise } from '@manglecp/mangle';
import { textOf } from '../facts/relation.js';
import type { PredicateRoles } from './predicate-roles.js';
import { type AnswerProofs, proveOffer } from './tool-proofs.js';

/** A fact that a hint may show, or that a tool is offered, which its own proofs say. */
export type Reason =
  { readonly kind: 'fact'; readonly proof: Proof } | { readonly kind: 'tool'; readonly name: string };

/** What stands directly below a fact. */
export interface Below {
  readonly reasons: readonly Reason[];
  /** Something was cut off that nobody may see, so the values of the fact may come from there. */
  readonly isCut: boolean;
}

const nothing: Below = { reasons: [], isCut: false };
const cutOff: Below = { reasons: [], isCut: true };

/**
 * Proofs as hints tell them: without the steps of the server's own rules, and without policy and what depends on it
 * alone (C-54). One for each answer.
 */
export class Reasons {
  readonly roles: PredicateRoles;
  readonly #evaluation: Evaluation;
  readonly #proofs: AnswerProofs;
  readonly #below = new Map<Proof, Below>();
  readonly #cut = new Map<Proof, boolean>();
  readonly #offers = new Map<string, readonly Proof[]>();

  constructor(roles: PredicateRoles, evaluation: Evaluation, proofs: AnswerProofs) {
    this.roles = roles;
    this.#evaluation = evaluation;
    this.#proofs = proofs;
  }

  below(proof: Proof): Below {
    let below = this.#below.get(proof);
    if (below === undefined) {
      const [derivation] = proof.derivations;
      below = derivation === undefined ? nothing : this.#belowBy(derivation);
      this.#below.set(proof, below);
    }
    return below;
  }

  /** The reasons for which a tool is in the answer, or is at least offered. */
  selectionOf(tool: string): readonly Reason[] {
    return (this.#proofs.get(tool)?.selection ?? this.#offersOf(tool)).flatMap((proof) => this.below(proof).reasons);
  }

  contextOf(tool: string): readonly Reason[] {
    return (this.#proofs.get(tool)?.context ?? []).map((proof) => ({ kind: 'fact', proof }));
  }

  /** Whether a fact depends on something that nobody may see, so that only its predicate may be told. */
  isConfidential(proof: Proof): boolean {
    let isCut = this.#cut.get(proof);
    if (isCut === undefined) {
      const below = this.below(proof);
      isCut = below.isCut || below.reasons.some((each) => each.kind === 'fact' && this.isConfidential(each.proof));
      this.#cut.set(proof, isCut);
    }
    return isCut;
  }

  #belowBy(derivation: Derivation): Below {
    const { isKernel, layer } = this.roles.originOf(derivation.rule);
    if (layer === 'policy') return cutOff;
    const reasons: Reason[] = [];
    let isCut = false;
    for (const proof of proofsBehind(derivation)) {
      switch (this.roles.of(proof.fact.predicate)) {
        case 'hidden':
          isCut = true;
          break;
        case 'phase': {
          const lifted = this.below(proof);
          reasons.push(...lifted.reasons);
          isCut ||= lifted.isCut;
          break;
        }
        case 'selection':
          reasons.push({ kind: 'tool', name: textOf(proof.fact.args[0]) ?? '' });
          break;
        case 'server':
          // What the server's own rules read of its settings says nothing about this answer.
          if (!isKernel) reasons.push({ kind: 'fact', proof });
          break;
        default:
          reasons.push({ kind: 'fact', proof });
      }
    }
    return { reasons: distinct(reasons), isCut };
  }

  #offersOf(tool: string): readonly Proof[] {
    let proofs = this.#offers.get(tool);
    if (proofs === undefined) {
      proofs = proveOffer(this.#evaluation, tool, this.roles);
      this.#offers.set(tool, proofs);
    }
    return proofs;
  }
}

/** The proofs of the facts that a derivation leans on, in the order of its premises. */
function proofsBehind({ premises, rows }: Derivation): readonly Proof[] {
  return rows === undefined ? premises.flatMap(proofsOf) : rows.flatMap((row) => row.premises.flatMap(proofsOf));
}

function proofsOf(premise: ProofPremise): readonly Proof[] {
  if (premise.kind === 'proof') return [premise.proof];
  return premise.kind === 'cover' ? premise.proofs : [];
}

/** Two premises may be the same fact, and two phases may lean on it. */
function distinct(reasons: readonly Reason[]): readonly Reason[] {
  if (reasons.length < 2) return reasons;
  const seen = new Set<unknown>();
  return reasons.filter((each) => {
    const key = each.kind === 'fact' ? each.proof : each.name;
    return seen.size !== seen.add(key).size;
  });
}
