import { printClause } from '../syntax/print-source.js';
import { readableText } from '../value/format.js';
import { premiseText } from './premise-text.js';
import type { Derivation, Proof, ProofKind } from './proof.js';
import { factsBehind, readableFactText, omissionTexts, proofNotes } from './render.js';

/** A proof as it is drawn: a tree of boxes. A fact that stands in several places is drawn whole in the first. */
export interface Box {
  readonly kind: BoxKind;
  /** The fact or condition. */
  readonly title: string;
  /** The rule that derives it, or a remark. */
  readonly subtitle: string;
  readonly children: readonly Box[];
}

export type BoxKind = ProofKind | 'check' | 'absent' | 'repeated' | 'way' | 'omitted';

/** Boxes that are drawn; the rest is left out, and the picture says so. */
const maxBoxes = 600;
/** Levels that are drawn. */
const maxLevels = 60;

/** Draws a proof as a tree of boxes. */
export function pictureOf(proof: Proof): Box {
  return new Painter().box(proof, 0);
}

class Painter {
  readonly #shown = new Set<Proof>();
  #count = 0;

  box(proof: Proof, level: number): Box {
    const { fact, kind, derivations, omitted } = proof;
    const title = readableFactText(fact);
    this.#count++;
    const note = proofNotes[kind] ?? '';
    if (derivations.length === 0) return { kind, title, subtitle: note, children: [] };
    if (this.#shown.has(proof)) return { kind: 'repeated', title, subtitle: 'proved elsewhere', children: [] };
    if (this.#count > maxBoxes || level >= maxLevels) {
      return { kind: 'deeper', title, subtitle: 'derived; not drawn', children: [] };
    }
    this.#shown.add(proof);
    const remarks = omitted === undefined ? [] : omissionTexts(omitted).map(remark);
    const [first] = derivations;
    if (derivations.length === 1 && first !== undefined && kind !== 'fact') {
      return { kind, title, subtitle: ruleText(first), children: [...this.#premises(first, level + 1), ...remarks] };
    }
    const ways = derivations.map((each, at): Box => {
      this.#count++;
      const children = this.#premises(each, level + 2);
      return { kind: 'way', title: `way ${at + 1}`, subtitle: ruleText(each), children };
    });
    return { kind, title, subtitle: note, children: [...ways, ...remarks] };
  }

  #premises(derivation: Derivation, level: number): Box[] {
    const { rule, bindings, premises, rows, omittedRows = 0 } = derivation;
    if (rows !== undefined) {
      const facts = new Set(rows.flatMap((row) => row.premises.flatMap(factsBehind)));
      const boxes = [...facts].map((proof) => this.box(proof, level));
      return omittedRows === 0 ? boxes : [...boxes, remark(`${omittedRows} more rows of the group`)];
    }
    return premises.flatMap((premise, at) => {
      const written = rule.premises[at];
      if (premise.kind === 'proof' || premise.kind === 'cover') {
        return factsBehind(premise).map((proof) => this.box(proof, level));
      }
      this.#count++;
      const title = written === undefined ? '' : premiseText(written, bindings, readableText);
      const subtitle = premise.kind === 'absent' ? 'no such fact' : 'holds';
      return [{ kind: premise.kind, title, subtitle, children: [] }];
    });
  }
}

function ruleText({ rule }: Derivation): string {
  return printClause(rule.clause);
}

function remark(title: string): Box {
  return { kind: 'omitted', title: `… ${title}`, subtitle: '', children: [] };
}
