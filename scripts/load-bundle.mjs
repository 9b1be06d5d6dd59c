// Loads the one file of the command, with the code that V8 made of it at an earlier start: compiling it takes longer than
// anything else at the start of a short command.
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

/** The first line of a bundle: a name for its content. V8 itself compares no more than the length of a text. */
export function nameLine(hash) {
  return `// ${hash.replaceAll(/[^\w]/g, '_')}\n`;
}

/** What the bundle exports, and what is to be called when the process has done its work. */
export function loadBundle(file) {
  const text = readFileSync(file, 'utf8');
  const name = text.slice('// '.length, text.indexOf('\n'));
  const cache = `${file}-${name}-${process.version}.cache`;
  const cachedData = readCache(cache);
  const script = new vm.Script(`(function (exports, require, module, moduleUrl) {${text}\n})`, {
    filename: file,
    cachedData,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, pathToFileURL(file).href);
  const isCached = cachedData !== undefined && script.cachedDataRejected !== true;
  return {
    exports: module.exports,
    finish: () => (isCached ? undefined : writeCache(cache, script.createCachedData())),
  };
}

/** The cache without its checksum; V8 trusts what it is given. */
function readCache(file) {
  try {
    const bytes = readFileSync(file);
    const data = bytes.subarray(checksumLength);
    return checksumOf(data).equals(bytes.subarray(0, checksumLength)) ? data : undefined;
  } catch {
    return undefined;
  }
}

const checksumLength = 20;

function checksumOf(data) {
  return createHash('sha1').update(data).digest();
}

/** Processes may end at the same time, or have no right to write: the cache appears as a whole, or not at all. */
function writeCache(file, data) {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, Buffer.concat([checksumOf(data), data]));
    renameSync(draft, file);
  } catch {
    // The next process tries again.
    rmSync(draft, { force: true });
  }
}
