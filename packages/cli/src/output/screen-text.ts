/** Control characters, lone surrogates, line separators and the marks that change the direction of text. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\t', '\\t'],
]);

/**
 * A line for a screen: what would move the cursor or turn the text around is written as an escape sequence of the
 * language. Into a pipe facts go as they are.
 */
export function screenLine(line: string): string {
  return line.replace(unprintable, (character) => shortEscapes.get(character) ?? escaped(character));
}

/** Several lines for a screen, with their ends and tabs as they are. */
export function screenText(text: string): string {
  return text.replace(unprintable, (character) => (shortEscapes.has(character) ? character : escaped(character)));
}

function escaped(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length <= 2 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex.padStart(6, '0')}}`;
}
