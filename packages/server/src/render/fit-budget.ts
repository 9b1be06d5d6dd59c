import type { ContextResource } from '@manglecp/protocol';
import type { ToolGroup } from '../rules/rule-set.js';
import type { Draft, DraftTool } from './draft.js';
import { takeGroups } from './take-groups.js';

/** One thing that can be left out. */
type Step = () => void;

/**
 * Makes an answer fit into a number of tokens (Spec 05 §5.2, Spec 06 §5.3). What can be had otherwise goes first: texts of
 * skills become references, then resources of low priority drop out, then tools lose detail, the lowest one first and all
 * the way down to its name. If even names are too many, whole groups of tools leave (C-27). Nothing that went comes back,
 * so that with a larger budget no tool loses anything, but to a better one.
 */
export function fitBudget(draft: Draft, groups: readonly ToolGroup[], budget: number): void {
  for (const reduce of [referenceSkills, dropResources, loseDetail]) {
    for (const step of reduce(draft)) {
      if (draft.tokens <= budget) return;
      step();
    }
  }
  if (draft.tokens > budget) leaveGroups(draft, groups, budget);
}

/** The lowest first; tools that the client asked for in full are the last ones that lose anything (C-28). */
function lowestFirst({ tools }: Draft): readonly DraftTool[] {
  const reversed = tools.toReversed();
  return [...reversed.filter(({ offer }) => !offer.isUpgraded), ...reversed.filter(({ offer }) => offer.isUpgraded)];
}

/** A very short text costs less than a reference to it, and stays. Those that the client asked for go last. */
function referenceSkills(draft: Draft): readonly Step[] {
  const steps = lowestFirst(draft).flatMap((tool) =>
    [...tool.inline].map((id) => () => {
      const before = draft.tokens;
      tool.reference(id);
      if (draft.tokens >= before) tool.embed(id);
    }),
  );
  return [...steps, () => draft.referenceUpgrades()];
}

/** By priority, whatever tool they belong to; of equal ones those of the lower tool first. */
function dropResources(draft: Draft): readonly Step[] {
  return lowestFirst(draft)
    .flatMap((tool) => tool.resources.toReversed().map((resource) => ({ tool, resource })))
    .sort((a, b) => priorityOf(a.resource) - priorityOf(b.resource))
    .map(
      ({ tool, resource }) =>
        () =>
          tool.drop(resource),
    );
}

function priorityOf({ priority = 0 }: ContextResource): number {
  return priority;
}

function* loseDetail(draft: Draft): Generator<Step> {
  yield () => draft.listLess();
  for (const tool of lowestFirst(draft)) {
    if (tool.level === 'full') yield () => tool.demote('condensed');
    if (tool.level === 'condensed') yield () => tool.demote('minimal');
  }
}

function leaveGroups(draft: Draft, groups: readonly ToolGroup[], budget: number): void {
  const costs = new Map(draft.tools.map((tool) => [tool.name, draft.minimalTokens(tool)]));
  const empty = draft.tokens - [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  const taken = takeGroups(groups, { limit: budget - empty, costOf: (tool) => costs.get(tool) ?? Infinity });
  draft.tools = draft.tools.filter(({ name }) => taken.has(name));
}
