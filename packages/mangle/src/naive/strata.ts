import type { Clause } from '../syntax/ast.js';
import { keyOf, type NaiveProgram } from './naive-program.js';

/**
 * The number of each predicate's stratum, or undefined if the program has none. A predicate stands at least as high
 * as what its clauses read, and higher than what they negate or group, and than a lattice and all that is derived
 * together with it, unless they read it in turn: others see only merged values. Counting up settles at once or never: with n predicates no number of a
 * stratified program exceeds n.
 */
export function strataOf(program: NaiveProgram): ReadonlyMap<string, number> | undefined {
  const edges = edgesOf(program);
  const strata = new Map<string, number>();
  const stratumOf = (key: string): number => strata.get(key) ?? 0;
  const limit = new Set(edges.flatMap(({ from, to }) => [from, to])).size;
  for (let changed = true; changed;) {
    changed = false;
    for (const { from, to, isStrict } of edges) {
      const least = stratumOf(to) + (isStrict ? 1 : 0);
      if (stratumOf(from) >= least) continue;
      if (least > limit) return undefined;
      strata.set(from, least);
      changed = true;
    }
  }
  return strata;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly isStrict: boolean;
}

function edgesOf(program: NaiveProgram): readonly Edge[] {
  const edges = program.clauses.flatMap(edgesOfClause);
  for (const [from, { lattice }] of program.predicates) {
    if (lattice !== undefined) edges.push({ from, to: lattice.merge, isStrict: false });
  }
  const lattices = [...program.predicates].flatMap(([key, { lattice }]) => (lattice === undefined ? [] : [key]));
  if (lattices.length === 0) return edges;
  const below = new Map([...new Set(edges.map(({ to }) => to))].map((key) => [key, reached(edges, key)]));
  const reaches = (from: string, to: string): boolean => from === to || below.get(from)?.has(to) === true;
  return edges.map((edge) => {
    const isWithLattice = lattices.some((key) => reaches(edge.to, key) && reaches(key, edge.to));
    return isWithLattice && !reaches(edge.to, edge.from) ? { ...edge, isStrict: true } : edge;
  });
}

function reached(edges: readonly Edge[], start: string): ReadonlySet<string> {
  const found = new Set([start]);
  // A set that grows while it is iterated visits what was added.
  for (const key of found) for (const { from, to } of edges) if (from === key) found.add(to);
  return found;
}

function edgesOfClause(clause: Clause): Edge[] {
  const isGrouped = clause.transforms.some((each) => each.operation !== undefined);
  return clause.premises.flatMap((literal) =>
    literal.kind === 'compare'
      ? []
      : [{ from: keyOf(clause.head), to: keyOf(literal.atom), isStrict: isGrouped || literal.isNegated }],
  );
}
