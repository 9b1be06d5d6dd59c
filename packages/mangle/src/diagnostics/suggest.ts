import { compareText } from '../text/order.js';

/**
 * The candidate that `word` most probably stands for, or `undefined` if none is close enough to be worth saying.
 * Letter case and the separators `_`, `-`, `:`, `.` weigh little. Among equally close candidates the first in text
 * order wins, so the answer never depends on the order of `candidates`.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > maxWordLength) return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const distance = nearness(word, candidate);
    if (distance > allowance(word, candidate)) continue;
    const isBetter = distance < bestDistance || (distance === bestDistance && compareText(candidate, best ?? '') < 0);
    if (!isBetter) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** One typing error in three letters is a guess, in two it is noise; beyond three errors nobody recognizes the word. */
function allowance(word: string, candidate: string): number {
  const length = Math.max(word.length, candidate.length);
  if (length < 3) return 0;
  if (length < 6) return 1;
  return length < 12 ? 2 : 3;
}

/** A difference only in case or separators counts as half an error: it is the likeliest slip of all. */
function nearness(word: string, candidate: string): number {
  if (Math.abs(word.length - candidate.length) > maxLengthDifference) return Number.POSITIVE_INFINITY;
  const exact = editDistance(word, candidate);
  const folded = editDistance(fold(word), fold(candidate)) + 0.5;
  return Math.min(exact, folded);
}

const maxLengthDifference = 8;

/** Nobody writes longer words by hand, and the time to compare two grows with the square of their length. */
const maxWordLength = 200;

function fold(word: string): string {
  return word.toLowerCase().replace(/[_\-:.]/g, '');
}

/** The number of insertions, deletions, replacements and swaps of neighbors between two words, by code point. */
export function editDistance(a: string, b: string): number {
  const from = Array.from(a);
  const to = Array.from(b);
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swap = isSwap ? at(beforePrevious, column - 2) + 1 : Number.POSITIVE_INFINITY;
      current.push(
        Math.min(
          at(previous, column) + 1,
          at(current, column - 1) + 1,
          at(previous, column - 1) + (isSame ? 0 : 1),
          swap,
        ),
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
