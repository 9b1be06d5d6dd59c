import { printClause } from '../syntax/print-source.js';
import { readableText } from '../value/format.js';
import { premiseText } from './premise-text.js';
import type { Derivation, Proof } from './proof.js';
import { proofsIn } from './proof-json.js';
import { readableFactText, omissionTexts, proofNotes, proofsBehind } from './render.js';

/** Fill and line of each kind of node. */
const looks = {
  fact: 'fillcolor="#e3f4e5", color="#2e7d32"',
  external: 'fillcolor="#fff1dc", color="#b26a00"',
  rule: 'fillcolor="#e4eefc", color="#1f5fbf"',
  aggregate: 'fillcolor="#efe6fb", color="#6a3fb5"',
  merged: 'fillcolor="#fbe5f1", color="#a8326e"',
  deeper: 'fillcolor="#f2f2f2", color="#777777", style="filled,rounded,dashed"',
  check: 'fillcolor="#f6f6f6", color="#999999"',
  absent: 'fillcolor="#fdeaea", color="#b3261e"',
  way: 'fillcolor="#ffffff", color="#1f5fbf"',
  omitted: 'shape=plaintext, fillcolor="#ffffff", color="#ffffff"',
} as const;

/** A proof as a graph in the DOT language: each fact once, arrows from what is derived to what it is derived from. */
export function proofToDot(proof: Proof): string {
  return new DotWriter(proof).text();
}

class DotWriter {
  readonly #proofs: readonly Proof[];
  readonly #ids: ReadonlyMap<Proof, string>;
  readonly #lines: string[] = [];
  #extra = 0;

  constructor(root: Proof) {
    this.#proofs = proofsIn(root);
    this.#ids = new Map(this.#proofs.map((proof, at) => [proof, `f${at}`]));
  }

  text(): string {
    for (const proof of this.#proofs) this.#addProof(proof);
    return [
      'digraph proof {',
      '  rankdir=LR;',
      '  node [shape=box, style="filled,rounded", fontname="monospace", fontsize=11];',
      '  edge [color="#888888", arrowsize=0.7];',
      ...this.#lines,
      '}',
      '',
    ].join('\n');
  }

  #addProof(proof: Proof): void {
    const { fact, kind, derivations, omitted } = proof;
    const id = this.#ids.get(proof) ?? '';
    const [first] = derivations;
    const isOne = derivations.length === 1 && first !== undefined && kind !== 'fact';
    const subtitle = isOne ? printClause(first.rule.clause) : (proofNotes[kind] ?? '');
    this.#addNode(id, kind, readableFactText(fact), subtitle);
    if (isOne) this.#addPremises(id, first);
    else {
      derivations.forEach((derivation, at) => {
        const way = this.#addExtra(id, 'way', `way ${at + 1}`, printClause(derivation.rule.clause));
        this.#addPremises(way, derivation);
      });
    }
    if (omitted !== undefined) for (const note of omissionTexts(omitted)) this.#addExtra(id, 'omitted', `… ${note}`);
  }

  #addPremises(from: string, derivation: Derivation): void {
    const { rule, bindings, premises, omittedRows = 0 } = derivation;
    for (const proof of new Set(proofsBehind(derivation))) this.#addEdge(from, this.#ids.get(proof) ?? '');
    premises.forEach((premise, at) => {
      const written = rule.premises[at];
      if (written === undefined || (premise.kind !== 'check' && premise.kind !== 'absent')) return;
      const note = premise.kind === 'absent' ? 'no such fact' : 'holds';
      this.#addExtra(from, premise.kind, premiseText(written, bindings, readableText), note);
    });
    if (omittedRows > 0) this.#addExtra(from, 'omitted', `… ${omittedRows} more rows of the group`);
  }

  #addExtra(from: string, kind: keyof typeof looks, title: string, subtitle = ''): string {
    const id = `x${this.#extra++}`;
    this.#addNode(id, kind, title, subtitle);
    this.#addEdge(from, id);
    return id;
  }

  #addNode(id: string, kind: keyof typeof looks, title: string, subtitle: string): void {
    const label = subtitle === '' ? escaped(title) : `${escaped(title)}\\n${escaped(subtitle)}`;
    this.#lines.push(`  ${id} [label="${label}", ${looks[kind]}];`);
  }

  #addEdge(from: string, to: string): void {
    this.#lines.push(`  ${from} -> ${to};`);
  }
}

/** In a label the backslash and the quote have a meaning, and a line ends with `\n`. */
function escaped(text: string): string {
  return text.replace(/[\\"]/g, '\\$&').replace(/\r?\n/g, '\\n');
}
