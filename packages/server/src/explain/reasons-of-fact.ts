import {
  type ast,
  type Derivation,
  type Evaluation,
  explain,
  premiseText,
  printClause,
  type Proof,
  readableFactText,
  readableText,
  type Source,
} from '@manglecp/mangle';

/** A fact, the rule that derives it, and what this rests on. */
export interface Step {
  readonly fact: string;
  /** Null for what was given, and for conditions that hold. */
  readonly rule: string | null;
  readonly children: readonly Step[];
}

/** Steps of one answer; nobody reads more. */
const maxSteps = 500;

/**
 * The proofs of the facts that a goal matches, without the rules of the server's own pipeline: each begins at a fact that
 * a rule of the pack derives, or at a given fact if there is none.
 */
export function reasonsOf(
  evaluation: Evaluation,
  goal: ast.Atom,
  isKernel: (source: Source) => boolean,
): readonly Step[] {
  const proofs = evaluation.query(goal).flatMap((fact) => explain(evaluation, fact) ?? []);
  const found = frontier(proofs, isKernel);
  const ofRules = found.filter(({ derivations }) => derivations.length > 0);
  const room = { left: maxSteps };
  return (ofRules.length > 0 ? ofRules : found).flatMap((proof) => stepOf(proof, room) ?? []);
}

/** The first proofs on every path that no rule of the server gives, each once. */
function frontier(proofs: readonly Proof[], isKernel: (source: Source) => boolean): readonly Proof[] {
  const found = new Set<Proof>();
  const seen = new Set<Proof>();
  const waiting = [...proofs].reverse();
  for (let proof = waiting.pop(); proof !== undefined; proof = waiting.pop()) {
    if (seen.has(proof)) continue;
    seen.add(proof);
    const [derivation] = proof.derivations;
    if (derivation === undefined || !isKernel(derivation.rule.clause.span.source)) found.add(proof);
    else waiting.push(...proofsOf(derivation).reverse());
  }
  return [...found];
}

function stepOf(proof: Proof, room: { left: number }): Step | undefined {
  if (room.left <= 0) return undefined;
  room.left -= 1;
  const [derivation] = proof.derivations;
  if (derivation === undefined) return { fact: readableFactText(proof.fact), rule: null, children: [] };
  const children = [
    ...proofsOf(derivation).flatMap((each) => stepOf(each, room) ?? []),
    ...conditionsOf(derivation).map((fact): Step => ({ fact, rule: null, children: [] })),
  ];
  return { fact: readableFactText(proof.fact), rule: printClause(derivation.rule.clause), children };
}

function proofsOf({ premises, rows = [] }: Derivation): Proof[] {
  const all = [...premises, ...rows.flatMap((row) => row.premises)];
  return [
    ...new Set(
      all.flatMap((premise) => {
        if (premise.kind === 'proof') return [premise.proof];
        return premise.kind === 'cover' ? [...premise.proofs] : [];
      }),
    ),
  ];
}

/** Negated conditions and tests, with their values. */
function conditionsOf({ rule, bindings, premises }: Derivation): readonly string[] {
  return premises.flatMap((premise, at) => {
    const written = rule.premises[at];
    if (written === undefined || (premise.kind !== 'absent' && premise.kind !== 'check')) return [];
    return [premiseText(written, bindings, readableText)];
  });
}
