import type { Evaluation, FactInput } from '@manglecp/mangle';
import type { ProofHints } from '@manglecp/protocol';
import type { Pack } from '../pack/pack.js';
import { type ExcludedTool, excludedTools } from './excluded-tools.js';
import { createFactOrigins } from './fact-origins.js';
import { predicateRoles } from './predicate-roles.js';
import { proofTree } from './proof-tree.js';
import { Reasons } from './reasons.js';
import { proofsBelow, ruleChain } from './rule-chain.js';
import { type CoverageReader, createCoverageReader } from './rule-coverage.js';
import { supportingFacts } from './supporting-facts.js';
import { type AnswerTool, proveTools } from './tool-proofs.js';
import { createVisibleCounter, type VisibleCounter } from './visible-counts.js';
import { type UnmatchedFacts, unmatchedFacts } from './unmatched-facts.js';

/** Says why an answer is what it is. What does not depend on requests is found out once for a pack. */
export interface HintReader {
  /**
   * The names for `source_rules` of some tools, by tool: what led to it (see `ruleChain`). `answer` has all tools that
   * were selected, best first: a prerequisite is there because of one of them.
   */
  readonly ruleChains: (
    evaluation: Evaluation,
    some: readonly AnswerTool[],
    answer: readonly AnswerTool[],
  ) => ReadonlyMap<string, readonly string[]>;
  readonly proofHints: (evaluation: Evaluation, question: HintQuestion) => ProofHints;
  readonly ruleCoverage: CoverageReader;
  /** What may be told of how much was derived. */
  readonly visibleCounts: VisibleCounter;
}

export interface HintQuestion {
  /** The client's facts as the engine got them. */
  readonly facts: readonly FactInput[];
  /** The tools of the answer, best first. */
  readonly tools: readonly AnswerTool[];
  /** Tools that were selected and for which there was no room. */
  readonly trimmed?: readonly ExcludedTool[];
  /** Facts that the host did not take, or reads itself and could not use (C-110). */
  readonly unmatched?: readonly UnmatchedFacts[];
}

/** Nodes of all trees of an answer, and bytes of all its supporting facts. */
const maxNodes = 3000;
const maxFactBytes = 262_144;

export function createHintReader(pack: Pack): HintReader {
  const roles = predicateRoles(pack);
  const originsOf = createFactOrigins(pack);
  const reasonsOf = (evaluation: Evaluation, some: readonly AnswerTool[], answer: readonly AnswerTool[]): Reasons =>
    new Reasons(roles, evaluation, proveTools(evaluation, { some, answer, roles }));
  return {
    ruleChains: (evaluation, some, answer) => {
      const reasons = reasonsOf(evaluation, some, answer);
      return new Map(some.map(({ plan }) => [plan.name, ruleChain(reasons, plan.name)]));
    },
    proofHints: (evaluation, { facts, tools, trimmed = [], unmatched = [] }) => {
      const reasons = reasonsOf(evaluation, tools, tools);
      const isClients = originsOf(facts);
      const [budget, room] = [{ left: maxNodes }, { left: maxFactBytes }];
      const { program } = evaluation;
      const names = new Set(tools.map(({ plan }) => plan.name));
      return {
        derivations: tools.map((tool) => ({
          macro_id: tool.plan.macroId,
          selected_by: tool.phase,
          score: tool.score,
          supporting_facts: supportingFacts(proofsBelow(reasons, tool.plan.name), isClients, { program, room }),
          rule_chain: [...ruleChain(reasons, tool.plan.name)],
          ...(budget.left > 0 ? { tree: proofTree(tool, reasons, { isClients, budget }) } : {}),
        })),
        excluded: excludedTools(evaluation, names, trimmed),
        unmatched_facts: unmatchedFacts(evaluation, facts, { roles, tools: names, known: unmatched }),
      };
    },
    ruleCoverage: createCoverageReader(pack, roles),
    visibleCounts: createVisibleCounter(pack, roles),
  };
}
