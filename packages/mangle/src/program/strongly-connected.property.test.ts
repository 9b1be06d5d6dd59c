import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stronglyConnected } from './strongly-connected.js';

const graphs = fc.integer({ min: 0, max: 12 }).chain((count) =>
  fc.array(fc.array(fc.nat({ max: Math.max(0, count - 1) }), { maxLength: 4 }), {
    minLength: count,
    maxLength: count,
  }),
);

/** By brute force: which nodes can be reached. */
function reachable(successors: readonly (readonly number[])[], from: number): Set<number> {
  const found = new Set([from]);
  for (const node of found) for (const next of successors[node] ?? []) found.add(next);
  return found;
}

describe('strongly connected components', () => {
  it('hold exactly the nodes that reach each other', () => {
    fc.assert(
      fc.property(graphs, (successors) => {
        const reach = successors.map((_, node) => reachable(successors, node));
        const expected = successors.map((_, a) =>
          successors.flatMap((__, b) => (reach[a]?.has(b) === true && reach[b]?.has(a) === true ? [b] : [])),
        );
        const components = stronglyConnected(successors);
        expect(components.flat().sort((a, b) => a - b)).toEqual(successors.map((_, node) => node));
        for (const component of components) for (const node of component) expect(component).toEqual(expected[node]);
      }),
    );
  });

  it('come after everything they have edges to', () => {
    fc.assert(
      fc.property(graphs, (successors) => {
        const place = new Map(
          stronglyConnected(successors).flatMap((component, at) => component.map((node) => [node, at] as const)),
        );
        successors.forEach((targets, node) => {
          for (const target of targets) expect(place.get(target)).toBeLessThanOrEqual(place.get(node) ?? -1);
        });
      }),
    );
  });
});
