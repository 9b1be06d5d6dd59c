/** Nobody needs more of a text to recognize it, and an answer should not be as large as what it answers. */
const maxLength = 128;

/** A text of the peer as far as it is sent back. */
export function clip(text: string): string {
  // Half of a pair at the cut would be no character.
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A text of the peer in backticks, as messages show it: in one line, and not longer than `clip` allows. */
export function quote(text: string): string {
  return `\`${clip(text).replace(/[\p{Cc}\u2028\u2029]/gu, escapeUnit)}\``;
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
