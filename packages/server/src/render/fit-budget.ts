import type { ContextResource } from '@manglecp/protocol';
import type { ToolGroup } from '../rules/rule-set.js';
import type { Draft, DraftTool } from './draft.js';
import { takeGroups } from './take-groups.js';

/** One thing that can be left out. */
type Step = () => void;

/**
 * Makes an answer fit into a number of tokens (Spec 05 §5.2, Spec 06 §5.3). What can be had otherwise goes first: texts of
 * skills become references, then resources of low priority drop out, then tools lose detail, the lowest one first and all
 * the way down to its name. If even names are too many, whole groups of tools leave (C-27).
 *
 * The last thing that went may have been larger than what was missing. What is left is spent on the things of the same
 * kind that went before it, the best first: texts of skills, or detail of tools and then the list of skills. So with a
 * larger budget no tool loses anything but to a better one.
 */
export function fitBudget(draft: Draft, groups: readonly ToolGroup[], budget: number): void {
  const fits = (): boolean => draft.tokens <= budget;
  const referenced: Reference[] = [];
  if (takeSteps(referenceSkills(draft, referenced), fits)) {
    embedAgain(referenced, fits);
  } else if (!takeSteps(dropResources(draft), fits)) {
    if (takeSteps(loseDetail(draft), fits)) showAgain(draft, fits);
    else leaveGroups(draft, groups, budget);
  }
}

/** Takes steps until the answer fits; tells whether it does. */
function takeSteps(steps: Iterable<Step>, fits: () => boolean): boolean {
  for (const step of steps) {
    if (fits()) return true;
    step();
  }
  return fits();
}

/** The lowest first; tools that the client asked for in full are the last ones that lose anything (C-28). */
function lowestFirst({ tools }: Draft): readonly DraftTool[] {
  const reversed = tools.toReversed();
  return [...reversed.filter(({ offer }) => !offer.isUpgraded), ...reversed.filter(({ offer }) => offer.isUpgraded)];
}

/** A text of a skill that became a reference. */
interface Reference {
  readonly tool: DraftTool;
  readonly id: string;
}

/** A very short text costs less than a reference to it, and stays. Those that the client asked for go last. */
function referenceSkills(draft: Draft, referenced: Reference[]): readonly Step[] {
  const steps = lowestFirst(draft).flatMap((tool) =>
    [...tool.inline]
      .filter((id) => !draft.isUpgraded(id))
      .map((id) => () => {
        const before = draft.tokens;
        tool.reference(id);
        if (draft.tokens >= before) tool.embed(id);
        else referenced.push({ tool, id });
      }),
  );
  return [...steps, () => draft.referenceUpgrades()];
}

/** The last that went is the best of them. */
function embedAgain(referenced: readonly Reference[], fits: () => boolean): void {
  for (const { tool, id } of referenced.toReversed()) {
    tool.embed(id);
    if (!fits()) tool.reference(id);
  }
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
  yield () => draft.listAll(false);
  for (const tool of lowestFirst(draft)) {
    if (tool.level === 'full') yield () => tool.show('condensed');
    if (tool.level === 'condensed') yield () => tool.show('minimal');
  }
}

/**
 * Tools of which only the name was left get a line again, the best first, until one does not fit: none is told with more
 * than a better one. Then the skills of such tools are listed again, if they fit.
 */
function showAgain(draft: Draft, fits: () => boolean): void {
  for (const tool of lowestFirst(draft).toReversed()) {
    if (tool.level !== 'minimal' || tool.offer.level === 'minimal') continue;
    tool.show('condensed');
    if (fits()) continue;
    tool.show('minimal');
    break;
  }
  draft.listAll(true);
  if (!fits()) draft.listAll(false);
}

function leaveGroups(draft: Draft, groups: readonly ToolGroup[], budget: number): void {
  const costs = new Map(draft.tools.map((tool) => [tool.name, draft.minimalTokens(tool)]));
  const empty = draft.tokens - [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  const taken = takeGroups(groups, { limit: budget - empty, costOf: (tool) => costs.get(tool) ?? Infinity });
  draft.tools = draft.tools.filter(({ name }) => taken.has(name));
}
