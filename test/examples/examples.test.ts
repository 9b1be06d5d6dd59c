import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  compareText,
  compile,
  compileOrThrow,
  createSource,
  evaluateSync,
  factText,
  formatSource,
} from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import { listFiles, readText, root } from '../repo/repository.js';

const now = new Date('2024-06-01T00:00:00Z');
const isUpdating = process.env['UPDATE_GOLDENS'] === '1';

/** A program is a file of examples/ or a folder of files, by its name without an ending. */
const programs = new Map<string, string[]>();
for (const file of listFiles('examples').filter((each) => each.endsWith('.mg') && !isOfPack(each))) {
  const name = file.split('/')[1]?.replace(/\.mg$/, '') ?? '';
  programs.set(name, [...(programs.get(name) ?? []), file]);
}

/** Packs are no programs: their rules make sense only together with those of the server. */
function isOfPack(file: string): boolean {
  return listFiles('examples').includes(`${file.split('/').slice(0, 2).join('/')}/manglecp.json`);
}

describe.each([...programs])('the example %s', (name, files) => {
  const sources = files.map((file) => createSource(file, readText(file)));

  it('begins with a comment that says what it is for', () => {
    expect(sources.filter(({ text }) => !text.startsWith('# ')).map((source) => source.name)).toEqual([]);
  });

  it('is formatted', () => {
    expect(sources.map((source) => formatSource(source).text)).toEqual(sources.map(({ text }) => text));
  });

  it('leaves the checker nothing to say, not even a hint', () => {
    expect(compile(sources).diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });

  it('has the expected facts', () => {
    const facts = evaluateSync(compileOrThrow(sources), { now }).facts().map(factText).toSorted(compareText);
    const file = `test/examples/${name}.facts`;
    const text = `${facts.join('\n')}\n`;
    if (isUpdating) writeFileSync(path.join(root, file), text);
    expect(text).toBe(readText(file));
  });
});
