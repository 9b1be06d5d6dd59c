import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles, readText, root } from './repository.js';

interface PackResult {
  readonly files: readonly { readonly path: string }[];
}

const packages = listFiles('packages')
  .filter((file) => /^packages\/[^/]+\/package\.json$/.test(file))
  .map((file) => path.posix.dirname(file));

describe.each(packages)('the published content of %s', (folder) => {
  const packed = packedFiles(folder);

  it('has the documents every package has', () => {
    expect(packed).toEqual(expect.arrayContaining(['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE']));
  });

  it('has a script and its types for every source', () => {
    const sources = listFiles(`${folder}/src`)
      .filter((file) => file.endsWith('.ts') && !/\.(test|suite)\.ts$/.test(file))
      .map((file) => file.slice(`${folder}/src/`.length).replace(/\.ts$/, ''));
    const expected = sources.flatMap((name) => [`dist/${name}.js`, `dist/${name}.d.ts`]);
    expect(expected.filter((file) => !packed.includes(file))).toEqual([]);
  });

  it('has no test, no test data and nothing of the machine', () => {
    expect(packed.filter((file) => /\.(test|suite)\.|testdata|tsbuildinfo|\.npmrc|node_modules/.test(file))).toEqual(
      [],
    );
  });

  it('carries the license of the repository', () => {
    expect(readText(`${folder}/LICENSE`)).toBe(readText('LICENSE'));
  });
});

function packedFiles(folder: string): string[] {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: path.join(root, folder),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [result] = JSON.parse(output) as PackResult[];
  return (result?.files ?? []).map((file) => file.path);
}
