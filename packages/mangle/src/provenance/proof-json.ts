import { printClause } from '../syntax/print-source.js';
import { oracleText } from '../value/format.js';
import { premiseText } from './premise-text.js';
import type { Binding, Derivation, Omission, Proof, ProofKind, ProofPremise } from './proof.js';
import { factsBehind, factText, proofsBehind } from './render.js';

/** A proof as data for other programs: a list of facts that refer to each other by index; the first is the root. */
export interface JsonProof {
  readonly facts: readonly JsonProofFact[];
}

export interface JsonProofFact {
  readonly fact: string;
  readonly kind: ProofKind;
  readonly derivations: readonly JsonDerivation[];
  readonly omitted?: Omission;
}

export interface JsonDerivation {
  readonly rule: string;
  readonly bindings: Readonly<Record<string, string>>;
  readonly premises: readonly JsonPremise[];
  readonly rows?: readonly {
    readonly bindings: Readonly<Record<string, string>>;
    readonly premises: readonly JsonPremise[];
  }[];
  readonly omittedRows?: number;
}

/** `facts` are indexes into the list of facts; a condition that needs none has only its text. */
export interface JsonPremise {
  readonly kind: ProofPremise['kind'];
  readonly text: string;
  readonly facts?: readonly number[];
}

export function proofToJson(proof: Proof): JsonProof {
  const proofs = proofsIn(proof);
  const numbers = new Map(proofs.map((each, at) => [each, at]));
  return {
    facts: proofs.map(({ fact, kind, derivations, omitted }) => ({
      fact: factText(fact),
      kind,
      derivations: derivations.map((each) => jsonDerivation(each, numbers)),
      ...(omitted === undefined ? {} : { omitted }),
    })),
  };
}

/** Every proof that is part of another, each once, nearest to the root first. */
export function proofsIn(root: Proof): readonly Proof[] {
  const found = new Set([root]);
  // A set visits what is added to it while it is walked.
  for (const { derivations } of found) {
    for (const proof of derivations.flatMap(proofsBehind)) found.add(proof);
  }
  return [...found];
}

function jsonDerivation(derivation: Derivation, numbers: ReadonlyMap<Proof, number>): JsonDerivation {
  const { rule, bindings, premises, rows, omittedRows } = derivation;
  const premisesOf = (some: readonly ProofPremise[], values: readonly Binding[]): JsonPremise[] =>
    some.map((premise, at) => jsonPremise(premise, derivation, at, values, numbers));
  return {
    rule: printClause(rule.clause),
    bindings: textsOf(bindings),
    premises: premisesOf(premises, bindings),
    ...(rows === undefined
      ? {}
      : {
          rows: rows.map((row) => ({
            bindings: textsOf(row.bindings),
            premises: premisesOf(row.premises, row.bindings),
          })),
        }),
    ...(omittedRows === undefined ? {} : { omittedRows }),
  };
}

function jsonPremise(
  premise: ProofPremise,
  { rule }: Derivation,
  at: number,
  bindings: readonly Binding[],
  numbers: ReadonlyMap<Proof, number>,
): JsonPremise {
  const written = rule.premises[at];
  const text = written === undefined ? '' : premiseText(written, bindings);
  const facts = factsBehind(premise).map((proof) => numbers.get(proof) ?? -1);
  return { kind: premise.kind, text, ...(facts.length === 0 ? {} : { facts }) };
}

function textsOf(bindings: readonly Binding[]): Record<string, string> {
  return Object.fromEntries(bindings.map(({ variable, value }) => [variable, oracleText(value)]));
}
