import { type Evaluation, factText, printClause, type Proof, type ProofPremise } from '@manglecp/mangle';
import { prove } from '../evaluation/prove.js';

/** A proof in the shape of `mangle eval`. */
export interface Why {
  readonly atom: string;
  readonly kind: 'fact' | 'rule' | 'aggregate' | 'check' | 'absent' | 'unknown';
  /** The rule that was used, or why the atom cannot be read. */
  readonly rule?: string;
  readonly premises?: readonly Why[];
}

export function explainWhy(evaluation: Evaluation, atom: string): Why {
  const proved = prove(evaluation, atom);
  if (proved.kind === 'proved') return whyOf(proved.proof);
  if (proved.kind === 'absent') return { atom, kind: 'absent' };
  return { atom, kind: 'unknown', rule: proved.diagnostics.map(({ message }) => message).join('; ') };
}

const kinds: Readonly<Record<Proof['kind'], Why['kind']>> = {
  fact: 'fact',
  external: 'fact',
  rule: 'rule',
  aggregate: 'aggregate',
  merged: 'aggregate',
  repeated: 'rule',
  deeper: 'rule',
};

function whyOf({ fact, kind, rule, premises }: Proof): Why {
  return {
    atom: factText(fact),
    kind: kinds[kind],
    ...(rule === undefined ? {} : { rule: printClause(rule.clause) }),
    ...(premises.length === 0 ? {} : { premises: premises.map(premiseWhy) }),
  };
}

function premiseWhy(premise: ProofPremise): Why {
  if (premise.kind === 'proof') return whyOf(premise.proof);
  return { atom: premise.kind === 'absent' ? `!${premise.text}` : premise.text, kind: 'check' };
}
