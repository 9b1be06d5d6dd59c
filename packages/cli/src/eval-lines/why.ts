import {
  type Derivation,
  type Evaluation,
  factText,
  premiseText,
  printClause,
  type Proof,
  type ProofPremise,
} from '@manglecp/mangle';
import { prove } from '../evaluation/prove.js';

/** A proof in the shape of `mangle eval`: a tree in which a fact that stands twice is proved where it stands first. */
export interface Why {
  readonly atom: string;
  readonly kind: 'fact' | 'rule' | 'aggregate' | 'check' | 'absent' | 'unknown';
  /** The rule that was used, or why the atom cannot be read. */
  readonly rule?: string;
  readonly premises?: readonly Why[];
}

export function explainWhy(evaluation: Evaluation, atom: string): Why {
  const proved = prove(evaluation, atom);
  if (proved.kind === 'proved') return whyOf(proved.proof, new Set());
  if (proved.kind === 'absent') return { atom, kind: 'absent' };
  return { atom, kind: 'unknown', rule: proved.diagnostics.map(({ message }) => message).join('; ') };
}

const kinds: Readonly<Record<Proof['kind'], Why['kind']>> = {
  fact: 'fact',
  external: 'fact',
  rule: 'rule',
  aggregate: 'aggregate',
  merged: 'aggregate',
  deeper: 'rule',
};

function whyOf(proof: Proof, shown: Set<Proof>): Why {
  const { fact, kind, derivations } = proof;
  const [derivation] = derivations;
  const leaf = { atom: factText(fact), kind: kinds[kind] };
  if (derivation === undefined || shown.has(proof)) return leaf;
  shown.add(proof);
  const premises = premisesOf(derivation, shown);
  const rule = printClause(derivation.rule.clause);
  return { ...leaf, rule, ...(premises.length === 0 ? {} : { premises }) };
}

/** Those of an aggregation are the facts of all its rows, each once. */
function premisesOf(derivation: Derivation, shown: Set<Proof>): Why[] {
  const { rows, premises, bindings, rule } = derivation;
  if (rows !== undefined) {
    const proofs = new Set(rows.flatMap((row) => row.premises.flatMap(proofsOf)));
    return [...proofs].map((proof) => whyOf(proof, shown));
  }
  return premises.flatMap((premise, at) => {
    if (premise.kind === 'proof' || premise.kind === 'cover')
      return proofsOf(premise).map((proof) => whyOf(proof, shown));
    const written = rule.premises[at];
    return written === undefined ? [] : [{ atom: premiseText(written, bindings), kind: 'check' }];
  });
}

function proofsOf(premise: ProofPremise): readonly Proof[] {
  if (premise.kind === 'proof') return [premise.proof];
  return premise.kind === 'cover' ? premise.proofs : [];
}
