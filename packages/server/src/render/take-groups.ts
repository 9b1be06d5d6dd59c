import type { ToolGroup } from '../rules/rule-set.js';

/**
 * The tools there is room for. Groups have their turn in the order of their roots, best first; one that does not fit as a
 * whole is skipped, so that no tool lacks what it needs and nothing that would still fit is left out (C-27). What a tool
 * takes is counted once, whichever groups it belongs to.
 */
export function takeGroups(
  groups: readonly ToolGroup[],
  { limit, costOf }: { readonly limit: number; readonly costOf: (tool: string) => number },
): ReadonlySet<string> {
  const taken = new Set<string>();
  let spent = 0;
  for (const { tools } of groups) {
    const added = tools.filter((tool) => !taken.has(tool));
    const cost = added.reduce((sum, tool) => sum + costOf(tool), 0);
    if (spent + cost > limit) continue;
    for (const tool of added) taken.add(tool);
    spent += cost;
  }
  return taken;
}
