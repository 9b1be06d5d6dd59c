import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../packages/cli/src/command-table.js';
import { packCommands } from '../../packages/cli/src/manglecp-table.js';
import { listFiles, readJson, readText } from './repository.js';

const documents = listFiles().filter((file) => file.endsWith('.md'));
const { scripts } = readJson('package.json') as { scripts: Record<string, string> };

describe.each(documents)('%s', (document) => {
  const text = readText(document);

  it('names only npm scripts that exist', () => {
    const named = Array.from(text.matchAll(/\bnpm run ([\w:-]+)/g), ([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names only commands that exist', () => {
    for (const [program, table] of [['mangle', commands] as const, ['manglecp', packCommands] as const]) {
      const names = table.map(({ name }) => name);
      const named = Array.from(text.matchAll(new RegExp(`\\bnpx ${program} ([a-z]+)`, 'g')), ([, name = '']) => name);
      expect(named.filter((name) => !names.includes(name))).toEqual([]);
    }
  });

  it('links only to files that exist', () => {
    const files = new Set(listFiles());
    const targets = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g), ([, target = '']) =>
      path.posix.join(path.posix.dirname(document), target),
    );
    const exists = (target: string) =>
      files.has(target) || [...files].some((file) => file.startsWith(`${target.replace(/\/$/, '')}/`));
    expect(targets.filter((target) => !exists(target))).toEqual([]);
  });
});
