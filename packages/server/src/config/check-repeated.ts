import type { Misfit } from './fit-config.js';

/** What is there twice, each time but the first. */
export function* checkRepeated(
  words: readonly string[],
  pathOf: (at: number) => string,
  messageOf: (word: string) => string,
): Generator<Misfit> {
  for (const [at, word] of words.entries()) {
    if (words.indexOf(word) < at) yield { path: pathOf(at), message: messageOf(word), help: 'Remove one of the two.' };
  }
}
