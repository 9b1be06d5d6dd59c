/** Longer lines are cut: a condensed tool should cost some twenty tokens (Spec 05 §5.1). */
const maxLength = 160;

/** The first sentence of a text, in one line. */
export function oneLine(text: string): string {
  const flat = text.replace(/[\s\u0085]+/gu, ' ').trim();
  const [sentence = flat] = /^.*?[.!?](?=\s|$)/u.exec(flat) ?? [];
  return clipWords(sentence, ({ length }) => length <= maxLength);
}

/** As many words of a text as fit, with a mark where it was cut. */
export function clipWords(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const words = text.split(' ');
  let [low, high] = [0, words.length - 1];
  // INVARIANT: `low` words fit, or none do.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cut(words, middle))) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? clipCharacters(text, fits) : cut(words, low);
}

function cut(words: readonly string[], count: number): string {
  return `${words.slice(0, count).join(' ')} …`;
}

/** For a text that begins with a very long word. */
function clipCharacters(text: string, fits: (text: string) => boolean): string {
  const characters = Array.from(text);
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(`${characters.slice(0, middle).join('')}…`)) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join('')}…`;
}
