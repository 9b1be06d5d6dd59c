/**
 * Whether typed text is a whole number of clauses, so that it can be read: outside strings and comments, its last
 * character is a period or an exclamation mark.
 */
export function isComplete(text: string): boolean {
  const bare = text.replace(stringOrComment, (match) => (match.startsWith('#') ? '' : 'string')).trimEnd();
  return /[.!]$/.test(bare) && !/[`"']/.test(bare);
}

/** Whether typed text says nothing: it is blank, or has only comments. */
export function isEmpty(text: string): boolean {
  return text.replace(/#[^\n]*/g, '').trim() === '';
}

/** Strings in the three quotes of the language, with escapes; comments to the end of their line. */
const stringOrComment = /`[^`]*`|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|#[^\n]*/g;
