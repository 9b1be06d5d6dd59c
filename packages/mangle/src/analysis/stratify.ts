import { diagnostic } from '../diagnostics/diagnostic.js';
import type { PredicateKey, Stratum } from '../program/program.js';
import { type Analysis, placeOf, report } from './analysis.js';
import { type Dependencies, dependencies, type Edge, type EdgeKind } from './dependencies.js';

/**
 * Splits the rules into strata, dependencies first, so that everything negated or aggregated is complete when it is
 * read. Deferred predicates have no stratum of their own, but what they read comes before whoever calls them.
 */
export function stratify(analysis: Analysis): void {
  const graph = dependencies(analysis);
  const rulesOf = rulesByPredicate(analysis);
  graph.components.forEach((members, at) => {
    const edges = graph.innerEdges[at] ?? [];
    if (!checkComponent(analysis, graph, members, edges)) return;
    const predicates = members.map((node) => graph.nodes[node] ?? '').filter((key) => !isDeferred(analysis, key));
    if (predicates.length === 0) return;
    const rules = predicates.flatMap((key) => rulesOf.get(key) ?? []).sort((a, b) => a - b);
    const stratum: Stratum = { predicates, rules, isRecursive: edges.length > 0 };
    analysis.strata.push(stratum);
  });
}

function rulesByPredicate({ rules }: Analysis): Map<PredicateKey, number[]> {
  const byPredicate = new Map<PredicateKey, number[]>();
  for (const { predicate, index } of rules) {
    const same = byPredicate.get(predicate);
    if (same === undefined) byPredicate.set(predicate, [index]);
    else same.push(index);
  }
  return byPredicate;
}

function isDeferred({ predicates }: Analysis, key: PredicateKey): boolean {
  return predicates.get(key)?.descriptors.isDeferred === true;
}

function checkComponent(
  analysis: Analysis,
  graph: Dependencies,
  members: readonly number[],
  edges: readonly Edge[],
): boolean {
  const bad = edges.find(({ kind }) => kind !== 'positive');
  if (bad !== undefined) {
    reportCycle(analysis, graph, [bad, ...pathBack(bad, edges)]);
    return false;
  }
  const deferred = members.filter((node) => isDeferred(analysis, graph.nodes[node] ?? ''));
  if (deferred.length === 0) return true;
  if (deferred.length === members.length) return checkDeferred(analysis, graph, edges);
  reportMixed(analysis, graph, deferred, edges);
  return false;
}

/**
 * Facts that follow from a merged value die when a better one replaces it, once their recursion is complete. That of
 * deferred predicates never is: the next question goes on with it.
 */
function checkDeferred(analysis: Analysis, { nodes }: Dependencies, edges: readonly Edge[]): boolean {
  const isMerged = (node: number): boolean => analysis.predicates.get(nodes[node] ?? '')?.lattice !== undefined;
  const edge = edges.find(({ from, to }) => !isMerged(from) && isMerged(to));
  if (edge === undefined) return true;
  const [reader, merged] = [nodes[edge.from] ?? '', nodes[edge.to] ?? ''];
  report(
    analysis,
    diagnostic(
      'bad-lattice',
      edge.span,
      `the deferred \`${reader}\` reads values of \`${merged}\` that may be replaced`,
      {
        help: `\`${merged}\` depends on \`${reader}\` in turn. Remove \`deferred()\` from both, or read \`${merged}\` in a rule that it does not depend on.`,
      },
    ),
  );
  return false;
}

/** The shortest way from the end of an edge to its start; of equally short ones the first in source order. */
function pathBack({ from, to }: Edge, edges: readonly Edge[]): Edge[] {
  const outgoing = new Map<number, Edge[]>();
  for (const edge of edges) {
    const same = outgoing.get(edge.from);
    if (same === undefined) outgoing.set(edge.from, [edge]);
    else same.push(edge);
  }
  const reachedBy = new Map<number, Edge>();
  const queue = [to];
  for (let node = queue.shift(); node !== undefined && node !== from; node = queue.shift()) {
    for (const edge of outgoing.get(node) ?? []) {
      if (edge.to === to || reachedBy.has(edge.to)) continue;
      reachedBy.set(edge.to, edge);
      queue.push(edge.to);
    }
  }
  const path: Edge[] = [];
  for (let node = from; node !== to;) {
    const edge = reachedBy.get(node);
    if (edge === undefined) break;
    path.unshift(edge);
    node = edge.from;
  }
  return path;
}

const reasons: Readonly<Record<EdgeKind, string>> = {
  positive: 'needs',
  negation: 'needs the absence of',
  aggregation: 'aggregates',
  merge: 'merges its values with',
};

function reportCycle(analysis: Analysis, { nodes }: Dependencies, cycle: readonly Edge[]): void {
  const [bad] = cycle;
  if (bad === undefined) return;
  const name = (node: number): string => nodes[node] ?? '';
  const start = name(bad.from);
  const circle = cycle.map(({ to, kind }) => `${kind === 'negation' ? '!' : ''}${name(to)}`);
  const steps = cycle.map(
    ({ from, to, kind, span }) => `\`${name(from)}\` ${reasons[kind]} \`${name(to)}\` (${placeOf(span)})`,
  );
  const message =
    cycle.length === 1
      ? `\`${start}\` ${bad.kind === 'negation' ? 'depends on its own absence' : `${reasons[bad.kind]} itself`}: ${[start, ...circle].join(' -> ')}`
      : `\`${start}\` ${reasons[bad.kind]} \`${name(bad.to)}\`, which depends on it: ${[start, ...circle].join(' -> ')}`;
  report(
    analysis,
    diagnostic('negative-cycle', bad.span, message, {
      help: `What is negated or aggregated must be complete before it is read. Break the circle at one of these places: ${steps.join(', ')}.`,
      related: cycle.map(({ from, to, kind, span }) => ({
        span,
        message: `\`${name(from)}\` ${reasons[kind]} \`${name(to)}\``,
      })),
    }),
  );
}

function reportMixed(
  analysis: Analysis,
  { nodes }: Dependencies,
  deferred: readonly number[],
  edges: readonly Edge[],
): void {
  const isInside = new Set(deferred);
  const edge = edges.find(({ from, to }) => isInside.has(from) && !isInside.has(to));
  if (edge === undefined) return;
  const path = pathBack(edge, edges);
  const [caller, callee] = [nodes[edge.from] ?? '', nodes[edge.to] ?? ''];
  report(
    analysis,
    diagnostic(
      'deferred-cycle',
      edge.span,
      `the deferred \`${caller}\` and the ordinary \`${callee}\` depend on each other`,
      {
        help: 'A deferred predicate is asked while others are complete. Make both deferred, or neither.',
        related: path.map(({ from, to, span }) => ({
          span,
          message: `\`${nodes[from] ?? ''}\` needs \`${nodes[to] ?? ''}\``,
        })),
      },
    ),
  );
}
