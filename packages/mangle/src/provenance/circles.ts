/**
 * Numbers the knots of a graph: nodes have one number exactly if each can be reached from the other. Walks without
 * recursion, since proofs may be deep.
 */
export function knotsOf<T>(roots: Iterable<T>, targetsOf: (node: T) => readonly T[]): ReadonlyMap<T, number> {
  const walk = new KnotWalk(targetsOf);
  for (const root of roots) walk.from(root);
  return walk.knots;
}

interface Visit<T> {
  readonly node: T;
  readonly targets: readonly T[];
  readonly order: number;
  /** The smallest order of an open node that can be reached. */
  low: number;
  next: number;
}

class KnotWalk<T> {
  readonly knots = new Map<T, number>();
  readonly #targetsOf: (node: T) => readonly T[];
  readonly #orders = new Map<T, number>();
  /** Visited nodes whose knot is not known yet. */
  readonly #open: T[] = [];

  constructor(targetsOf: (node: T) => readonly T[]) {
    this.#targetsOf = targetsOf;
  }

  from(root: T): void {
    if (this.#orders.has(root)) return;
    const path = [this.#enter(root)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const target = visit.targets[visit.next++];
      if (target === undefined) {
        path.pop();
        this.#leave(visit, path.at(-1));
      } else if (!this.#orders.has(target)) path.push(this.#enter(target));
      else if (!this.knots.has(target)) visit.low = Math.min(visit.low, this.#orders.get(target) ?? 0);
    }
  }

  #enter(node: T): Visit<T> {
    const order = this.#orders.size;
    this.#orders.set(node, order);
    this.#open.push(node);
    return { node, targets: this.#targetsOf(node), order, low: order, next: 0 };
  }

  #leave({ node, order, low }: Visit<T>, parent: Visit<T> | undefined): void {
    if (parent !== undefined) parent.low = Math.min(parent.low, low);
    if (low < order) return;
    for (let member = this.#open.pop(); member !== undefined; member = this.#open.pop()) {
      this.knots.set(member, order);
      if (member === node) return;
    }
  }
}
