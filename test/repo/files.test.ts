import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { listFiles, readText, root } from './repository.js';

const files = listFiles();
const sources = files.filter((file) => /\.(ts|mjs|js)$/.test(file));

describe('files of the repository', () => {
  it('have names in kebab-case', () => {
    const isKebab = (file: string) => /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(file.split('/').at(-1) ?? '');
    expect(sources.filter((file) => !isKebab(file))).toEqual([]);
  });

  it('hold no path of the machine they were written on', () => {
    const own = [root, ...(homedir().length > '/root'.length ? [homedir()] : [])];
    expect(files.filter((file) => own.some((path) => readText(file).includes(`${path}/`)))).toEqual([]);
  });

  it('name no registry, so that every mirror will do', () => {
    const locks = files.filter((file) => /(package-lock\.json|\.npmrc)$/.test(file));
    expect(locks.filter((file) => /"resolved": "http|^registry\s*=/m.test(readText(file)))).toEqual([]);
  });

  it('give a reason with every suppressed lint rule', () => {
    const suppressions = sources.flatMap((file) =>
      readText(file)
        .split('\n')
        .filter((line) => /\/[/*]\s*eslint-disable|@ts-(expect-error|ignore)/.test(line) && !line.includes(' -- '))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(suppressions).toEqual([]);
  });

  it('contain no skipped or exclusive test', () => {
    const marks = new RegExp(['\\b(it|test|describe)\\.', '(skip|only|todo)\\b'].join(''));
    expect(sources.filter((file) => marks.test(readText(file)))).toEqual([]);
  });
});
