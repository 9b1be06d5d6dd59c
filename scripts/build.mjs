// Builds the packages with `tsc -b` and makes one file of each command, which starts in a third of the time that its
// hundreds of modules take. Launchers call `ensureBuilt` before they hand over; several may start at once.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nameLine } from './load-bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = readdirSync(path.join(root, 'packages')).filter((name) =>
  existsSync(path.join(root, 'packages', name, 'tsconfig.json')),
);
const cache = path.join(root, 'node_modules', '.cache');
const stamp = path.join(cache, 'mangle-build-stamp');
const lock = path.join(cache, 'mangle-build-lock');
const breaker = `${lock}-breaker`;

const command = path.join(root, 'packages', 'cli');
const bundleFolder = path.join(command, '.cache');
/** The command `mangle` in one file, for `load-bundle.mjs`. What is bundled is no part of the published package. */
export const bundle = path.join(bundleFolder, 'mangle.cjs');
/** The command `manglecp` in a few files. It imports the modules of packs, so that it is a module itself. */
export const serviceBundle = path.join(bundleFolder, 'manglecp', 'manglecp-main.js');
/** The thread that runs the scenarios of a pack, which lies beside the command. */
const thread = 'scenario-thread.js';
/** Loaded when they are needed, by few, and large or made for one kind of machine. */
const leftOutside = ['esbuild', 'gpt-tokenizer', 'libsql', 'pg'];

const pollMs = 50;
/** A lock without an owner's name is given this long for its owner to write it. */
const namelessLockMs = 5_000;

/** Builds unless the build is newer than every source. Ends the process with a message if that is impossible. */
export async function ensureBuilt() {
  let note = '';
  try {
    if (isFresh()) return;
    // In a pipe the first thing on standard error is what the command says.
    if (process.stderr.isTTY) note = 'building…';
    process.stderr.write(note);
    await underLock(async () => {
      if (!isFresh()) await build();
    });
  } catch (error) {
    // What the file system refuses is for the user to mend; anything else is a defect.
    if (error.syscall === undefined) throw error;
    fail(`${note && '\n'}this checkout is not built, and the build cannot write to it: ${error.message}`);
  }
  if (note) process.stderr.write('\r\x1b[K');
}

/** True if every source has its output and none changed since the last successful build began. */
function isFresh() {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined || !existsSync(bundle) || !existsSync(serviceBundle)) return false;
  const configs = ['tsconfig.json', 'tsconfig.base.json', ...packages.map((name) => `packages/${name}/tsconfig.json`)];
  return configs.every((file) => statSync(path.join(root, file)).mtimeMs <= built) && isEveryFile(built);
}

/** Whether no source or folder of sources is newer than `time` and no output is missing. */
function isEveryFile(time) {
  return packages.every((name) => {
    const folder = path.join(root, 'packages', name);
    return isFolderFresh(path.join(folder, 'src'), path.join(folder, 'dist'), time);
  });
}

/** Folders count too: their time changes when a file is added, renamed or removed. */
function isFolderFresh(folder, output, time) {
  if (statSync(folder).mtimeMs > time) return false;
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    // Every start of the command comes here for every file, so the paths are put together without `path.join`.
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isFolderFresh(file, `${output}/${entry.name}`, time);
    if (!isSource(entry.name)) return true;
    return statSync(file).mtimeMs <= time && existsSync(`${output}/${entry.name.slice(0, -'.ts'.length)}.js`);
  });
}

function isSource(name) {
  return name.endsWith('.ts') && !/\.(test|suite|d)\.ts$/.test(name);
}

/** The stamp gets the time at which the build began, so that an edit during the build makes it stale. */
async function build() {
  const began = new Date();
  compile();
  // The compiler trusts its own notes and does not see that somebody removed an output.
  if (!isEveryFile(Infinity)) compile('--force');
  await makeBundles();
  writeFileSync(stamp, '');
  utimesSync(stamp, began, began);
}

