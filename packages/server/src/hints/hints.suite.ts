import { type Evaluation, prepareSync, type Prepared, type RequestOptions } from '@manglecp/mangle';
import type { ProofHints } from '@manglecp/protocol';
import type { Pack } from '../pack/pack.js';
import { type Files, kernelExternals, loadTiny } from '../pack/tiny-pack.suite.js';
import { questionFacts } from '../rules/host-facts.js';
import { readSelection } from '../rules/read-selection.js';
import type { Question } from '../rules/rule-set.js';
import { question } from '../rules/rules.suite.js';
import { createHintReader, type HintQuestion, type HintReader } from './create-hint-reader.js';
import type { HintNode } from './proof-tree.js';
import type { AnswerTool } from './tool-proofs.js';

/** A pack whose answers are explained. */
export class Explained {
  readonly pack: Pack;
  readonly reader: HintReader;
  readonly #prepared: Prepared;

  constructor(pack: Pack) {
    this.pack = pack;
    this.reader = createHintReader(pack);
    const externals = { ...pack.externals, ...kernelExternals };
    this.#prepared = prepareSync(pack.program, pack.baseFacts, { externals });
  }

  evaluate(over: Partial<Question> = {}, options: RequestOptions = {}): Evaluation {
    const asked = question(over);
    const facts = questionFacts(asked, this.pack.program, 1000);
    return this.#prepared.requestSync(facts, { now: asked.evalTime, ...options });
  }

  tools(evaluation: Evaluation): readonly AnswerTool[] {
    return readSelection(evaluation).map(({ name, ...rest }) => ({
      ...rest,
      plan: { name, macroId: `id of ${name}` },
    }));
  }

  chain(tool: string, over: Partial<Question> = {}): readonly string[] {
    const evaluation = this.evaluate(over);
    const tools = this.tools(evaluation);
    return this.reader.ruleChains(evaluation, tools, tools).get(tool) ?? [];
  }

  hints(over: Partial<Question> = {}, more: Partial<HintQuestion> = {}): ProofHints {
    const evaluation = this.evaluate(over);
    const tools = this.tools(evaluation);
    return this.reader.proofHints(evaluation, { facts: question(over).facts, tools, ...more });
  }
}

export async function explained(files: Files): Promise<Explained> {
  return new Explained(await loadTiny(files));
}

/** A tree as lines, indented. */
export function treeLines({ fact, type, children }: HintNode): readonly string[] {
  return [`${type} ${fact}`, ...children.flatMap((child) => treeLines(child).map((line) => `  ${line}`))];
}

/** The only derivation of hints, and its tree. */
export function derivationOf(hints: ProofHints, tool: string): NonNullable<ProofHints['derivations']>[number] {
  const found = (hints.derivations ?? []).filter(({ macro_id: id }) => id === `id of ${tool}`);
  const [derivation] = found;
  if (derivation === undefined || found.length > 1) throw new Error(`${found.length} derivations of ${tool}`);
  return derivation;
}

export function linesOf(hints: ProofHints, tool: string): readonly string[] {
  return treeLines(derivationOf(hints, tool).tree as HintNode);
}
