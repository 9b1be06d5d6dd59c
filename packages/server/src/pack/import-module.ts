import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import type { BuildOptions, Message, Plugin } from 'esbuild';
import { fileProblem, type Problem } from './problem.js';
import { isTemporary } from './temporary.js';

/** What a module exports. */
export type Exports = Readonly<Record<string, unknown>>;

/** A module that was imported, with the text that it and what it imports from the pack were made of. */
export interface ImportedModule {
  readonly code: string;
  readonly exports: Exports;
}

/** Where a module lies: the folder of the pack, and its path in there. */
export interface ModulePlace {
  readonly root: string;
  readonly file: string;
}

/**
 * Loads a module of a pack, TypeScript or JavaScript, together with the modules of the pack that it imports. It is loaded
 * anew, so that a reload sees all changes, unless nothing of it has changed since `before`: so it keeps what it remembers.
 * Never throws because of what the module says or does.
 */
export async function importModule(
  { root, file }: ModulePlace,
  report: (problem: Problem) => void,
  before?: ImportedModule,
): Promise<ImportedModule | undefined> {
  const entry = path.join(root, file);
  const bundled = await bundle(root, file, report);
  if (bundled === undefined) return undefined;
  const { code } = bundled;
  if (code === before?.code) return before;
  try {
    return { code, exports: 'packages' in bundled ? run(entry, bundled) : await importCode(code) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = fileProblem('import-failed', file, `it cannot be imported: ${reason.split('\n')[0] ?? ''}`);
    report(isTemporary(error) ? { ...problem, isTemporary: true } : problem);
    return undefined;
  }
}

/** A function body that is given the packages it imports, by address. */
interface Body {
  readonly code: string;
  readonly packages: ReadonlyMap<string, Exports>;
}

/** A module that waits while it is loaded, or imports packages later, which no function body can do. */
interface HostedModule {
  readonly code: string;
}

/** The module and what it imports from the pack as one text; packages stay where they are. */
async function bundle(
  root: string,
  file: string,
  report: (problem: Problem) => void,
): Promise<Body | HostedModule | undefined> {
  const entry = path.join(root, file);
  const common = {
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(entry).href),
      'import.meta.dirname': JSON.stringify(root),
      'import.meta.filename': JSON.stringify(entry),
    },
  } as const satisfies BuildOptions;
  // Loaded when it is needed: a pack without actions needs no compiler.
  const { build } = await import('esbuild');
  const packages = new Map<string, Exports>();
  try {
    const { outputFiles } = await build({ ...common, format: 'cjs', plugins: [packagesAsValues(packages)] });
    const code = outputFiles[0]?.text ?? '';
    if (!/\bimport\s*\(/.test(code)) return { code, packages };
  } catch (error) {
    const messages = messagesOf(error);
    if (messages.length === 0 || !messages.every(isAboutWaiting)) {
      for (const problem of buildProblems(file, error)) report(problem);
      return undefined;
    }
  }
  try {
    const { outputFiles } = await build({ ...common, format: 'esm', plugins: [packagesByAddress] });
    return { code: outputFiles[0]?.text ?? '' };
  } catch (error) {
    for (const problem of buildProblems(file, error)) report(problem);
    return undefined;
  }
}

function isAboutWaiting({ text }: Message): boolean {
  return text.startsWith('Top-level await');
}

/** The name by which a body knows its packages. */
const packagesName = '__packages';

/**
 * Packages are imported by the host, once for all reloads, and become modules that pass on what they export. A text that
 * imports nothing itself can be run as a function, which is forgotten when nobody needs it any more; the host never forgets
 * a module (docs/decisions/reloaded-actions.md).
 */
