import type { Fact } from '../engine/evaluation.js';
import { intervalText, oracleText } from '../value/format.js';
import { printClause } from '../syntax/print-source.js';
import type { Proof, ProofPremise } from './proof.js';

/** Turns a rule into text; the caller chooses the printer. */
export type RuleText = (rule: NonNullable<Proof['rule']>) => string;

/** A proof as an indented tree, one fact or condition a line. Rules are printed as source text unless told otherwise. */
export function renderProof(proof: Proof, ruleText: RuleText = ({ clause }) => printClause(clause)): string {
  return proofLines(proof, ruleText).join('\n');
}

/** The canonical text of a fact, with its interval. */
export function factText({ name, args, interval }: Fact): string {
  const atom = `${name}(${args.map((value) => oracleText(value)).join(',')})`;
  return interval === undefined ? atom : atom + intervalText(interval.start, interval.end);
}

const leafNotes: Readonly<Partial<Record<Proof['kind'], string>>> = {
  fact: 'given',
  external: 'from the host',
  merged: 'made by a merge predicate',
  repeated: 'proved elsewhere in this tree',
  deeper: 'derived; its proof is left out here',
};

function proofLines(proof: Proof, ruleText: RuleText): string[] {
  const note = leafNotes[proof.kind];
  const head = factText(proof.fact) + (note === undefined ? '' : `  (${note})`);
  if (proof.rule === undefined) return [head];
  const bindings = proof.bindings.map(({ variable, value }) => `${variable} = ${oracleText(value)}`);
  return [
    head,
    `  by  ${ruleText(proof.rule)}`,
    ...(bindings.length === 0 ? [] : [`  with  ${bindings.join(', ')}`]),
    ...proof.premises.flatMap((premise, at) => branch(premise, at === proof.premises.length - 1, ruleText)),
  ];
}

function branch(premise: ProofPremise, isLast: boolean, ruleText: RuleText): string[] {
  const [first = '', ...rest] = premiseLines(premise, ruleText);
  return [`  ${isLast ? '└─' : '├─'} ${first}`, ...rest.map((line) => `  ${isLast ? '  ' : '│ '} ${line}`)];
}

function premiseLines(premise: ProofPremise, ruleText: RuleText): string[] {
  switch (premise.kind) {
    case 'proof':
      return proofLines(premise.proof, ruleText);
    case 'check':
      return [`${premise.text}  (holds)`];
    case 'absent':
      return [`!${premise.text}  (no such fact)`];
  }
}
