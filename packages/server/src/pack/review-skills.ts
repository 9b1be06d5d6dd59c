import { writeFile } from 'node:fs/promises';
import { createSource } from '@manglecp/mangle';
import { suggestName } from '@manglecp/protocol';
import { isMap } from 'yaml';
import { type FrontEntry, type FrontMatter, readFrontEntries, spanOf } from './front-matter.js';
import type { Pack, PackSkill, SkillGate } from './pack.js';
import { fileProblem, placedProblem, type Problem } from './problem.js';
import { findFolder, type PackFolder, readText, resolveInside } from './read-files.js';
import { readSkill } from './read-skill.js';
import { maxSkillBytes } from './read-skills.js';

export interface Reviewed {
  /** The ids of the skills whose reviews are on record now. */
  readonly recorded: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Writes into the front matter of skills that they were reviewed beside the rules as they are now (Spec 06 §4.5). Of each
 * file only the entry `gate` changes; every other byte stays. Nothing is written if the pack lacks one of them.
 */
export async function recordReviews(pack: Pack, ids: readonly string[] | 'all'): Promise<Reviewed> {
  const recorded: string[] = [];
  const problems: Problem[] = [];
  const wanted = ids === 'all' ? [...pack.skills.keys()] : [...new Set(ids)];
  const missing = wanted.filter((id) => !pack.skills.has(id));
  if (missing.length > 0) return { recorded, problems: missing.map((id) => notThere(id, pack)) };
  const report = (each: Problem): void => void problems.push(each);
  const root = await findFolder(pack.folder, report);
  if (root === undefined) return { recorded, problems };
  const folder = { root, report };
  for (const skill of wanted.flatMap((id) => pack.skills.get(id) ?? [])) {
    if (await recordReview(folder, skill)) recorded.push(skill.id);
  }
  return { recorded, problems: problems.filter(({ severity }) => severity !== 'warning') };
}

function notThere(id: string, { skills }: Pack): Problem {
  const near = suggestName(id, skills.keys());
  const help = near === undefined ? `There are ${skills.size} skills.` : `Did you mean \`${near}\`?`;
  return fileProblem('unknown-skill', 'skills', `the pack has no skill \`${id}\``, help);
}

async function recordReview(folder: PackFolder, { id, gate }: PackSkill): Promise<boolean> {
  const file = `skills/${id}/SKILL.md`;
  const text = await readText(folder, file, { maxBytes: maxSkillBytes });
  const path = await resolveInside(folder, file);
  if (text === undefined || path === undefined) return false;
  const written = writeGate({ id, file, text, gate }, folder.report);
  if (written === undefined) return false;
  try {
    if (written !== text) await writeFile(path, written);
    return true;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    folder.report(fileProblem('unwritable', file, `it cannot be written: ${reason}`));
    return false;
  }
}

interface Writing {
  readonly id: string;
  readonly file: string;
  readonly text: string;
  readonly gate: SkillGate;
}

/** The text of a skill with another `gate`; undefined, with a problem reported, if it cannot be put in. */
export function writeGate({ id, file, text, gate }: Writing, report: (problem: Problem) => void): string | undefined {
  const source = createSource(file, text);
  const skill = readSkill(id, source, report);
  const entries = skill === undefined ? undefined : readFrontEntries(skill.front, report);
  if (skill === undefined || entries === undefined) return undefined;
  const written = replaceGate(skill.front, entries, gate);
  // Flow style and other rarities may not take an entry as it is written; what was there must be what is there.
  const again = written === undefined ? undefined : readSkill(id, createSource(file, written), () => undefined);
  const { front: _, gateEntry: _entry, reviewedGate: _gate, ...rest } = skill;
  const isSame =
    again !== undefined &&
    Object.entries(rest).every(([key, value]) => sameJson(value, again[key as keyof typeof rest])) &&
    sameJson([...(again.reviewedGate ?? [])], [...gate]);
  if (isSame) return written;
  const span = { source, start: skill.front.start, end: skill.front.start };
  const help = 'Write each key of the front matter on a line of its own.';
  return void report(placedProblem('skill', span, 'the review cannot be written into this front matter', help));
}

function replaceGate(
  { source, start, end, lineEnd }: FrontMatter,
  entries: readonly FrontEntry[],
  gate: SkillGate,
): string | undefined {
  const { text } = source;
  const first = entries[0]?.keySpan.start ?? start;
  const indent = text.slice(text.lastIndexOf('\n', first - 1) + 1, first);
  if (!/^ *$/.test(indent)) return undefined;
  const lines = [`gate:${gate.size === 0 ? ' {}' : ''}`, ...Array.from(gate, ([key, digest]) => `  ${key}: ${digest}`)];
  const entry = lines.join(`${lineEnd}${indent}`);
  const old = entries.find(({ key }) => key === 'gate');
  if (old === undefined) return `${text.slice(0, end)}${indent}${entry}${lineEnd}${text.slice(end)}`;
  const { keySpan, value, valueSpan } = old;
  const oldEnd = Math.max(lastEnd(value, start) ?? valueSpan.end, keySpan.end + 1);
  return `${text.slice(0, keySpan.start)}${entry}${text.slice(oldEnd)}`;
}

/** Where the last word of a value ends: what follows it, such as a comment, is not its own. */
function lastEnd(node: unknown, offset: number): number | undefined {
  if (!isMap(node) || node.flow === true) return spanOf({ name: '', text: '' }, node, offset)?.end;
  const last = node.items.at(-1);
  return last === undefined ? undefined : lastEnd(last.value, offset);
}

function sameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
