/**
 * The strongly connected components of a graph whose nodes are 0, 1, … and whose edges are lists of successors.
 * A component comes after all components it has edges to; components are found from node 0 upwards, and the nodes of
 * each are in ascending order. Linear time and no recursion, so the depth of the graph does not matter.
 */
export function stronglyConnected(successors: readonly (readonly number[])[]): number[][] {
  const count = successors.length;
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const isOpen = new Uint8Array(count);
  const open: number[] = [];
  const components: number[][] = [];
  let visited = 0;

  const enter = (node: number, path: Frame[]): void => {
    order[node] = low[node] = visited++;
    isOpen[node] = 1;
    open.push(node);
    path.push({ node, next: 0 });
  };
  const lower = (node: number, value: number): void => {
    low[node] = Math.min(low[node] ?? 0, value);
  };
  const close = (node: number): void => {
    const component: number[] = [];
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      isOpen[member] = 0;
      component.push(member);
      if (member === node) break;
    }
    components.push(component.sort((a, b) => a - b));
  };
  const step = (frame: Frame, path: Frame[]): void => {
    const target = successors[frame.node]?.[frame.next++];
    if (target !== undefined) {
      if (order[target] === -1) enter(target, path);
      else if (isOpen[target] === 1) lower(frame.node, order[target] ?? 0);
      return;
    }
    path.pop();
    if (low[frame.node] === order[frame.node]) close(frame.node);
    const parent = path.at(-1);
    if (parent !== undefined) lower(parent.node, low[frame.node] ?? 0);
  };

  for (let root = 0; root < count; root++) {
    if (order[root] !== -1) continue;
    const path: Frame[] = [];
    enter(root, path);
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) step(frame, path);
  }
  return components;
}

/** A node on the current path and the number of its next successor. */
interface Frame {
  readonly node: number;
  next: number;
}
