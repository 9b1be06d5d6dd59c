import type { Random } from '../../../mangle/test/generate/random.js';
import { oddKey, oddNumber, oddText, oddTree } from './oddities.js';
import { copyOf, getSlot, leaf, removeSlot, setSlot, type Slot, slotsOf, type Tree } from './tree.js';

type Mutation = (slot: Slot, slots: readonly Slot[], random: Random) => void;

/** Each changes something at or beside a place that was picked; what does not apply there does nothing. */
const mutations: readonly Mutation[] = [
  (slot) => removeSlot(slot),
  (slot, _, random) => insert(slot, copyOf(getSlot(slot)), random),
  (slot, _, random) => insert(slot, oddTree(random), random),
  rename,
  rename,
  (slot, _, random) => setSlot(slot, oddTree(random)),
  (slot, _, random) => setSlot(slot, oddTree(random)),
  (slot, _, random) => setSlot(slot, oddNumber(random)),
  (slot, _, random) => setSlot(slot, oddText(random)),
  (slot) => setSlot(slot, otherType(getSlot(slot))),
  (slot, _, random) => setSlot(slot, nested(getSlot(slot), random)),
  (slot, slots, random) => setSlot(slot, copyOf(getSlot(random.pick(slots)))),
  (slot, slots, random) => {
    const other = random.pick(slots);
    const [here, there] = [copyOf(getSlot(slot)), copyOf(getSlot(other))];
    setSlot(slot, there);
    setSlot(other, here);
  },
  multiply,
];

/** Changes one thing somewhere in the tree. */
export function mutateTree(root: Tree, random: Random): void {
  const slots = slotsOf(root);
  if (slots.length > 0) random.pick(mutations)(random.pick(slots), slots, random);
}

/** Changes a text or a number in the lists of a tree to another one, so that the message mostly stays good. */
export function mutateArgument(root: Tree, random: Random): void {
  const slots = slotsOf(root).filter((slot) => slot.holder.kind === 'list' && getSlot(slot).kind === 'leaf');
  if (slots.length === 0) return;
  const slot = random.pick(slots);
  const old = getSlot(slot);
  setSlot(slot, old.kind === 'leaf' && old.text.startsWith('"') ? oddText(random) : oddNumber(random));
}

/** In an object the new member has the key of the old one, so that it is there twice, or another one. */
function insert({ holder, at }: Slot, value: Tree, random: Random): void {
  if (holder.kind === 'list') {
    holder.items.splice(at, 0, value);
    return;
  }
  const key = random.chance(0.15) ? (holder.members[at]?.key ?? '') : oddKey(random);
  holder.members.splice(at + random.int(0, 1), 0, { key, value });
}

function rename({ holder, at }: Slot, _: readonly Slot[], random: Random): void {
  const member = holder.kind === 'object' ? holder.members[at] : undefined;
  if (member === undefined) return;
  const spellings = [member.key.toUpperCase(), `${member.key} `, member.key.slice(1), `${member.key}\u0000`];
  member.key = random.chance(0.7) ? oddKey(random) : random.pick(spellings);
}

/** The same content as something else: text as a number, a list as an object, and so on. */
function otherType(tree: Tree): Tree {
  if (tree.kind === 'list') {
    return { kind: 'object', members: tree.items.map((value, at) => ({ key: String(at), value })) };
  }
  if (tree.kind === 'object') return { kind: 'list', items: tree.members.map(({ value }) => value) };
  return tree.text.startsWith('"') ? leaf(String(tree.text.length)) : leaf(JSON.stringify(tree.text));
}

function nested(tree: Tree, random: Random): Tree {
  const depth = random.chance(0.1) ? random.pick([100, 124, 125, 126, 127, 128, 129, 130, 2000]) : random.int(1, 6);
  const isList = random.chance(0.6);
  let result = tree;
  for (let level = 0; level < depth; level++) {
    result = isList ? { kind: 'list', items: [result] } : { kind: 'object', members: [{ key: 'a', value: result }] };
  }
  return result;
}

/** Many copies of an item: now and then more than a request may have. */
function multiply({ holder, at }: Slot, _: readonly Slot[], random: Random): void {
  if (holder.kind !== 'list') return;
  const item = holder.items[at] ?? leaf('null');
  if (writeSize(item) > 200) return;
  const count = random.chance(0.01) ? random.pick([9_999, 10_000, 10_001]) : random.int(2, 60);
  holder.items.splice(at, 0, ...Array.from({ length: count }, () => item));
}

function writeSize(tree: Tree): number {
  if (tree.kind === 'leaf') return tree.text.length;
  const parts = tree.kind === 'list' ? tree.items : tree.members.map(({ value }) => value);
  return parts.reduce((sum, part) => sum + writeSize(part) + 10, 2);
}
