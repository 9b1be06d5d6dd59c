import { expect, it } from 'vitest';
import { writeFiles, writePack } from './tiny-pack.suite.js';
import { isIgnored, watchPack } from './watch-pack.js';

/** A watch, and a promise of its next call. */
async function watched(folder: string) {
  let called = (): void => undefined;
  let count = 0;
  const watch = watchPack(
    folder,
    () => {
      count += 1;
      called();
    },
    { quietMs: 20 },
  );
  await watch.ready;
  return { watch, next: () => new Promise<void>((resolve) => (called = resolve)), count: () => count };
}

it.each(['domain.mg', 'facts/p.csv', 'manglecp.json', 'actions.ts', 'lib/help.js', 'skills/a/SKILL.md'])(
  'a change of %s is told',
  async (file) => {
    const folder = await writePack({});
    const { watch, next } = await watched(folder);
    const change = next();
    await writeFiles(folder, { [file]: '{}' });
    await change;
    await watch.close();
  },
);

it.each([
  ['', false, false],
  ['domain.mg', true, false],
  ['domain', false, false],
  ['domain/a.mg', true, false],
  ['facts/p.csv', true, false],
  ['skills/a/SKILL.md', true, false],
  ['../over.conf', true, false],
  ['.domain.mg.swp', true, true],
  ['domain.mg~', true, true],
  ['#domain.mg#', true, true],
  ['4913', true, true],
  ['facts/p.csv.tmp', true, true],
  ['.git', false, true],
  ['tests/a.json', true, true],
  ['node_modules/a/index.js', true, true],
  ['audit.log', true, true],
  ['audit.jsonl', true, true],
])('of %j (a file: %s) is ignored: %s', (file, isFile, expected) => {
  expect(isIgnored(file, isFile)).toBe(expected);
});

it('nothing is told after the end', async () => {
  const folder = await writePack({});
  const { watch, count } = await watched(folder);
  await writeFiles(folder, { 'domain.mg': 'p(1).' });
  await watch.close();
  await watch.close();
  expect(count()).toBe(0);
});
