import { diagnostic } from '../diagnostics/diagnostic.js';
import { type Analysis, report } from './analysis.js';
import { type Dependencies, dependencies, type Edge } from './dependencies.js';

/** Recursion through time is legal, but it may derive more and more intervals until a budget stops it. */
export function warnTemporalRecursion(analysis: Analysis): void {
  const isAnyTemporal = [...analysis.predicates.values()].some(({ isTemporal }) => isTemporal);
  if (!isAnyTemporal) return;
  const graph = dependencies(analysis);
  warnSelf(analysis, graph);
  warnMutual(analysis, graph);
  warnFuture(analysis, graph);
}

const budget = 'Budgets stop a rule that never ends; make sure that it derives no new interval from its own.';

function isTemporal(analysis: Analysis, { nodes }: Dependencies, node: number): boolean {
  return analysis.predicates.get(nodes[node] ?? '')?.isTemporal === true;
}

/** Once for each predicate, at the first condition that closes the circle. */
function warnSelf(analysis: Analysis, graph: Dependencies): void {
  const warned = new Set<number>();
  for (const { from, to, span } of graph.edges) {
    if (from !== to || warned.has(from) || !isTemporal(analysis, graph, from)) continue;
    warned.add(from);
    const message = `\`${graph.nodes[from] ?? ''}\` is a self-recursive temporal predicate and may cause an explosion of intervals`;
    report(analysis, diagnostic('temporal-recursion', span, message, { help: budget }));
  }
}

function warnMutual(analysis: Analysis, graph: Dependencies): void {
  graph.components.forEach((members, at) => {
    if (members.length < 2 || !members.some((node) => isTemporal(analysis, graph, node))) return;
    const [first, ...rest] = graph.innerEdges[at] ?? [];
    if (first === undefined) return;
    const names = members.map((node) => `\`${graph.nodes[node] ?? ''}\``).join(', ');
    report(
      analysis,
      diagnostic(
        'temporal-mutual-recursion',
        first.span,
        `mutual recursion through temporal predicates may not end: ${names}`,
        {
          help: budget,
          related: rest.map(({ span }) => ({ span, message: 'part of the circle' })),
        },
      ),
    );
  });
}

function warnFuture(analysis: Analysis, graph: Dependencies): void {
  for (const edge of graph.edges) {
    const isInside = graph.componentOf[edge.from] === graph.componentOf[edge.to];
    if (!isInside || !isTemporal(analysis, graph, edge.from) || !looksAhead(edge)) continue;
    const message = 'a future operator in a recursive temporal rule may derive facts without end';
    report(analysis, diagnostic('future-recursion', edge.span, message, { help: budget }));
  }
}

function looksAhead({ rule, span }: Edge): boolean {
  const literal = rule?.clause.premises.find((each) => each.span === span);
  return literal?.kind === 'atom' && literal.operator?.sign.endsWith('+') === true;
}
