import type { Source } from '../text/source.js';
import type { Edit, Fix } from './diagnostic.js';

/**
 * The text of a source after the fixes. A fix is applied whole or not at all: one that overlaps a fix accepted before
 * it in the list is left out, and can be tried again on the result.
 */
export function applyFixes(source: Source, fixes: readonly Fix[]): string {
  return applyEdits(source, accept(fixes).edits);
}

/** The new text of every source that the fixes change; fixes may span several sources. */
export function applyFixesToAll(fixes: readonly Fix[]): Map<Source, string> {
  const { edits } = accept(fixes);
  const sources = new Set(edits.map(({ span }) => span.source));
  return new Map(Array.from(sources, (source) => [source, applyEdits(source, edits)]));
}

/** The fixes that the functions of this module apply when they are given these; not those that only repeat others. */
export function applicableFixes(fixes: readonly Fix[]): readonly Fix[] {
  return accept(fixes).fixes;
}

interface Accepted {
  readonly fixes: readonly Fix[];
  /** Each once, although two fixes may have it in common. */
  readonly edits: readonly Edit[];
}

function accept(fixes: readonly Fix[]): Accepted {
  const accepted: { fixes: Fix[]; edits: Edit[] } = { fixes: [], edits: [] };
  for (const fix of fixes) {
    const fresh = fix.edits.filter((edit) => !accepted.edits.some((other) => isSameEdit(edit, other)));
    const isExcluded = fresh.some((edit) => accepted.edits.some((other) => overlaps(edit, other)));
    if (isExcluded || fresh.length === 0) continue;
    accepted.fixes.push(fix);
    accepted.edits.push(...fresh);
  }
  return accepted;
}

function applyEdits(source: Source, edits: readonly Edit[]): string {
  const own = edits.filter(({ span }) => span.source === source);
  own.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let result = '';
  let at = 0;
  for (const { span, text } of own) {
    result += source.text.slice(at, span.start) + text;
    at = span.end;
  }
  return result + source.text.slice(at);
}

function isSameEdit(a: Edit, b: Edit): boolean {
  return isSamePlace(a, b) && a.text === b.text;
}

function isSamePlace(a: Edit, b: Edit): boolean {
  return a.span.source === b.span.source && a.span.start === b.span.start && a.span.end === b.span.end;
}

/** Two insertions at one point overlap as well: their order would be a guess. */
function overlaps(a: Edit, b: Edit): boolean {
  if (a.span.source !== b.span.source) return false;
  return isSamePlace(a, b) || (a.span.start < b.span.end && b.span.start < a.span.end);
}
