import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareText } from '@manglecp/mangle';
import { InvalidArgumentError } from 'commander';
import { defineCommand } from '../commands/command.js';
import { makeFolder } from '../output/make-folder.js';
import type { Outcome } from '../output/outcome.js';
import { fileError, UsageError } from '../terminal/terminal.js';
import { ownCommand, shellWord } from './own-command.js';

interface InitOptions {
  readonly name?: string;
}

export const initPackCommand = defineCommand<InitOptions>({
  name: 'init',
  summary: 'make a small domain pack that works, to begin with',
  operands: '<folder>',
  options: [{ flags: '--name <text>', description: 'what it is called (the name of the folder)', parse: parseName }],
  examples: ['manglecp init my-domain', 'manglecp init desk --name "Help desk"'],
  run: async ([folder = '.'], options): Promise<Outcome> => {
    const name = options.name ?? (path.basename(path.resolve(folder)) || placeholder.name);
    const files = await readTemplate();
    await makeEmpty(folder);
    for (const [file, text] of files) await write(path.join(folder, file), named(text, name, file));
    const own = ownCommand({
      script: process.argv[1] ?? 'manglecp',
      cwd: process.cwd(),
      path: process.env['PATH'] ?? '',
    });
    const next = ['check', 'test', 'serve'].map((command) => `  ${own} ${command} ${shellWord(folder)}`);
    return { exitCode: 0, output: [`${folder} is a domain pack now. Next:`, ...next, ''].join('\n') };
  },
});

/** The template is a pack itself, with these words where others stand in its copies. */
const placeholder = { name: 'My Domain', id: 'my_domain' } as const;

const template = fileURLToPath(new URL('../../templates/pack', import.meta.url));

/** The files of the template by their paths, in a fixed order. */
async function readTemplate(): Promise<readonly (readonly [file: string, text: string])[]> {
  const entries = await readdir(template, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(template, path.join(entry.parentPath, entry.name)))
    .sort(compareText);
  return Promise.all(files.map(async (file) => [file, await readFile(path.join(template, file), 'utf8')] as const));
}

/** Makes the folder unless it is there; nothing in it is ever overwritten. */
async function makeEmpty(folder: string): Promise<void> {
  const names = await makeFolder(folder)
    .then(() => readdir(folder))
    .catch((error: unknown) => {
      throw isExisting(error) ? new UsageError(`\`${folder}\` is no folder`) : fileError('write', folder, error);
    });
  if (names.length > 0) throw new UsageError(`\`${folder}\` is not empty; name a new folder`);
}

function isExisting(error: unknown): boolean {
  return ['EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

async function write(file: string, text: string): Promise<void> {
  try {
    await makeFolder(path.dirname(file));
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    throw fileError('write', file, error);
  }
}

function named(text: string, name: string, file: string): string {
  const shown = file.endsWith('.json') ? JSON.stringify(name).slice(1, -1) : name;
  return text.replaceAll(placeholder.name, () => shown).replaceAll(placeholder.id, () => idOf(name));
}

/** What can be a part of addresses: letters, digits and `_`, a letter or digit first. */
function idOf(name: string): string {
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 64);
  return id === '' ? placeholder.id : id;
}

function parseName(text: string): string {
  if (text.trim() !== '' && text.length <= 100 && !/\p{Cc}/u.test(text)) return text;
  throw new InvalidArgumentError('expected one line of at most 100 characters');
}
