/** Longer lines are cut: a condensed tool should cost some twenty tokens (Spec 05 §5.1). */
const maxLength = 160;

/** The first sentence of a text, in one line. */
export function oneLine(text: string): string {
  const flat = text.replace(/[\s\u0085]+/gu, ' ').trim();
  return clipWords(firstSentence(flat), ({ length }) => length <= maxLength);
}

/**
 * A sentence ends at `.`, `!` or `?` before a blank, unless a small letter follows the point, or the point belongs to an
 * abbreviation: of letters with points, as in `e.g.`, of one letter, or of a list.
 */
function firstSentence(flat: string): string {
  for (const { index, 0: mark } of flat.matchAll(/[.!?](?=\s|$)/gu)) {
    const end = index + mark.length;
    if (mark !== '.' || !(isAbbreviation(flat.slice(0, end)) || /^\s+\p{Ll}/u.test(flat.slice(end)))) {
      return flat.slice(0, end);
    }
  }
  return flat;
}

const abbreviations: ReadonlySet<string> = new Set([
  'approx',
  'cf',
  'dept',
  'dr',
  'ed',
  'est',
  'etc',
  'fig',
  'incl',
  'max',
  'min',
  'mr',
  'mrs',
  'ms',
  'no',
  'nr',
  'prof',
  'resp',
  'st',
  'vs',
]);

/** Whether the point at the end of a text does not end its sentence. */
function isAbbreviation(text: string): boolean {
  const [, word = ''] = /(?:^|[\s(["'])([\p{L}.]+)\.$/u.exec(text) ?? [];
  return /^\p{L}(?:\.\p{L})*$/u.test(word) || abbreviations.has(word.toLowerCase());
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
