import path from 'node:path';
import { listFiles, readText } from './repository.js';

/** One import, export-from or dynamic import in a source file. */
export interface Import {
  readonly file: string;
  /** As written. */
  readonly specifier: string;
  /** The imported file of the repository; absent for packages and modules of Node. */
  readonly target?: string;
}

/** The word must not stand in quotes itself: `['from', 'to']` imports nothing. */
const importPattern = /(?<!['-])(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g;

/** The imports of all shipped sources of a package; type-only imports count like any other. */
export function importsOf(packageName: string): Import[] {
  return sourcesOf(packageName).flatMap((file) =>
    Array.from(withoutComments(readText(file)).matchAll(importPattern), ([, specifier = '']) => {
      if (!specifier.startsWith('.')) return { file, specifier };
      return { file, specifier, target: path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts') };
    }),
  );
}

/** The shipped sources of a package: no tests and no suites. */
export function sourcesOf(packageName: string): string[] {
  return listFiles(`packages/${packageName}/src`).filter(
    (file) => file.endsWith('.ts') && !/\.(test|suite)\.ts$/.test(file),
  );
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