async function makeBundles() {
  if (!existsSync(path.join(root, 'node_modules', 'esbuild'))) {
    fail('esbuild is not installed; run `npm ci` in the repository first');
  }
  const esbuild = createRequire(import.meta.url)('esbuild');
  const options = { bundle: true, platform: 'node', target: 'node20', logLevel: 'warning' };
  rmSync(bundleFolder, { recursive: true, force: true });
  mkdirSync(bundleFolder, { recursive: true });
  const { outputFiles } = esbuild.buildSync({
    ...options,
    entryPoints: [path.join(command, 'dist', 'main.js')],
    format: 'cjs',
    minifyWhitespace: true,
    define: { 'import.meta.url': 'moduleUrl' },
    write: false,
  });
  const [{ text, hash }] = outputFiles;
  // Others may be about to read it, so it appears as a whole.
  writeFileSync(`${bundle}.new`, `${nameLine(hash)}${text}`);
  renameSync(`${bundle}.new`, bundle);

  const folder = path.dirname(serviceBundle);
  await esbuild.build({
    ...options,
    entryPoints: [
      path.join(command, 'dist', path.basename(serviceBundle)),
      path.join(root, 'packages', 'server', 'dist', 'scenarios', thread),
    ],
    entryNames: '[name]',
    format: 'esm',
    splitting: true,
    // Some of what it is made of are no modules, and ask for more when they run.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    external: leftOutside,
    plugins: [ownUrls(folder)],
    outdir: `${folder}.new`,
  });
  renameSync(`${folder}.new`, folder);
}

/** Modules look for files beside them, and find them from the bundle, too. Only the thread lies beside the bundle. */
function ownUrls(folder) {
  return {
    name: 'own-urls',
    setup({ onLoad }) {
      onLoad({ filter: /[/\\]dist[/\\].*\.js$/ }, ({ path: file }) => {
        if (!file.startsWith(path.join(root, 'packages'))) return undefined;
        const address = path.relative(folder, file).replaceAll(path.sep, '/');
        const contents = readFileSync(file, 'utf8').replaceAll(
          /(?<beside>'\.\/[\w-]+\.js', )?(?<!['"])\bimport\.meta\.url\b/g,
          (all, beside = '') =>
            beside.includes(thread) ? all : `${beside}new URL(${JSON.stringify(address)}, import.meta.url).href`,
        );
        return { contents };
      });
    },
  };
}

function compile(...flags) {
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  if (!existsSync(compiler)) fail('typescript is not installed; run `npm ci` in the repository first');
  const { status, stdout, error } = spawnSync(process.execPath, [compiler, '-b', ...flags], {
    cwd: root,
    encoding: 'utf8',
  });
  if (error) fail(`the compiler did not start: ${error.message}`);
  if (status !== 0) fail(`the build failed\n${stdout}`);
}

function fail(message) {
  releaseLock();
  process.stderr.write(`${message.trimEnd()}\n`);
  process.exit(1);
}

let isHolding = false;

/** Runs `action` while no other process of this checkout builds. */
async function underLock(action) {
  mkdirSync(cache, { recursive: true });
  while (!tryMakeFolder(lock)) {
    if (isAbandoned()) breakLock();
    else await sleep(pollMs);
  }
  isHolding = true;
  try {
    writeFileSync(path.join(lock, 'pid'), String(process.pid));
    await action();
  } finally {
    releaseLock();
  }
}

function releaseLock() {
  if (isHolding) rmSync(lock, { recursive: true, force: true });
  isHolding = false;
}

/** Only one process at a time may remove a lock, and it looks again first: otherwise it could remove a new owner's. */
function breakLock() {
  if (!tryMakeFolder(breaker)) {
    if (ageMs(breaker) > namelessLockMs) rmSync(breaker, { recursive: true, force: true });
    return;
  }
  try {
    if (isAbandoned()) rmSync(lock, { recursive: true, force: true });
  } finally {
    rmSync(breaker, { recursive: true, force: true });
  }
}

/** True if the lock's owner is no longer running. */
function isAbandoned() {
  const pid = Number(readOr(path.join(lock, 'pid'), ''));
  if (!pid) return ageMs(lock) > namelessLockMs;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function tryMakeFolder(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readOr(file, fallback) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
}

function ageMs(file) {
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await underLock(build);
}
