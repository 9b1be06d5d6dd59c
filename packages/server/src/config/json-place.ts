/** A place in a text, as people count: from 1, columns in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place of an offset. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - (before.lastIndexOf('\n') + 1) + 1 };
}

/**
 * Where the value at a JSON pointer stands, or, if there is none, the innermost object or list that should have it.
 * `isFound` tells which. INVARIANT: the text is valid JSON.
 */
export function findPointer(text: string, pointer: string): { readonly offset: number; readonly isFound: boolean } {
  const steps = pointer.split('/').slice(1).map(unescapeKey);
  let offset = skipSpace(text, 0);
  for (const step of steps) {
    const inner = findMember(text, offset, step);
    if (inner === undefined) return { offset, isFound: false };
    offset = inner;
  }
  return { offset, isFound: true };
}

function unescapeKey(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Where a member of the object or list at `offset` begins. */
function findMember(text: string, offset: number, step: string): number | undefined {
  const isObject = text[offset] === '{';
  if (!isObject && text[offset] !== '[') return undefined;
  let at = skipSpace(text, offset + 1);
  for (let index = 0; text[at] !== '}' && text[at] !== ']' && at < text.length; index += 1) {
    let key = String(index);
    if (isObject) {
      const end = skipValue(text, at);
      key = JSON.parse(text.slice(at, end)) as string;
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (key === step) return at;
    at = skipSpace(text, skipValue(text, at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return undefined;
}

function skipSpace(text: string, offset: number): number {
  let at = offset;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
}

/** Where the value that begins at `offset` ends. */
function skipValue(text: string, offset: number): number {
  let depth = 0;
  let at = offset;
  do {
    const letter = text[at];
    if (letter === '"') at = skipString(text, at);
    else if (letter === '{' || letter === '[') [at, depth] = [at + 1, depth + 1];
    else if (letter === '}' || letter === ']') [at, depth] = [at + 1, depth - 1];
    else at = depth === 0 ? skipWord(text, at) : at + 1;
  } while (depth > 0 && at < text.length);
  return at;
}

function skipString(text: string, offset: number): number {
  let at = offset + 1;
  while (text[at] !== '"' && at < text.length) at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** A number, or one of `true`, `false` and `null`. */
function skipWord(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !/[\s,\]}]/.test(text[at] ?? '')) at += 1;
  return at;
}
