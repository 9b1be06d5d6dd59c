/**
 * The known name that was probably meant: the nearest by insertions, deletions, replacements and swaps, if it is near
 * enough: in every third letter at most, unless it is said otherwise. The first of several equally near ones in the order
 * given.
 */
export function suggestName(
  name: string,
  known: Iterable<string>,
  maxDistance = Math.floor(name.length / 3),
): string | undefined {
  let best: string | undefined;
  let bestDistance = maxDistance + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Optimal string alignment: a swap of neighbors is one step. */
function editDistance(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const isSame = left[i - 1] === right[j - 1];
      const replaced = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwap = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const swapped = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[right.length] ?? 0;
}
