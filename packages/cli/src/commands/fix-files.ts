import {
  applicableFixes,
  applyFixesToAll,
  createSource,
  type Diagnostic,
  type Fix,
  positionAt,
  type Source,
} from '@manglecp/mangle';
import { screenLine } from '../output/screen-text.js';
import { writeSource } from '../output/write-source.js';

/** Sources after their fixes, and what was done to them. */
export interface Fixed {
  readonly sources: readonly Source[];
  readonly fileCount: number;
  /** One line a fix, `FILE:LINE: what it does`, in the order in which they were applied. */
  readonly changes: readonly string[];
}

/** A fix may uncover another mistake or exclude a fix beside it, so fixing goes on until nothing changes. */
const maxRounds = 20;

/** Applies the fixes that `check` gives to the files of the sources. */
export async function fixFiles(
  given: readonly Source[],
  check: (sources: readonly Source[]) => readonly Diagnostic[],
  { includesJudgment }: { readonly includesJudgment: boolean },
): Promise<Fixed> {
  let sources = given;
  const changes: string[] = [];
  for (let round = 0; round < maxRounds; round++) {
    const fixes = check(sources).flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
    const applied = applicableFixes(fixes.filter(({ needsJudgment }) => includesJudgment || !needsJudgment));
    if (applied.length === 0) break;
    changes.push(...applied.map(changeText));
    const texts = applyFixesToAll(applied);
    sources = sources.map((source) => {
      const text = texts.get(source);
      return text === undefined ? source : createSource(source.name, text);
    });
  }
  const changed = sources.filter((source, index) => source !== given[index]);
  for (const { name, text } of changed) await writeSource(name, text);
  return { sources, fileCount: changed.length, changes };
}

function changeText({ title, edits }: Fix): string {
  const [first] = edits;
  if (first === undefined) return title;
  const { source, start } = first.span;
  return screenLine(`${source.name}:${positionAt(source, start).line}: ${title}`);
}
