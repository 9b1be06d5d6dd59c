import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPack } from './load-pack.js';
import { firstSentence } from './read-skill.js';
import { maxSkillBytes } from './read-skills.js';
import { brief, type Files, loadTiny, problemsOf, writePack } from './tiny-pack.suite.js';

const head = 'name: Slow queries\ndescription: How to make a query faster. Read it first.';
const domain = 'needs_skill("trace", "slow-queries").';
const place = 'skills/slow-queries/SKILL.md';

/** A pack with one skill whose front matter is this text. */
function withFront(front: string, content = 'Look at the plan.\n'): Files {
  return { 'domain.mg': domain, [place]: `---\n${front}\n---\n${content}` };
}

async function skillOf(files: Files) {
  const { skills } = await loadTiny(files);
  return skills.get('slow-queries');
}

describe('a skill', () => {
  it('MACRO-024 has what its file says, and defaults', async () => {
    const { skills, warnings } = await loadTiny(withFront(head));
    expect([...skills.keys()]).toEqual(['slow-queries']);
    expect(warnings).toEqual([]);
    expect(skills.get('slow-queries')).toMatchObject({
      id: 'slow-queries',
      name: 'Slow queries',
      description: 'How to make a query faster. Read it first.',
      summary: 'How to make a query faster.',
      content: 'Look at the plan.',
      contentType: 'text/markdown',
      resources: [],
    });
  });

  it('MACRO-024 may say more', async () => {
    const front = [
      head,
      'summary: Faster queries.',
      'content_type: Text/Plain',
      'resources:',
      '  - uri: https://example.org/plans',
      '    type: text/html',
      '    description: About plans',
      '  - uri: docs/plans.md',
      'license: Apache-2.0',
      'compatibility: any',
      'allowed-tools: [Bash]',
      'metadata: { a: [1, { b: 2 }] }',
      'x-color: blue',
    ];
    const { skills, warnings } = await loadTiny(withFront(front.join('\n')));
    expect(warnings).toEqual([]);
    expect(skills.get('slow-queries')).toMatchObject({
      summary: 'Faster queries.',
      contentType: 'text/plain',
      resources: [
        { uri: 'https://example.org/plans', type: 'text/html', description: 'About plans' },
        { uri: 'docs/plans.md' },
      ],
    });
  });

  it('is the same whatever ends its lines, and with a byte-order mark', async () => {
    const text = `---\n${head}\n---\n\n  \n    code\n\nText with a rule:\n\n---\n\nThe end.  \n\n`;
    const plain = await skillOf({ 'domain.mg': domain, [place]: text });
    const marked = await skillOf({ 'domain.mg': domain, [place]: `\uFEFF${text.replaceAll('\n', '\r\n')}` });
    expect(plain?.content).toBe('    code\n\nText with a rule:\n\n---\n\nThe end.');
    expect(marked).toEqual(plain);
  });

  it('has texts on one line', async () => {
    const skill = await skillOf(withFront('name: "a\\tb"\ndescription: >\n  Two\n  lines.\n\n  More.\n'));
    expect(skill).toMatchObject({ name: 'a b', description: 'Two lines. More.', summary: 'Two lines.' });
  });

  it.each([
    ['no sentence', 'no sentence'],
    ['One. Two.', 'One.'],
    ['Is it? Yes!', 'Is it?'],
    ['Version 2.5 is fine. Then', 'Version 2.5 is fine.'],
    ['Use it, e.g. when slow. Stop.', 'Use it, e.g. when slow.'],
    ['一。二。', '一。'],
    ['', ''],
  ])('the first sentence of %j is %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence);
  });
});

