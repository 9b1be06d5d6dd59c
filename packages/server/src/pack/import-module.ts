import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Message, Plugin } from 'esbuild';
import { fileProblem, type Problem } from './problem.js';

/** What a module exports. */
export type Exports = Readonly<Record<string, unknown>>;

/**
 * Imports a module of a pack, TypeScript or JavaScript, together with the modules of the pack that it imports. Each call
 * imports it anew, so that a reload sees all changes. Never throws because of what the module says or does.
 */
export async function importModule(
  root: string,
  file: string,
  report: (problem: Problem) => void,
): Promise<Exports | undefined> {
  const code = await bundle(root, file, report);
  if (code === undefined) return undefined;
  try {
    return await importCode(code);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report(fileProblem('import-failed', file, `it cannot be imported: ${reason.split('\n')[0] ?? ''}`));
    return undefined;
  }
}

/** The module and what it imports from the pack as one text; packages stay where they are. */
async function bundle(root: string, file: string, report: (problem: Problem) => void): Promise<string | undefined> {
  const entry = path.join(root, file);
  // Loaded when it is needed: a pack without actions needs no compiler.
  const { build } = await import('esbuild');
  try {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      logLevel: 'silent',
      define: { 'import.meta.url': JSON.stringify(pathToFileURL(entry).href) },
      plugins: [packagesByAddress],
    });
    return outputFiles[0]?.text ?? '';
  } catch (error) {
    for (const problem of buildProblems(file, error)) report(problem);
    return undefined;
  }
}

/** Packages are imported from where the pack finds them, because the bundle itself lies elsewhere. */
const packagesByAddress: Plugin = {
  name: 'packages-by-address',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, async ({ path: specifier, resolveDir, kind, pluginData }) => {
      if (pluginData === resolved || kind === 'entry-point') return undefined;
      if (specifier.startsWith('node:') || builtinModules.includes(specifier))
        return { path: specifier, external: true };
      const found = await build.resolve(specifier, { resolveDir, kind, pluginData: resolved });
      if (found.errors.length > 0) return { errors: found.errors };
      return { path: pathToFileURL(found.path).href, external: true };
    });
  },
};

/** Marks a question of the plugin's own, which it must not answer itself. */
const resolved = Symbol('resolved');

function buildProblems(file: string, error: unknown): readonly Problem[] {
  const errors = typeof error === 'object' && error !== null && 'errors' in error ? (error.errors as Message[]) : [];
  if (errors.length === 0) return [fileProblem('import-failed', file, `it cannot be compiled: ${String(error)}`)];
  return errors.map(({ text, location }) => ({
    ...fileProblem('import-failed', location?.file ?? file, text),
    ...(location === null ? {} : { line: location.line, column: location.column + 1 }),
  }));
}

/** A module whose import takes longer waits for something that does not come. */
const importTimeoutMs = 10_000;

/** From a file and not from a `data:` address, which would be repeated in every stack trace. */
async function importCode(code: string): Promise<Exports> {
  const folder = await mkdtemp(path.join(tmpdir(), 'manglecp-'));
  let timer: NodeJS.Timeout | undefined;
  try {
    const file = path.join(folder, 'module.mjs');
    await writeFile(file, code);
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`it takes longer than ${importTimeoutMs} ms`)), importTimeoutMs);
    });
    const imported = import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<Exports>;
    // If it fails after it was given up, nobody is interested any more.
    imported.catch(() => undefined);
    return await Promise.race([imported, late]);
  } finally {
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  }
}
