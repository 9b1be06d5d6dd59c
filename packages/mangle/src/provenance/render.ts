import type { Fact } from '../engine/evaluation.js';
import { printClause } from '../syntax/print-source.js';
import { intervalText, oracleText, readableText } from '../value/format.js';
import { premiseText, type ValueText } from './premise-text.js';
import type { Derivation, Omission, Proof, ProofKind, ProofPremise } from './proof.js';

/** Turns a rule into text; the caller chooses the printer. */
export type RuleText = (rule: Derivation['rule']) => string;

/**
 * A proof as an indented tree, one fact or condition a line. A fact that is needed several times is proved where it
 * stands first. Rules are printed as source text unless told otherwise.
 */
export function renderProof(proof: Proof, ruleText: RuleText = ({ clause }) => printClause(clause)): string {
  const lines: string[] = [];
  const shown = new Set<Proof>();
  // Proofs may be deeper than the stack, hence a stack of our own: what comes next is at its end.
  const waiting: Line[] = [{ kind: 'proof', proof, first: '', rest: '' }];
  for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
    if (line.kind === 'text') {
      lines.push(line.text);
      continue;
    }
    const isRepeated = line.proof.derivations.length > 0 && shown.has(line.proof);
    shown.add(line.proof);
    lines.push(line.first + headLine(line.proof, isRepeated));
    if (!isRepeated) waiting.push(...bodyLines(line.proof, line.rest, ruleText).reverse());
  }
  return lines.join('\n');
}

/** The canonical text of a fact, with its interval. */
export function factText(fact: Fact): string {
  return textOf(fact, oracleText);
}

/** The text of a fact for people: as `factText`, with letters of any language as they are. */
export function readableFactText(fact: Fact): string {
  return textOf(fact, readableText);
}

function textOf({ name, args, interval }: Fact, valueText: ValueText): string {
  const atom = `${name}(${args.map((value) => valueText(value)).join(',')})`;
  return interval === undefined ? atom : atom + intervalText(interval.start, interval.end);
}

/** What is to be printed: a line, or a proof whose first line and whose other lines begin as given. */
type Line =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'proof'; readonly proof: Proof; readonly first: string; readonly rest: string };

/** What a proof says behind its fact. */
export const proofNotes: Readonly<Partial<Record<ProofKind, string>>> = {
  fact: 'given',
  external: 'from the host',
  merged: 'made by a merge predicate',
  deeper: 'derived; its proof is left out here',
};

function headLine({ fact, kind }: Proof, isRepeated: boolean): string {
  const note = isRepeated ? 'proved above' : proofNotes[kind];
  return readableFactText(fact) + (note === undefined ? '' : `  (${note})`);
}

function bodyLines({ derivations, omitted }: Proof, indent: string, ruleText: RuleText): Line[] {
  const isOne = derivations.length === 1;
  const lines = derivations.flatMap((each, at) => derivationLines(each, indent, ruleText, isOne ? '' : `${at + 1}. `));
  const notes = omitted === undefined ? [] : omissionTexts(omitted);
  return [...lines, ...notes.map((note): Line => ({ kind: 'text', text: `${indent}  … ${note}` }))];
}

/** What was left out, in words. */
export function omissionTexts({ isLimited, circular }: Omission): string[] {
  const notes: string[] = [];
  if (circular > 0) notes.push(`${count(circular, 'derivation')} left out: in a circle, through facts that came later`);
  if (isLimited) notes.push('further derivations were not looked for');
  return notes;
}

function derivationLines(derivation: Derivation, indent: string, ruleText: RuleText, number: string): Line[] {
  const { rule, bindings, rows, omittedRows = 0 } = derivation;
  const variables = bindings.map(({ variable, value }) => `${variable} = ${readableText(value)}`);
  const lines: Line[] = [{ kind: 'text', text: `${indent}  ${number}by  ${ruleText(rule)}` }];
  if (variables.length > 0) lines.push({ kind: 'text', text: `${indent}  with  ${variables.join(', ')}` });
  const items = rows === undefined ? premiseItems(derivation) : rowItems(derivation);
  if (omittedRows > 0) items.push(`… and ${count(omittedRows, 'more row')} of the group`);
  items.forEach((item, at) => {
    const isLast = at === items.length - 1;
    const first = `${indent}  ${isLast ? '└─' : '├─'} `;
    if (typeof item === 'string') lines.push({ kind: 'text', text: first + item });
    else lines.push({ kind: 'proof', proof: item, first, rest: `${indent}  ${isLast ? '  ' : '│ '} ` });
  });
  return lines;
}

function premiseItems({ rule, bindings, premises }: Derivation): (string | Proof)[] {
  return premises.flatMap((premise, at): (string | Proof)[] => {
    if (premise.kind === 'proof') return [premise.proof];
    if (premise.kind === 'cover') return [...premise.proofs];
    const written = rule.premises[at];
    const text = written === undefined ? '' : premiseText(written, bindings, readableText);
    return [`${text}  (${premise.kind === 'absent' ? 'no such fact' : 'holds'})`];
  });
}

/** The facts behind an aggregation, each once, in the order of its rows. */
function rowItems({ rows = [] }: Derivation): (string | Proof)[] {
  return [...new Set(rows.flatMap(({ premises }) => premises.flatMap(factsBehind)))];
}

/** The proofs that a premise leans on. */
export function factsBehind(premise: ProofPremise): readonly Proof[] {
  if (premise.kind === 'proof') return [premise.proof];
  return premise.kind === 'cover' ? premise.proofs : [];
}

/** The proofs that a derivation leans on. */
export function proofsBehind({ premises, rows = [] }: Derivation): Proof[] {
  return [...premises, ...rows.flatMap((row) => row.premises)].flatMap(factsBehind);
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
