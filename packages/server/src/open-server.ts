import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import { getHeapStatistics } from 'node:v8';
import { createObserver } from './observe/create-observer.js';
import { loadPack } from './pack/load-pack.js';
import type { Problem } from './pack/problem.js';
import type { Degradation, Pack } from './pack/pack.js';
import { Room } from './bounds/room.js';
import { Turns } from './bounds/turns.js';
import { BriefTurns } from './bounds/brief-turns.js';
import { DomainRuntime } from './domain-runtime.js';
import { SetupError } from './security/setup-error.js';
import { Server } from './server.js';

export interface OpenOptions {
  /** A file of the shape of `manglecp.json` that is laid over each pack's own. */
  readonly configFile?: string;
  /** Where logs go, as JSON lines: standard error by default. Never the output of a stdio server. */
  readonly logDestination?: Writable;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly randomBytes?: (size: number) => Uint8Array;
}

/** What parsed messages may take of the heap, and how much that is at least, so that one of any size that is allowed fits. */
const parsedShare = 0.3;
const leastParsedBytes = 160 * 1024 * 1024;

export type OpenResult = { readonly server: Server } | { readonly problems: readonly Problem[] };

/** Loads packs and makes a server of them. The server is booting until `boot` was called. Never throws for a bad pack. */
export async function openServer(folders: readonly string[], options: OpenOptions = {}): Promise<OpenResult> {
  const { configFile } = options;
  const loaded = await Promise.all(
    folders.map((folder) => loadPack(folder, configFile === undefined ? {} : { configFile })),
  );
  const problems = loaded.flatMap((each) => ('pack' in each ? [] : each.problems));
  const packs = loaded.flatMap((each) => ('pack' in each ? [each.pack] : []));
  const [first] = packs;
  if (first === undefined || problems.length > 0) return { problems };
  const twin = findTwin(packs);
  if (twin !== undefined) return { problems: [twin] };
  return serveLoaded([first, ...packs.slice(1)], options);
}

/** The same for packs that are loaded already, each with a `domain.id` of its own. */
export async function serveLoaded(
  packs: readonly [Pack, ...Pack[]],
  options: Omit<OpenOptions, 'configFile'>,
): Promise<OpenResult> {
  const [first] = packs;
  try {
    return { server: await makeServer(packs, first, options) };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    const file = `${first.folder}/manglecp.json`;
    return { problems: error.problems.map((problem) => ({ file, ...problem })) };
  }
}

async function makeServer(packs: readonly Pack[], first: Pack, options: OpenOptions): Promise<Server> {
  const { logDestination = process.stderr, clock = Date.now } = options;
  let onDegraded = (_: Degradation): void => undefined;
  const observer = createObserver(first.config.observe, {
    service: first.config.name,
    folder: first.folder,
    domains: packs.map(({ config }) => config.domain.id),
    logDestination,
    clock,
    onDegraded: (degradation) => onDegraded(degradation),
  });
  const shared = {
    clock,
    observer,
    randomBytes: options.randomBytes ?? ((size: number) => randomBytes(size)),
    turns: new Turns({ maxLong: first.config.evaluation.max_long }),
    reading: new BriefTurns(),
    room: new Room(Math.max(leastParsedBytes, getHeapStatistics().heap_size_limit * parsedShare)),
  };
  const runtimes = await Promise.all(packs.map((pack) => DomainRuntime.open(pack, shared)));
  onDegraded = ({ component, reason }) => {
    for (const { domain } of runtimes) domain.report(component, reason);
  };
  return new Server(runtimes, observer);
}

/** Two packs with one id would lie at the same place. */
function findTwin(packs: readonly Pack[]): Problem | undefined {
  const seen = new Set<string>();
  for (const { config, folder } of packs) {
    if (seen.has(config.domain.id)) {
      return {
        file: `${folder}/manglecp.json`,
        message: `the domain \`${config.domain.id}\` is served by another pack already`,
        help: 'Give each pack a `domain.id` of its own.',
      };
    }
    seen.add(config.domain.id);
  }
  return undefined;
}
