import { compareText } from '@manglecp/mangle';

/** What can be completed: commands at the start of a line, predicates and builtins anywhere. */
export interface Vocabulary {
  readonly commands: readonly string[];
  readonly predicates: readonly string[];
  readonly builtins: readonly string[];
}

/** For `node:readline`: the candidates for the last word of a line, and that word. */
export function complete(line: string, { commands, predicates, builtins }: Vocabulary): [string[], string] {
  if (/^:\w*$/.test(line)) return [startingWith(line, commands), line];
  const word = /[:\w.]*$/.exec(line)?.[0] ?? '';
  // Without a letter the hundred builtins would only push the few predicates off the screen.
  return [startingWith(word, word === '' ? predicates : [...predicates, ...builtins]), word];
}

function startingWith(word: string, names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name.startsWith(word)).sort(compareText);
}
