import type { Proof } from '@manglecp/mangle';
import type { IsClients } from './fact-origins.js';
import { ellipsis, maskedFactText, shortFactText } from './fact-text.js';
import type { Reason, Reasons } from './reasons.js';
import { type AnswerTool, selectionArgs } from './tool-proofs.js';

/** A fact and what it rests on (Spec 09 §5.3; `session` by C-54). */
export type HintNode = {
  readonly fact: string;
  readonly type: 'server' | 'derived' | 'session';
  readonly children: readonly HintNode[];
};

const maxDepth = 12;
const maxNodes = 150;

/** Stands for what is left out: the proof is too deep or too large to be shown. */
const omission: HintNode = { fact: ellipsis, type: 'derived', children: [] };

/** Facts that the trees of an answer may still show. */
export interface NodeBudget {
  left: number;
}

/**
 * The proof of a tool. Below its selection stands what got it into the answer, then what goes along with it. A fact that
 * depends on policy, or on who asks, is told without its values.
 */
export function proofTree(
  tool: AnswerTool,
  reasons: Reasons,
  { isClients, budget }: { readonly isClients: IsClients; readonly budget: NodeBudget },
): HintNode {
  const { name } = tool.plan;
  const tree = new TreeBuilder(name, reasons, isClients, Math.min(maxNodes, budget.left));
  const children = tree.nodes([...reasons.selectionOf(name), ...reasons.contextOf(name)], 1);
  budget.left -= tree.size;
  const fact = shortFactText({ predicate: 'final_selected/3', name: 'final_selected', args: selectionArgs(tool) });
  return { fact, type: 'derived', children };
}

class TreeBuilder {
  size = 1;
  readonly #reasons: Reasons;
  readonly #isClients: IsClients;
  readonly #limit: number;
  /** Tools whose selection is shown above. */
  readonly #tools: Set<string>;

  constructor(tool: string, reasons: Reasons, isClients: IsClients, limit: number) {
    this.#tools = new Set([tool]);
    this.#reasons = reasons;
    this.#isClients = isClients;
    this.#limit = limit;
  }

  nodes(reasons: readonly Reason[], depth: number): readonly HintNode[] {
    const found: HintNode[] = [];
    for (const reason of reasons) {
      const isShown = reason.kind === 'tool' && this.#tools.has(reason.name);
      if (isShown) continue;
      if (this.size >= this.#limit || depth > maxDepth) return [...found, omission];
      if (reason.kind === 'fact') found.push(this.#node(reason.proof, depth));
      else found.push(...this.#selection(reason.name, depth));
    }
    return found;
  }

  #selection(tool: string, depth: number): readonly HintNode[] {
    this.#tools.add(tool);
    return this.nodes(this.#reasons.selectionOf(tool), depth);
  }

  #node(proof: Proof, depth: number): HintNode {
    this.size += 1;
    const { fact, kind, derivations } = proof;
    const text = this.#reasons.isConfidential(proof) ? maskedFactText(fact) : shortFactText(fact);
    if (kind === 'fact' || kind === 'external') return { fact: text, type: this.#leafType(proof), children: [] };
    if (kind === 'deeper') return { fact: text, type: 'derived', children: [omission] };
    const children = this.nodes(this.#reasons.below(proof).reasons, depth + 1);
    const isPartial = derivations.some(({ omittedRows = 0 }) => omittedRows > 0);
    return { fact: text, type: 'derived', children: isPartial ? [...children, omission] : children };
  }

  /** What the host says of the request comes from the client as well. */
  #leafType({ fact, kind }: Proof): HintNode['type'] {
    if (kind === 'external') return 'server';
    return this.#reasons.roles.of(fact.predicate) === 'request' || this.#isClients(fact) ? 'session' : 'server';
  }
}
