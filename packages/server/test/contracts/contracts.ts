import { defaultBands, type Graph, type Query } from './graph.js';
import { judge } from './oracle.js';

/**
 * What is wrong with these tools as an answer, contract by contract. Unlike the oracle it does not know which answer is
 * the right one, only which ones are not.
 */
export function violationsOf(
  graph: Graph,
  query: Query,
  names: readonly string[],
  floor = defaultBands.minimal,
): string[] {
  const { offers, isExcluded, areRivals, group } = judge(graph, query, { minimal: floor });
  const isOffered = (tool: string): boolean => offers.some((offer) => offer.tool === tool);
  const present = new Set(names);
  const faultsOf = (tool: string): string[] => {
    const isWanted = names.some((root) => isOffered(root) && group(root).has(tool));
    const rivals = names.filter((other) => areRivals(tool, other));
    const lacking = [...group(tool)].filter((need) => !present.has(need));
    return [
      ...(isWanted ? [] : [`contract 1: ${tool} is neither relevant nor needed by anything that is`]),
      ...(isExcluded(tool) ? [`contract 2: ${tool} is excluded`] : []),
      ...rivals.map((other) => `contract 3: ${tool} and ${other} are in conflict`),
      ...lacking.map((need) => `contract 4: ${tool} needs ${need}`),
    ];
  };
  const repeated = present.size === names.length ? [] : ['a tool is there twice'];
  return [...repeated, ...names.flatMap(faultsOf)];
}

/** Tools that could have been in the answer as well, with all they need, without breaking a contract. */
export function missedBy(graph: Graph, query: Query, names: readonly string[], floor = defaultBands.minimal): string[] {
  const { eligible, areRivals, group } = judge(graph, query, { minimal: floor });
  return eligible.filter((root) => {
    if (names.includes(root)) return false;
    const members = [...group(root)];
    return !members.some((member) => [...names, ...members].some((other) => areRivals(member, other)));
  });
}
