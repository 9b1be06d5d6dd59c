// The engines that are compared, how each is started, and how to find out its version.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const adapters = fileURLToPath(new URL('../peers/', import.meta.url));
const launcher = fileURLToPath(new URL('../../packages/cli/bin/mangle.js', import.meta.url));
const manifest = fileURLToPath(new URL('../../packages/cli/package.json', import.meta.url));

/** Our engine: always the launcher in a Node of its own, with the flags the measurement needs. */
export function engineCommand(args, nodeFlags = []) {
  return [process.execPath, ...nodeFlags, launcher, 'bench', ...args];
}

const goRunner = (build) => path.join(build, 'mangle-runner');
const python = (build) => path.join(build, 'venv', 'bin', 'python');
/** Without byte code beside the adapters. */
const pythonPeer =
  (script, ...args) =>
  (build) => [python(build), '-B', path.join(adapters, script), ...args];
const nodePeer = (script) => (build) => [process.execPath, path.join(adapters, script), build];

/**
 * Each peer takes the path of `prog.mg` as its last argument and prints
 * `{ eval_ms, total_ms, rss_mb, counts, parse_ms?, eval_cpu_ms? }` or `{ skip: reason }`.
 */
const peers = {
  'mangle-go': {
    command: (build) => [goRunner(build)],
    isInstalled: (build) => existsSync(goRunner(build)),
    version: (build) => {
      const module = /\bmangle-go\s+(v\S+)/.exec(run('go', ['version', '-m', goRunner(build)]))?.[1];
      return `${module ?? '?'}, built by ${run('go', ['version', goRunner(build)])
        .split(' ')
        .at(-1)}`;
    },
  },
  ascent: {
    command: (build) => [path.join(build, 'ascent', 'release', 'ascent-peer')],
    isInstalled: (build) => existsSync(path.join(build, 'ascent', 'release', 'ascent-peer')),
    version: () => {
      const lock = readFileSync(path.join(adapters, 'ascent', 'Cargo.lock'), 'utf8');
      return `${/name = "ascent"\nversion = "([^"]+)"/.exec(lock)?.[1] ?? '?'}, ${run('rustc', ['--version'])}`;
    },
  },
  clingo: pythonModule('clingo', pythonPeer('clingo-peer.py')),
  swipl: {
    command: () => [path.join(adapters, 'swipl-peer.sh')],
    isInstalled: () => run('swipl', ['--version']) !== '',
    version: () => run('swipl', ['--version']),
  },
  nemo: pythonModule('nemo-python', pythonPeer('nemo-peer.py')),
  cozo: pythonModule('cozo_embedded', pythonPeer('cozo-peer.py')),
  sqlite: {
    command: pythonPeer('sql-peer.py', 'sqlite'),
    isInstalled: (build) => existsSync(python(build)),
    version: (build) => run(python(build), ['-c', 'import sqlite3; print(sqlite3.sqlite_version)']),
  },
  duckdb: pythonModule('duckdb', pythonPeer('sql-peer.py', 'duckdb')),
  'clingo-wasm': nodeModule('clingo-wasm', nodePeer('clingo-wasm-peer.mjs')),
  datascript: nodeModule('datascript', nodePeer('datascript-peer.mjs')),
};

export const peerNames = Object.keys(peers);

/** Our engine's name in results. */
export const ownName = 'mangle';

function pythonModule(name, command) {
  const version = (build) =>
    run(python(build), ['-c', `from importlib.metadata import version; print(version(${JSON.stringify(name)}))`]);
  return { command, isInstalled: (build) => version(build) !== '', version };
}

function nodeModule(name, command) {
  const file = (build) => path.join(build, 'node_modules', name, 'package.json');
  return {
    command,
    isInstalled: (build) => existsSync(file(build)),
    version: (build) => JSON.parse(readFileSync(file(build), 'utf8')).version,
  };
}

/** The first line a program prints, or nothing if it cannot be run. */
function run(program, args) {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** Which of the peers can be started. */
export function installedPeers(names, build) {
  return names.filter((name) => peers[name].isInstalled(build));
}

/** The command of a peer or of our engine, without the program to evaluate. */
export function commandOf(name, build) {
  return name === ownName ? engineCommand([]) : peers[name].command(build);
}

/** Go Mangle as a server: `full` evaluates all again, `sliced` what depends on the request. */
export function goServeCommand(build, { mode, requests, limit, base }) {
  return [goRunner(build), '-requests', requests, '-limit', String(limit), '-mode', mode, base];
}

/** The versions of our engine and of peers, asked of what is installed. */
export function versionsOf(names, build) {
  const own = `${JSON.parse(readFileSync(manifest, 'utf8')).version}, Node ${process.version}`;
  return Object.fromEntries([
    [ownName, own],
    ...names.map((name) => [name, peers[name].version(build).split('\n')[0]]),
  ]);
}
