import { createSource } from '@manglecp/mangle';
import { suggestName } from '@manglecp/protocol';
import { fileProblem, warning } from './problem.js';
import { type Entry, listFolder, listOptional, type PackFolder, readText } from './read-files.js';
import { readSkill, type WrittenSkill } from './read-skill.js';

/** Instructions of this size are no longer read by anybody. */
export const maxSkillBytes = 1024 * 1024;
export const maxSkills = 1_000;

/** The file in the folder of a skill (Agent Skills convention). */
const skillFile = 'SKILL.md';

const idPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** The skills of a pack, one for each folder in `skills/`, in the order of their ids. */
export async function readSkills(folder: PackFolder, entries: readonly Entry[]): Promise<readonly WrittenSkill[]> {
  const inside = (await listOptional(folder, entries, 'skills')) ?? [];
  const folders = inside.filter(({ isFolder }) => isFolder);
  for (const { name, fault } of inside.filter(({ isFolder }) => !isFolder)) {
    if (fault === undefined) reportStray(folder, name);
    else folder.report(fault);
  }
  if (folders.length > maxSkills) {
    folder.report(fileProblem('too-many-skills', 'skills', `it has more than ${maxSkills} skills`));
    return [];
  }
  const skills: WrittenSkill[] = [];
  for (const { name } of folders) {
    const skill = await readFolder(folder, name);
    if (skill !== undefined) skills.push(skill);
  }
  return skills;
}

async function readFolder(folder: PackFolder, id: string): Promise<WrittenSkill | undefined> {
  const place = `skills/${id}`;
  if (!idPattern.test(id)) {
    const help = 'Small letters, digits, `.`, `_` and `-` make an id, at most 64 of them, a letter or digit first.';
    return void folder.report(fileProblem('skill-id', place, 'the name of the folder is no id of a skill', help));
  }
  const inside = await listFolder(folder, place);
  if (inside === undefined) return undefined;
  const names = inside.map(({ name }) => name);
  if (!names.includes(skillFile)) {
    const near = suggestName(
      skillFile.toLowerCase(),
      names.map((name) => name.toLowerCase()),
    );
    const found = names.find((name) => name.toLowerCase() === near);
    const help = found === undefined ? `Write \`${skillFile}\` in it, or remove the folder.` : renameHelp(found);
    return void folder.report(warning(fileProblem('no-skill', place, `it has no \`${skillFile}\``, help)));
  }
  const file = `${place}/${skillFile}`;
  const text = await readText(folder, file, { maxBytes: maxSkillBytes });
  return text === undefined ? undefined : readSkill(id, createSource(file, text), folder.report);
}

function renameHelp(name: string): string {
  return `Rename \`${name}\` to \`${skillFile}\`.`;
}

/** Whoever puts a file there means a skill; but not with a file that explains the folder. */
function reportStray(folder: PackFolder, name: string): void {
  if (/^readme\.md$/i.test(name)) return;
  const help = `A skill is a folder with a file \`${skillFile}\`.`;
  folder.report(warning(fileProblem('stray-file', `skills/${name}`, 'it is no skill', help)));
}