describe('a file that is no skill is refused:', () => {
  const cases: readonly [string, string | Uint8Array, string][] = [
    ['empty', '', `front-matter ${place} 1`],
    ['no front matter', '# Slow queries\n', `front-matter ${place} 1`],
    ['a front matter without an end', `---\n${head}\n`, `front-matter ${place} 1`],
    ['an end on the same line', `---\n${head} ---\ntext`, `front-matter ${place} 1`],
    ['an end behind another line separator', `---\n${head}\u2028---\u2028text`, `front-matter ${place} 1`],
    [
      'a front matter that is too long',
      `---\n${head}\nx-a: ${'a'.repeat(20_000)}\n---\ntext`,
      `front-matter ${place} 1`,
    ],
    ['an empty front matter', '---\n---\ntext', `front-matter ${place} 2`],
    ['a list', '---\n- a\n---\ntext', `front-matter ${place} 2`],
    ['a text', '---\nhello\n---\ntext', `front-matter ${place} 2`],
    ['a key twice', `---\n${head}\nname: b\n---\ntext`, `front-matter ${place} 4`],
    ['a key that is no text', `---\n${head}\n? [a]\n: b\n---\ntext`, `front-matter ${place} 4`],
    ['a tag', `---\n${head}\nx-a: !!js/function "a"\n---\ntext`, `front-matter ${place} 4`],
    ['bytes', `---\n${head}\nx-a: !!binary aGk=\n---\ntext`, `front-matter ${place} 4`],
    ['a tab', `---\n${head}\nx-a:\n\t- b\n---\ntext`, `front-matter ${place} 5`],
    ['two documents', `---\n${head}\n...\nname: b\n---\ntext`, `front-matter ${place} 5`],
    ['no name', '---\ndescription: a\n---\ntext', `skill ${place} 1`],
    ['no description', '---\nname: a\n---\ntext', `skill ${place} 1`],
    ['a number for a name', '---\nname: 1\ndescription: a\n---\ntext', `skill ${place} 2`],
    ['a list for a name', '---\nname: [a]\ndescription: a\n---\ntext', `skill ${place} 2`],
    ['nothing for a name', '---\nname:\ndescription: a\n---\ntext', `skill ${place} 2`],
    ['spaces for a name', '---\nname: "  "\ndescription: a\n---\ntext', `skill ${place} 2`],
    ['a reference for a name', '---\nx-a: &a b\nname: *a\ndescription: a\n---\ntext', `skill ${place} 3`],
    ['a long description', `---\nname: a\ndescription: ${'a'.repeat(1025)}\n---\ntext`, `skill ${place} 3`],
    ['a header in its type', `---\n${head}\ncontent_type: "text/a\\r\\nx-b: c"\n---\ntext`, `skill ${place} 4`],
    ['parameters of its type', `---\n${head}\ncontent_type: text/a; charset=b\n---\ntext`, `skill ${place} 4`],
    ['resources that are no list', `---\n${head}\nresources: a\n---\ntext`, `skill ${place} 4`],
    ['a resource that is a text', `---\n${head}\nresources:\n  - a\n---\ntext`, `skill ${place} 5`],
    ['a resource without an address', `---\n${head}\nresources:\n  - type: a\n---\ntext`, `skill ${place} 5`],
    ['an address that is a number', `---\n${head}\nresources:\n  - uri: 1\n---\ntext`, `skill ${place} 5`],
    ['a gate that is a text', `---\n${head}\ngate: a\n---\ntext`, `skill ${place} 4`],
    ['a gate of lists', `---\n${head}\ngate:\n  p/1: [a]\n---\ntext`, `skill ${place} 5`],
    ['no content', `---\n${head}\n---\n \n\n`, `skill ${place} 4`],
    ['invalid UTF-8', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff]), `not-utf8 ${place}`],
    ['more than a megabyte', `---\n${head}\n---\n${'a'.repeat(maxSkillBytes)}`, `file-too-large ${place}`],
  ];

  it.each(cases)('MACRO-024 %s', async (_, text, expected) => {
    const problems = await problemsOf({ 'domain.mg': domain, [place]: text });
    expect(brief(problems)).toEqual([expected]);
    expect(problems.every(({ help }) => help !== '')).toBe(true);
  });

  it('whatever its front matter does to a parser', async () => {
    const laughs = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (const [one, other] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg', 'ih', 'ji']) {
      laughs.push(`${one}: &${one} [${Array.from({ length: 9 }, () => `*${other}`).join(', ')}]`);
    }
    const hostile = [`metadata:\n  ${laughs.join('\n  ')}`, `x-a: ${'['.repeat(8000)}`, `x-a:\n  ${'- '.repeat(4000)}`];
    const found = await Promise.all(hostile.map((text) => problemsOf(withFront(`${head}\n${text}`))));
    // References are never followed, so that the first one is only a long way to say nothing.
    expect(found.map((problems) => problems.length > 0)).toEqual([false, true, true]);
    expect(found.flat().every(({ code }) => code === 'front-matter')).toBe(true);
  });

  it('keys that objects have are keys like others', async () => {
    const front = `${head}\n__proto__:\n  name: evil\n  summary: evil\nconstructor: a\n"<<": { summary: evil }`;
    const { skills, warnings } = await loadTiny(withFront(front));
    expect(skills.get('slow-queries')).toMatchObject({ name: 'Slow queries', summary: 'How to make a query faster.' });
    expect(brief(warnings)).toEqual([`unknown-key ${place} 4`, `unknown-key ${place} 7`, `unknown-key ${place} 8`]);
    expect(Object.hasOwn(Object.prototype, 'summary')).toBe(false);
  });

  it('a key that means nothing is a warning with a suggestion', async () => {
    const { warnings } = await loadTiny(withFront(`${head}\nsumary: a\nresources: [{ uri: a, typ: b }]`));
    expect(brief(warnings)).toEqual([`unknown-key ${place} 4`, `unknown-key ${place} 5`]);
    expect(warnings.map(({ help }) => help)).toEqual(['Did you mean `summary`?', 'Did you mean `type`?']);
  });
});

