/** The categories of Spec 06 §2.3. `none` stands alone (C-26). */
export const sideEffects: readonly string[] = [
  'none',
  'filesystem',
  'network',
  'database',
  'browser',
  'process',
  'payments',
  'authentication',
  'destructive',
];

/** Whether this is a category of side effects: a standard one, or one of somebody's own. */
export function isSideEffect(word: string): boolean {
  return sideEffects.includes(word) || isOwnWord(word);
}

/** Words that no specification defines begin like this. */
export function isOwnWord(word: string): boolean {
  return /^x-./.test(word);
}
