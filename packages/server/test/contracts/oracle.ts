import { actionEffects, type Bands, capabilities, type Graph, type Query, refusedActions } from './graph.js';

/**
 * What a server must answer, from the contracts of Spec 05 §3.2 and the definition of the maximal set in
 * requirements/predicates.md §11, with sets and loops. It is slow on purpose and shares nothing with the kernel.
 */

export type Phase = 'skeleton' | 'flesh' | 'dependency';

/** One reason why a tool may be in the answer. */
export interface Offer {
  readonly tool: string;
  readonly score: number;
  readonly phase: Phase;
}

/** All that follows from a graph and a query before anything is trimmed. */
export interface Judgement {
  /** The answer by rank: score descending, then name by code points. */
  readonly answer: readonly Offer[];
  /** Those of the answer that are there in their own right, by rank. */
  readonly roots: readonly string[];
  /** What tools are offered as, above the floor, whether or not they are in the answer. */
  readonly offers: readonly Offer[];
  /** Offered, and nothing that they need is excluded. */
  readonly eligible: readonly string[];
  /** Eligible, but they or something that they need was beaten; by rank. */
  readonly late: readonly string[];
  /** Those of them that are in the answer, because whoever beat them is not. */
  readonly readmitted: readonly string[];
  readonly isExcluded: (tool: string) => boolean;
  readonly areRivals: (one: string, other: string) => boolean;
  /** A tool and all it needs, directly or not. */
  readonly group: (tool: string) => ReadonlySet<string>;
}

const prerequisiteScore = 80;
const vectorCutOff = 30;
const phases: readonly Phase[] = ['skeleton', 'flesh', 'dependency'];

export function judge(graph: Graph, query: Query, { minimal: floor }: Pick<Bands, 'minimal'>): Judgement {
  const isExcluded = exclusionOf(graph, query);
  const group = (tool: string): ReadonlySet<string> => groupOf(graph, tool);
  const areRivals = (one: string, other: string): boolean =>
    graph.conflicts.some(([a, b]) => (a === one && b === other) || (a === other && b === one));

  const offers = offersOf(graph, query).filter(({ tool, score }) => score >= floor && !isExcluded(tool));
  const eligible = unique(offers.map(({ tool }) => tool)).filter((tool) => ![...group(tool)].some(isExcluded));
  const entries: Offer[] = offers.filter(({ tool }) => eligible.includes(tool));
  for (const root of eligible) {
    for (const tool of needsOf(graph, root)) entries.push({ tool, score: prerequisiteScore, phase: 'dependency' });
  }
  const pool = unique(entries.map(({ tool }) => tool)).map((tool) => bestOf(entries, tool));
  pool.sort(byRank);

  // Contract 3: of two rivals the better one stays.
  const isBeaten = (tool: string): boolean => {
    const rank = pool.findIndex((entry) => entry.tool === tool);
    return pool.slice(0, rank).some((better) => areRivals(better.tool, tool));
  };
  const ranked = pool.map(({ tool }) => tool).filter((tool) => eligible.includes(tool));
  const unbeaten = ranked.filter((root) => ![...group(root)].some(isBeaten));
  const kept = new Set(unbeaten.flatMap((root) => [...group(root)]));

  // The maximal set: whoever does not disturb what is already there comes back, best first.
  const late = ranked.filter((root) => !unbeaten.includes(root));
  const readmitted: string[] = [];
  for (const root of late) {
    const members = [...group(root)];
    const company = [...kept, ...members];
    if (members.some((member) => company.some((other) => areRivals(member, other)))) continue;
    readmitted.push(root);
    for (const member of members) kept.add(member);
  }
  return {
    answer: pool.filter(({ tool }) => kept.has(tool)),
    roots: ranked.filter((tool) => kept.has(tool)),
    offers,
    eligible,
    late,
    readmitted,
    isExcluded,
    areRivals,
    group,
  };
}

/** The names that stay when at most so many tools may be returned: whole groups, best first (EVAL-053). */
export function trimmed({ roots, group }: Judgement, limit: number): ReadonlySet<string> {
  const taken = new Set<string>();
  for (const root of roots) {
    const both = new Set([...taken, ...group(root)]);
    if (both.size <= limit) for (const tool of both) taken.add(tool);
  }
  return taken;
}

/** By score descending, then by name (EVAL-058). */
export function byRank(a: Offer, b: Offer): number {
  return b.score - a.score || compareCodePoints(a.tool, b.tool);
}

export function compareCodePoints(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => Array.from(text, (sign) => sign.codePointAt(0) ?? 0)) as [
    number[],
    number[],
  ];
  const at = a.findIndex((code, index) => code !== b[index]);
  if (at === -1) return a.length - b.length;
  return (a[at] ?? -1) - (b[at] ?? -1);
}

