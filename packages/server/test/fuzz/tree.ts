/** JSON as text that may be broken on purpose: leaves are spelled out, and an object may have a key twice. */
export type Tree = Leaf | ListTree | ObjectTree;

export interface Leaf {
  readonly kind: 'leaf';
  readonly text: string;
}

export interface ListTree {
  readonly kind: 'list';
  readonly items: Tree[];
}

export interface ObjectTree {
  readonly kind: 'object';
  readonly members: Member[];
}

export interface Member {
  key: string;
  value: Tree;
}

export function leaf(text: string): Leaf {
  return { kind: 'leaf', text };
}

export function textLeaf(text: string): Leaf {
  return leaf(JSON.stringify(text));
}

/** The tree of an ordinary value. */
export function treeOf(value: unknown): Tree {
  if (typeof value !== 'object' || value === null) return leaf(JSON.stringify(value) ?? 'null');
  if (Array.isArray(value)) return { kind: 'list', items: value.map(treeOf) };
  return { kind: 'object', members: Object.entries(value).map(([key, each]) => ({ key, value: treeOf(each) })) };
}

export function copyOf(tree: Tree): Tree {
  if (tree.kind === 'leaf') return tree;
  if (tree.kind === 'list') return { kind: 'list', items: tree.items.map(copyOf) };
  return { kind: 'object', members: tree.members.map(({ key, value }) => ({ key, value: copyOf(value) })) };
}

export function writeTree(tree: Tree): string {
  if (tree.kind === 'leaf') return tree.text;
  if (tree.kind === 'list') return `[${tree.items.map(writeTree).join(',')}]`;
  return `{${tree.members.map(({ key, value }) => `${JSON.stringify(key)}:${writeTree(value)}`).join(',')}}`;
}

/** A place in a tree; a list or an object holds it. */
export interface Slot {
  readonly holder: ListTree | ObjectTree;
  readonly at: number;
}

/** All places below a tree, outer ones first. */
export function slotsOf(root: Tree): Slot[] {
  const slots: Slot[] = [];
  const open: Tree[] = [root];
  for (const holder of open) {
    if (holder.kind === 'leaf') continue;
    const count = holder.kind === 'list' ? holder.items.length : holder.members.length;
    for (let at = 0; at < count; at++) {
      slots.push({ holder, at });
      open.push(getSlot({ holder, at }));
    }
  }
  return slots;
}

export function getSlot({ holder, at }: Slot): Tree {
  return (holder.kind === 'list' ? holder.items[at] : holder.members[at]?.value) ?? leaf('null');
}

export function setSlot({ holder, at }: Slot, value: Tree): void {
  if (holder.kind === 'list') {
    holder.items[at] = value;
    return;
  }
  const member = holder.members[at];
  if (member !== undefined) member.value = value;
}

export function removeSlot({ holder, at }: Slot): void {
  if (holder.kind === 'list') holder.items.splice(at, 1);
  else holder.members.splice(at, 1);
}