describe('the folder of skills', () => {
  it.each(['Slow', '-slow', 'slow queries', 'slöw', 'a'.repeat(65), 'a%2fb', 'a\\b', 'a:b'])(
    'refuses the id %s',
    async (id) => {
      const text = `---\n${head}\n---\ntext`;
      expect(brief(await problemsOf({ [`skills/${id}/SKILL.md`]: text }))).toEqual([`skill-id skills/${id}`]);
    },
  );

  it('warns of what is no skill', async () => {
    const { skills, warnings } = await loadTiny({
      'skills/README.md': '# Skills',
      'skills/notes.md': 'a',
      'skills/a/skill.md': 'a',
      'skills/b/notes.txt': 'a',
      'skills/.hidden/SKILL.md': 'a',
    });
    expect(skills.size).toBe(0);
    expect(brief(warnings)).toEqual(['stray-file skills/notes.md', 'no-skill skills/a', 'no-skill skills/b']);
    expect(warnings[1]?.help).toBe('Rename `skill.md` to `SKILL.md`.');
  });

  it('must be a folder', async () => {
    expect(brief(await problemsOf({ skills: 'a' }))).toEqual(['not-a-folder skills']);
  });

  it('refuses links that lead out of the pack, and a folder in the place of the file', async () => {
    const outside = await writePack({ 'SKILL.md': `---\n${head}\n---\ntext` });
    const folder = await writePack({ 'skills/a/notes.md': '' });
    await symlink(outside, path.join(folder, 'skills/b'));
    await symlink(path.join(outside, 'SKILL.md'), path.join(folder, 'skills/a/SKILL.md'));
    await mkdir(path.join(folder, 'skills/c/SKILL.md'), { recursive: true });
    const loaded = await loadPack(folder);
    expect(brief('problems' in loaded ? loaded.problems : [])).toEqual([
      'outside skills/a/SKILL.md',
      'outside skills/b',
      'not-a-file skills/c/SKILL.md',
    ]);
  });

  it('follows links inside the pack', async () => {
    const folder = await writePack({ 'texts/s/SKILL.md': `---\n${head}\n---\ntext`, 'skills/README.md': '' });
    await symlink('../texts/s', path.join(folder, 'skills/s'));
    const loaded = await loadPack(folder);
    expect('pack' in loaded && [...loaded.pack.skills.keys()]).toEqual(['s']);
  });
});