function packagesAsValues(packages: Map<string, Exports>): Plugin {
  return {
    name: 'packages-as-values',
    setup: (build) => {
      build.onResolve({ filter: /^[^./]/ }, async ({ path: specifier, resolveDir, kind, pluginData }) => {
        if (pluginData === resolved || kind === 'entry-point') return undefined;
        const isOwn = isOfHost(specifier);
        const found = isOwn ? undefined : await build.resolve(specifier, { resolveDir, kind, pluginData: resolved });
        if (found !== undefined && found.errors.length > 0) return { errors: found.errors };
        if (kind === 'require-call') return { path: found?.path ?? specifier, external: true };
        const address = found === undefined ? specifier : pathToFileURL(found.path).href;
        if (kind === 'dynamic-import') return { path: address, external: true };
        return { path: address, namespace: packagesName };
      });
      build.onLoad({ filter: /.*/, namespace: packagesName }, async ({ path: address }) => {
        const exports = await withinTime(import(/* @vite-ignore */ address) as Promise<Exports>);
        packages.set(address, exports);
        return { contents: passOn(address, Object.keys(exports)) };
      });
    },
  };
}

function passOn(address: string, names: readonly string[]): string {
  const values = names.map((name, at) => `const v${at} = all[${JSON.stringify(name)}];`);
  const exported = names.map((name, at) => `v${at} as ${JSON.stringify(name)}`);
  return `const all = ${packagesName}.get(${JSON.stringify(address)});\n${values.join('\n')}\nexport { ${exported.join(', ')} };`;
}

/** Packages are imported from where the pack finds them, because the bundle itself lies elsewhere. */
const packagesByAddress: Plugin = {
  name: 'packages-by-address',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, async ({ path: specifier, resolveDir, kind, pluginData }) => {
      if (pluginData === resolved || kind === 'entry-point') return undefined;
      if (isOfHost(specifier)) return { path: specifier, external: true };
      const found = await build.resolve(specifier, { resolveDir, kind, pluginData: resolved });
      if (found.errors.length > 0) return { errors: found.errors };
      return { path: pathToFileURL(found.path).href, external: true };
    });
  },
};

/** Marks a question of a plugin's own, which it must not answer itself. */
const resolved = Symbol('resolved');

function isOfHost(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

function messagesOf(error: unknown): readonly Message[] {
  return typeof error === 'object' && error !== null && 'errors' in error ? (error.errors as Message[]) : [];
}

function buildProblems(file: string, error: unknown): readonly Problem[] {
  const errors = messagesOf(error);
  const kind = isTemporary(error) ? { isTemporary: true } : {};
  if (errors.length === 0)
    return [{ ...fileProblem('import-failed', file, `it cannot be compiled: ${String(error)}`), ...kind }];
  return errors.map(({ text, location }) => ({
    ...fileProblem('import-failed', location?.file ?? file, text),
    ...kind,
    ...(location === null ? {} : { line: location.line, column: location.column + 1 }),
  }));
}

function run(entry: string, { code, packages }: Body): Exports {
  const body = compileFunction(code, ['module', 'exports', 'require', packagesName], {
    filename: `${entry} (bundled)`,
  }) as (module: { exports: Exports }, exports: Exports, require: NodeJS.Require, packages: Body['packages']) => void;
  const module = { exports: {} };
  body(module, module.exports, createRequire(entry), packages);
  return module.exports;
}

/** A module whose import takes longer waits for something that does not come. */
const importTimeoutMs = 10_000;

async function withinTime<T>(imported: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it takes longer than ${importTimeoutMs} ms`)), importTimeoutMs);
  });
  // If it fails after it was given up, nobody is interested any more.
  imported.catch(() => undefined);
  try {
    return await Promise.race([imported, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** From a file and not from a `data:` address, which would be repeated in every stack trace. */
async function importCode(code: string): Promise<Exports> {
  const folder = await mkdtemp(path.join(tmpdir(), 'manglecp-'));
  try {
    const file = path.join(folder, 'module.mjs');
    await writeFile(file, code);
    return await withinTime(import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<Exports>);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
