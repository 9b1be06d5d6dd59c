import { copyOf, removeSlot, slotsOf, type Tree, treeOf, writeTree } from './tree.js';

const maxTries = 300;

/** A smaller message for which `fails` still holds, if it is JSON; otherwise the message itself. */
export async function shrink(bytes: Buffer, fails: (bytes: Buffer) => Promise<boolean>): Promise<Buffer> {
  let tree = read(bytes);
  if (tree === undefined) return bytes;
  let best = bytes;
  let tries = 0;
  for (let at = 0; at < slotsOf(tree).length && tries < maxTries; tries++) {
    const smaller = copyOf(tree);
    const slot = slotsOf(smaller)[at];
    if (slot === undefined) break;
    removeSlot(slot);
    const candidate = Buffer.from(writeTree(smaller));
    if (await fails(candidate)) [tree, best] = [smaller, candidate];
    else at += 1;
  }
  return best;
}

function read(bytes: Buffer): Tree | undefined {
  try {
    return treeOf(JSON.parse(bytes.toString()));
  } catch {
    return undefined;
  }
}
