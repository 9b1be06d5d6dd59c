import type { MacroTool, Skill } from '@manglecp/protocol';
import type { HintReader } from '../hints/create-hint-reader.js';
import type { Pack } from '../pack/pack.js';
import type { SelectedTool, Selection } from '../rules/rule-set.js';
import { Draft } from './draft.js';
import { fitBudget } from './fit-budget.js';
import { readOffer } from './offer.js';
import { takeGroups } from './take-groups.js';
import type { TokenEstimator } from './token-estimator.js';

export interface RenderOptions {
  readonly pack: Pack;
  readonly estimate: TokenEstimator;
  readonly maxTools: number | undefined;
  readonly maxTokens: number | undefined;
  /** The ids of macro-tools that the client asked for in full. */
  readonly upgrades: ReadonlySet<string>;
  /** The ids of skills that the client asked for whole, and may have. */
  readonly upgradedSkills: ReadonlySet<string>;
  readonly skillUri: (id: string) => string;
  /** The names of the predicates that led to some of the tools of an answer. */
  readonly ruleChains: HintReader['ruleChains'];
  readonly onUnknownSkill: (id: string) => void;
}

export interface RenderedAnswer {
  readonly macroTools: readonly MacroTool[];
  readonly requiredSkills: readonly Skill[];
  /** The tools that are sent, in the same order. */
  readonly tools: readonly SelectedTool[];
  /** The tools that there was no room for, and the constraint that left none. */
  readonly omitted: readonly OmittedTool[];
}

export interface OmittedTool {
  readonly name: string;
  readonly constraint: 'max_tools_returned' | 'max_tokens_budget';
}

/** What is sent of a selection: as many tools as the client wants, as much of them as rules, client and budget say. */
export function renderAnswer({ tools, groups, evaluation }: Selection, options: RenderOptions): RenderedAnswer {
  const { pack, maxTools, maxTokens } = options;
  const taken = takeGroups(groups, { limit: maxTools ?? Infinity, costOf: () => 1 });
  const kept = tools.filter(({ plan }) => taken.has(plan.name));
  let chains: ReturnType<HintReader['ruleChains']> | undefined;
  const sourceRulesOf = (name: string): readonly string[] => {
    const inFull = kept.filter(({ level, plan }) => level === 'full' || options.upgrades.has(plan.macroId));
    chains ??= options.ruleChains(evaluation, inFull, kept);
    return chains.get(name) ?? [];
  };
  const draft = new Draft(
    kept.map((tool) => readOffer(evaluation, tool, { ...options, sourceRulesOf })),
    { ...options, inlineMaxTokens: pack.config.skills.inline_max_tokens },
  );
  if (maxTokens !== undefined)
    fitBudget(
      draft,
      groups.filter(({ root }) => taken.has(root)),
      maxTokens,
    );
  const sent = new Set(draft.tools.map(({ offer }) => offer.tool));
  const { tools: macroTools, skills: requiredSkills } = draft.render();
  return {
    macroTools,
    requiredSkills,
    tools: kept.filter((tool) => sent.has(tool)),
    omitted: tools
      .filter((tool) => !sent.has(tool))
      .map(({ plan: { name } }) => ({
        name,
        constraint: taken.has(name) ? 'max_tokens_budget' : 'max_tools_returned',
      })),
  };
}
