import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ImportedModule, importModule } from './import-module.js';
import type { Problem } from './problem.js';

type Files = Readonly<Record<string, string>>;

/** Loads `actions.js` of a folder with these files, again and again. */
function moduleIn(files: Files): { load: (changed?: Files) => Promise<ImportedModule>; problems: Problem[] } {
  const root = mkdtempSync(path.join(tmpdir(), 'manglecp-module-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const problems: Problem[] = [];
  const write = (all: Files): void => {
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
  };
  write(files);
  return {
    problems,
    load: async (changed = {}) => {
      write(changed);
      const loaded = await importModule({ root, file: 'actions.js' }, (problem) => problems.push(problem));
      if (loaded === undefined) throw new Error(JSON.stringify(problems));
      return loaded;
    },
  };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

describe('a module of a pack', () => {
  it('is forgotten after a reload', async () => {
    const { load } = moduleIn({ 'actions.js': 'export const actions = { version: 0 };' });
    const old: WeakRef<object>[] = [];
    const remember = async (version: number): Promise<void> => {
      const { exports } = await load({ 'actions.js': `export const actions = { version: ${version} };` });
      expect(exports['actions']).toEqual({ version });
      old.push(new WeakRef(exports['actions'] as object));
    };
    for (let version = 1; version <= 10; version += 1) await remember(version);
    await breathe();
    collectGarbage();
    // The last one may still be on the stack.
    expect(old.slice(0, -1).filter((each) => each.deref() !== undefined)).toEqual([]);
  });

  it('imports packages in every way, each once for all reloads', async () => {
    const files = {
      'node_modules/modern/package.json': '{"name":"modern","type":"module","exports":"./index.js"}',
      'node_modules/modern/index.js':
        'globalThis.modernLoads = (globalThis.modernLoads ?? 0) + 1; export default "default"; export const word = "word"; export { word as "an odd name" };',
      'node_modules/classic/index.js': 'module.exports = { name: "classic" };',
      'lib.cjs': 'module.exports = require("classic").name;',
    };
    const text = (version: number): string => `
      import whole, { word, 'an odd name' as odd } from 'modern';
      import * as all from 'modern';
      import classic from 'classic';
      import { sep } from 'node:path';
      import fs from 'fs';
      import required from './lib.cjs';
      export const values = [${version}, whole, word, odd, all.word, classic.name, sep, typeof fs.readFileSync, required];
      export const where = [import.meta.url, import.meta.dirname, import.meta.filename];`;
    const { load } = moduleIn(files);
    for (const version of [1, 2]) {
      const { exports } = await load({ 'actions.js': text(version) });
      const words = ['default', 'word', 'word', 'word', 'classic', path.sep, 'function', 'classic'];
      expect(exports['values']).toEqual([version, ...words]);
      const [url, folder, file] = exports['where'] as string[];
      expect([url, file]).toEqual([`file://${folder}/actions.js`, `${folder}/actions.js`]);
    }
    expect(Reflect.get(globalThis, 'modernLoads')).toBe(1);
    Reflect.deleteProperty(globalThis, 'modernLoads');
  });

  it('may import packages later', async () => {
    const { load } = moduleIn({ 'actions.js': "export const later = async () => (await import('node:path')).sep;" });
    const { exports } = await load();
    expect(await (exports['later'] as () => Promise<unknown>)()).toBe(path.sep);
  });

  it('may wait for something while it is loaded', async () => {
    const { load } = moduleIn({
      'actions.js': "import { sep } from 'node:path'; export const found = await Promise.resolve(sep);",
    });
    expect((await load()).exports['found']).toBe(path.sep);
  });

  it('may not import what a package does not export', async () => {
    const { load, problems } = moduleIn({
      'actions.js': "import { nothing } from 'node:path'; export default nothing;",
    });
    await expect(load()).rejects.toThrow();
    expect(problems).toMatchObject([{ code: 'import-failed', file: 'actions.js', line: 1 }]);
  });

  it('whose package fails says so', async () => {
    const { load, problems } = moduleIn({
      'actions.js': "import 'broken';",
      'node_modules/broken/index.js': 'throw new Error("no licence");',
    });
    await expect(load()).rejects.toThrow();
    expect(problems).toMatchObject([
      { code: 'import-failed', message: expect.stringContaining('no licence') as string },
    ]);
  });
});
