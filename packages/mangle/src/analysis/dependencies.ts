import type { Premise, PredicateKey, Rule } from '../program/program.js';
import type { Span } from '../text/source.js';
import type { Analysis } from './analysis.js';
import { stronglyConnected } from '../program/strongly-connected.js';

/** Why one predicate has to be finished before another, or may grow together with it. */
export type EdgeKind = 'positive' | 'negation' | 'aggregation' | 'merge';

/** The rules of `from` read `to`. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
  /** The condition that reads it. */
  readonly span: Span;
  readonly rule?: Rule;
  readonly premise?: Premise;
}

/** The predicates that have rules, and what their rules read, timed conditions included. */
export interface Dependencies {
  /** In order of first mention; edges and components hold positions in this list. */
  readonly nodes: readonly PredicateKey[];
  /** In source order. */
  readonly edges: readonly Edge[];
  /** Dependencies first. */
  readonly components: readonly (readonly number[])[];
  readonly componentOf: readonly number[];
  /** By component, the edges that stay inside it: there are some exactly if it is recursive. */
  readonly innerEdges: readonly (readonly Edge[])[];
}

export function dependencies(analysis: Analysis): Dependencies {
  const defined = new Set(analysis.rules.map(({ predicate }) => predicate));
  const nodes = [...analysis.predicates.keys()].filter((key) => defined.has(key));
  const numbers = new Map(nodes.map((key, at) => [key, at]));
  const edges = [...analysis.rules.flatMap((rule) => ruleEdges(rule, numbers)), ...mergeEdges(analysis, numbers)];
  const successors: number[][] = nodes.map(() => []);
  for (const { from, to } of edges) successors[from]?.push(to);
  const components = stronglyConnected(successors);
  const componentOf = new Array<number>(nodes.length).fill(0);
  components.forEach((members, at) => members.forEach((node) => (componentOf[node] = at)));
  const innerEdges: Edge[][] = components.map(() => []);
  for (const edge of edges) {
    const at = componentOf[edge.from];
    if (at !== undefined && at === componentOf[edge.to]) innerEdges[at]?.push(edge);
  }
  return { nodes, edges, components, componentOf, innerEdges };
}

function ruleEdges(rule: Rule, numbers: ReadonlyMap<PredicateKey, number>): Edge[] {
  const from = numbers.get(rule.predicate);
  return rule.premises.flatMap((premise): Edge[] => {
    if (premise.kind !== 'atom' && premise.kind !== 'temporal') return [];
    const to = numbers.get(premise.predicate);
    if (from === undefined || to === undefined) return [];
    return [{ from, to, kind: edgeKind(rule, premise), span: premise.span, rule, premise }];
  });
}

function edgeKind({ grouping }: Rule, premise: Premise): EdgeKind {
  if (premise.kind === 'atom' && premise.isNegated) return 'negation';
  return grouping === undefined ? 'positive' : 'aggregation';
}

/** A lattice asks its merge predicate for every new value, so that one must be complete before. */
function mergeEdges({ predicates }: Analysis, numbers: ReadonlyMap<PredicateKey, number>): Edge[] {
  return [...predicates.values()].flatMap(({ key, lattice, descriptors, span }): Edge[] => {
    const from = numbers.get(key);
    const to = lattice === undefined ? undefined : numbers.get(lattice.merge);
    if (from === undefined || to === undefined) return [];
    return [{ from, to, kind: 'merge', span: descriptors.merge?.span ?? span }];
  });
}
