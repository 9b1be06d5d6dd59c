import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, manglecp } from './command.js';

const config = { name: 'Clinic', version: '1.0.0', domain: { id: 'clinic' }, intents: [] };
const domain = 'slow("a").\nneeds_skill(Tool, "slow-queries") :- slow(Tool).\nneeds_skill("a", "indexes").\n';

/** A pack with two skills. */
function clinic(): string {
  const policy = 'sees_policy() :- intent_type(_, "audit").\n';
  const folder = folderWith({ 'manglecp.json': JSON.stringify(config), 'policy.mg': policy, 'domain.mg': domain });
  for (const id of ['slow-queries', 'indexes']) {
    mkdirSync(path.join(folder, 'skills', id), { recursive: true });
    writeFileSync(skillFile(folder, id), `---\r\nname: ${id}\r\ndescription: About ${id}.\r\n---\r\nText.\r\n`);
  }
  return folder;
}

function skillFile(folder: string, id: string): string {
  return path.join(folder, 'skills', id, 'SKILL.md');
}

interface Shown {
  readonly severity: string;
  readonly code: string;
}

async function codesOf(folder: string): Promise<readonly string[]> {
  const { output } = await manglecp(['check', folder, '--json']);
  return (JSON.parse(output) as readonly Shown[]).map(({ severity, code }) => `${severity} ${code}`);
}

describe('the reviews of skills', () => {
  it('MACRO-026 are noted by the command and asked for when rules change', async () => {
    const folder = clinic();
    const before = readFileSync(skillFile(folder, 'indexes'), 'utf8');
    const first = await manglecp(['check', folder]);
    expect(first).toMatchObject({ code: 0, errors: '' });
    expect(first.output).toMatch(/is in order\n2 skills have no review on record; .* --reviewed all/);

    const one = await manglecp(['check', folder, '--reviewed', 'slow-queries']);
    expect(one).toMatchObject({ code: 0, errors: '' });
    expect(one.output).toMatch(/^the review of slow-queries is noted\n.* is in order\nskill indexes has no review/);
    expect(readFileSync(skillFile(folder, 'indexes'), 'utf8')).toBe(before);
    const noted = readFileSync(skillFile(folder, 'slow-queries'), 'utf8');
    expect(noted.replace(/gate:\r\n(?: .*\r\n)+/, '')).toBe(before.replaceAll('indexes', 'slow-queries'));

    expect(await codesOf(folder)).toEqual([]);
    writeFileSync(path.join(folder, 'domain.mg'), domain.replace('slow("a")', 'slow("b")'));
    expect(await codesOf(folder)).toEqual(['warning skill-unreviewed']);
    const warned = await manglecp(['check', folder]);
    expect(warned.code).toBe(0);
    expect(warned.output).toMatch(/ is in order, 1 warning\n/);
    expect(warned.errors).toContain('`slow/1` changed');
    const all = await manglecp(['check', folder, '--reviewed', 'all']);
    expect(all).toMatchObject({ code: 0, errors: '' });
    expect(all.output).toMatch(
      /^the review of indexes is noted\nthe review of slow-queries is noted\n.* is in order\n$/,
    );
    expect(await codesOf(folder)).toEqual([]);
  });

  it('are not noted for skills that are not there, nor in a pack that does not load', async () => {
    const folder = clinic();
    const before = readFileSync(skillFile(folder, 'indexes'), 'utf8');
    const unknown = await manglecp(['check', folder, '--reviewed', 'indexes', '--reviewed', 'slow-query']);
    expect(unknown).toMatchObject({ code: 1, output: '' });
    expect(unknown.errors).toContain('Did you mean `slow-queries`?');
    writeFileSync(path.join(folder, 'domain.mg'), 'needs_skill("a", ');
    expect(await manglecp(['check', folder, '--reviewed', 'all'])).toMatchObject({ code: 1, output: '' });
    expect(readFileSync(skillFile(folder, 'indexes'), 'utf8')).toBe(before);
  });
});