/** What the level of an offer of the domain says (C-76). */
const levelOffers: Readonly<Record<string, readonly [score: number, phase: Phase]>> = {
  full: [100, 'skeleton'],
  condensed: [55, 'flesh'],
  minimal: [30, 'flesh'],
};

/** Phases 1 and 3, before exclusion and floor. */
function offersOf(graph: Graph, { intent, params }: Query): readonly Offer[] {
  const isAsked = (name: string): boolean => name === intent;
  const duties = graph.mandatory.filter(([name]) => isAsked(name)).map(([, tool]) => offer(tool, 100, 'skeleton'));
  const macros = graph.macro.flatMap(([tool, level]) => {
    const known = levelOffers[level];
    return known === undefined ? [] : [offer(tool, ...known)];
  });
  const fitting = graph.serves
    .filter(([tool, name]) => isAsked(name) && fitsContext(graph, params, tool))
    .map(([tool]) => offer(tool, 90, 'skeleton'));
  const similar = graph.vector.filter(([, , score]) => score > vectorCutOff);
  const relevant = [...graph.relevant, ...similar]
    .filter(([, name]) => isAsked(name))
    .map(([tool, , score]) => offer(tool, score, 'flesh'));
  return [...duties, ...macros, ...fitting, ...relevant];
}

function offer(tool: string, score: number, phase: Phase): Offer {
  return { tool, score, phase };
}

/** One of its constraints has the value that the context has, and no other is contradicted; what is unknown does no harm. */
function fitsContext(graph: Graph, params: Query['params'], tool: string): boolean {
  const valuesOf = (key: string): readonly string[] => [
    ...graph.context.flatMap(([name, value]) => (name === key ? [value] : [])),
    ...[params[key] ?? []].flat().filter((value) => value !== null),
  ];
  const constraints = graph.constraint.filter(([name]) => name === tool);
  const isMet = constraints.some(([, key, value]) => valuesOf(key).includes(value));
  const isBlocked = constraints.some(([, key, value]) => valuesOf(key).length > 0 && !valuesOf(key).includes(value));
  return isMet && !isBlocked;
}

/** Phase 2: policy, privileges, unsafe actions, the client's own wishes, incompatibility, missing capabilities. */
function exclusionOf(graph: Graph, query: Query): (tool: string) => boolean {
  const { params, privileges } = query;
  const unwantedTools = [params['exclude_tools'] ?? []].flat();
  const unwantedEffects = [params['exclude_effects'] ?? []].flat();
  const skeleton = offersOf(graph, query).flatMap(({ tool, phase }) => (phase === 'skeleton' ? [tool] : []));
  const isOf =
    (tool: string) =>
    ([name]: readonly [string, ...unknown[]]): boolean =>
      name === tool;
  return (tool) => {
    const actions = graph.step.filter(isOf(tool)).map(([, , action]) => action);
    const effects = actions.flatMap((action) => actionEffects[action] ?? []);
    return (
      graph.prohibited.some(isOf(tool)) ||
      graph.privilege.filter(isOf(tool)).some(([, privilege]) => !privileges.includes(privilege)) ||
      actions.some((action) => refusedActions.includes(action)) ||
      unwantedTools.includes(tool) ||
      effects.some((effect) => unwantedEffects.includes(effect)) ||
      graph.incompatible.filter(isOf(tool)).some(([, other]) => skeleton.includes(other)) ||
      graph.needs.filter(isOf(tool)).some(([, capability]) => !capabilities.includes(capability))
    );
  };
}

/** All that a tool needs; the tool itself is among it only if it needs itself. */
function needsOf(graph: Graph, tool: string): ReadonlySet<string> {
  const needs = new Set<string>();
  const due = [tool];
  for (const each of due) {
    for (const [from, to] of graph.requires) {
      if (from !== each || needs.has(to)) continue;
      needs.add(to);
      due.push(to);
    }
  }
  return needs;
}

function groupOf(graph: Graph, tool: string): ReadonlySet<string> {
  return new Set([tool, ...needsOf(graph, tool)]);
}

/** The best score, and of several phases with that score the first. */
function bestOf(entries: readonly Offer[], tool: string): Offer {
  const score = Math.max(...entries.filter((entry) => entry.tool === tool).map((entry) => entry.score));
  const isSo = (phase: Phase): boolean =>
    entries.some((entry) => entry.tool === tool && entry.score === score && entry.phase === phase);
  return { tool, score, phase: phases.find(isSo) ?? 'dependency' };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
