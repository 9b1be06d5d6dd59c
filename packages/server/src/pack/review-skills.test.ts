import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPack } from './load-pack.js';
import type { Problem } from './problem.js';
import { recordReviews, writeGate } from './review-skills.js';
import { brief, writePack } from './tiny-pack.suite.js';

const gate = new Map([
  ['needs_skill/2', 'sha256:0011223344556677'],
  ['slow/1', 'sha256:8899aabbccddeeff'],
]);
const entry = 'gate:\n  needs_skill/2: sha256:0011223344556677\n  slow/1: sha256:8899aabbccddeeff';

function write(text: string): { readonly text: string | undefined; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const written = writeGate({ id: 's', file: 'skills/s/SKILL.md', text, gate }, (problem) => problems.push(problem));
  return { text: written, problems };
}

describe('a review is written', () => {
  const head = 'name: s\ndescription: About s.';

  it.each([
    ['at the end of the front matter', `---\n${head}\n---\nText.`, `---\n${head}\n${entry}\n---\nText.`],
    [
      'after what stands there, comments included',
      `---\n# a\n${head} # b\n# c\n\n---\n\n\nText.  \n\n---\n`,
      `---\n# a\n${head} # b\n# c\n\n${entry}\n---\n\n\nText.  \n\n---\n`,
    ],
    [
      'in the place of the last one',
      `---\ngate:\n  p/1: sha256:00 # old\n  # of p\n\n${head}\n---\nText.`,
      `---\n${entry} # old\n  # of p\n\n${head}\n---\nText.`,
    ],
    [
      'in the place of a flow',
      `---\ngate: { p/1: a, q/1: b } # c\n${head}\n---\nText.`,
      `---\n${entry} # c\n${head}\n---\nText.`,
    ],
    [
      'in the place of an empty one',
      `---\nname: s\ngate: {}\ndescription: a\n---\nText.`,
      `---\nname: s\n${entry}\ndescription: a\n---\nText.`,
    ],
    ['and nothing changes if it is there', `---\n${head}\n${entry}\n---\nText.`, `---\n${head}\n${entry}\n---\nText.`],
    [
      'as far in as the others',
      '---\n  name: s\n  description: a\n---\nText.',
      `---\n  name: s\n  description: a\n${entry.replace(/^/gm, '  ')}\n---\nText.`,
    ],
    [
      'with the line ends of the file, and its byte-order mark',
      `\uFEFF---\r\nname: s\r\ndescription: a\r\n---\r\nText.\nMixed.\r\n`,
      `\uFEFF---\r\nname: s\r\ndescription: a\r\n${entry.replaceAll('\n', '\r\n')}\r\n---\r\nText.\nMixed.\r\n`,
    ],
  ])('%s', (_, text, expected) => {
    expect(write(text)).toEqual({ text: expected, problems: [] });
  });

  it.each([
    ['a front matter in braces', '---\n{ name: s, description: a }\n---\nText.', 'skill'],
    ['what is no skill', 'Text.', 'front-matter'],
  ])('and not into %s', (_, text, code) => {
    const { text: written, problems } = write(text);
    expect(written).toBeUndefined();
    expect(problems.map((each) => each.code)).toEqual([code]);
  });
});

describe('reviews', () => {
  const files = {
    'domain.mg': 'slow("a").\nneeds_skill(T, "s") :- slow(T).\nneeds_skill("a", "t").\n',
    'skills/s/SKILL.md': '---\nname: s\ndescription: About s.\n---\nText.\n',
    'skills/t/SKILL.md': '---\nname: t\ndescription: About t.\n---\nText.\n',
  };

  async function load(folder: string) {
    const loaded = await loadPack(folder);
    if ('pack' in loaded) return loaded.pack;
    throw new Error(brief(loaded.problems).join('\n'));
  }

  it('MACRO-026 are recorded for the rules as they are, and warn when these change', async () => {
    const folder = await writePack(files);
    const pack = await load(folder);
    expect(await recordReviews(pack, 'all')).toEqual({ recorded: ['s', 't'], problems: [] });
    const after = await load(folder);
    expect(brief(after.warnings)).toEqual(['no-policy policy.mg']);
    expect(after.skills.get('s')?.reviewedGate).toEqual(after.skills.get('s')?.gate);
    await writeFile(path.join(folder, 'domain.mg'), files['domain.mg'].replace('slow("a")', 'slow("b")'));
    expect(brief((await load(folder)).warnings)).toContain('skill-unreviewed skills/s/SKILL.md 4');
  });

  it('of a skill that is not there record nothing at all', async () => {
    const folder = await writePack(files);
    const { recorded, problems } = await recordReviews(await load(folder), ['s', 'u', '../s']);
    expect(recorded).toEqual([]);
    expect(brief(problems)).toEqual(['unknown-skill skills', 'unknown-skill skills']);
    expect(await readFile(path.join(folder, 'skills/s/SKILL.md'), 'utf8')).toBe(files['skills/s/SKILL.md']);
  });

  it('leave files alone that say so already', async () => {
    const folder = await writePack(files);
    const pack = await load(folder);
    await recordReviews(pack, 'all');
    const file = path.join(folder, 'skills/s/SKILL.md');
    const [text, { mtimeNs }] = [await readFile(file, 'utf8'), await stat(file, { bigint: true })];
    await recordReviews(await load(folder), ['s', 's']);
    expect(await readFile(file, 'utf8')).toBe(text);
    expect((await stat(file, { bigint: true })).mtimeNs).toBe(mtimeNs);
  });
});
