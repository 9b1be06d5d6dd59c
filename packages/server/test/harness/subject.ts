import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { openServer, renderProblems, type Server } from '@manglecp/server';
import WebSocket from 'ws';
import { openHttpPeer } from './http-peer.js';
import type { Peer, TransportName } from './peer.js';
import { openSessionPeer } from './session-peer.js';

export interface SubjectOptions {
  /** A folder below `testdata/packs`, `warehouse` for the example, or an absolute path. */
  readonly pack?: string;
  /** Laid over the pack's own settings, as `--config` does. */
  readonly config?: object;
  /** On stdio: serves from a process of its own, through the command, instead of over streams of this process. */
  readonly isProcess?: boolean;
  /** On stdio: further variables of the server's environment, which needs a process of its own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Reloads when files of the pack change. */
  readonly isWatched?: boolean;
  /** The server's clock, in milliseconds since 1970; not for a process of its own. */
  readonly clock?: () => number;
  /** The server's randomness; like `clock`. */
  readonly randomBytes?: (size: number) => Uint8Array;
  /** Leaves the server in the state before its rules are ready; like `clock`. */
  readonly isBooting?: boolean;
}

/** A server that runs, to be reached by one transport. */
export interface Subject {
  readonly transport: TransportName;
  /** On HTTP and WebSocket. */
  readonly url?: string;
  /** The server itself, where it runs in this process. */
  readonly server?: Server;
  readonly connect: () => Promise<Peer>;
  /** Everything written to its log. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));

export function packFolder(name = 'warehouse'): string {
  if (name === 'warehouse') return path.join(root, 'examples/warehouse');
  return path.resolve(root, 'packages/server/testdata/packs', name);
}

export async function startSubject(transport: TransportName, options: SubjectOptions = {}): Promise<Subject> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'manglecp-test-'));
  const configFile = path.join(scratch, 'config.json');
  writeFileSync(configFile, JSON.stringify(options.config ?? {}));
  const dispose = (): void => rmSync(scratch, { recursive: true, force: true });
  const { isProcess = false, environment = {} } = options;
  const needsProcess = transport === 'stdio' && (isProcess || Object.keys(environment).length > 0);
  return needsProcess ? startProcess(options, configFile, dispose) : startHere(transport, options, configFile, dispose);
}

async function startHere(
  transport: TransportName,
  { pack, clock, randomBytes, isBooting = false, isWatched = false }: SubjectOptions,
  configFile: string,
  dispose: () => void,
): Promise<Subject> {
  const logDestination = new PassThrough();
  const lines: string[] = [];
  logDestination.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const opened = await openServer([packFolder(pack)], {
    configFile,
    logDestination,
    ...(clock === undefined ? {} : { clock }),
    ...(randomBytes === undefined ? {} : { randomBytes }),
  });
  if ('problems' in opened) throw new Error(`the pack does not load: ${renderProblems(opened.problems)}`);
  const { server } = opened;
  const isNetwork = transport === 'http' || transport === 'websocket';
  const url = isNetwork ? await server.listen({ host: '127.0.0.1', port: 0 }) : undefined;
  const problems = isBooting ? [] : await server.boot();
  if (problems.length > 0) throw new Error(`the pack does not boot: ${renderProblems(problems)}`);
  if (isWatched) await server.watch();
  const peers = new Set<Peer>();
  return {
    transport,
    server,
    ...(url === undefined ? {} : { url }),
    connect: async () => {
      const peer = await connect(transport, server, url);
      peers.add(peer);
      return peer;
    },
    log: () => lines.join(''),
    stop: async () => {
      await Promise.all([...peers].map((peer) => peer.close()));
      await server.close();
      dispose();
    },
  };
}

function connect(transport: TransportName, server: Server, url = ''): Promise<Peer> {
  if (transport === 'http') return openHttpPeer(url);
  if (transport === 'stdio') return openStreamPeer(server);
  return transport === 'websocket'
    ? openWebSocketPeer(`${url.replace(/^http/, 'ws')}/manglecp/ws`)
    : openMemoryPeer(server);
}

/** Standard input and output, as streams of this process. */
function openStreamPeer(server: Server): Promise<Peer> {
  return openSessionPeer('stdio', async (receive) => {
    const input = new PassThrough();
    const output = new PassThrough();
    takeLines(output, receive);
    const served = server.serveStdio({ input, output, signal: new AbortController().signal });
    return {
      send: (bytes) => void input.write(Buffer.concat([bytes, Buffer.from('\n')])),
      close: async () => {
        input.end();
        await served;
      },
    };
  });
}

function takeLines(output: Readable, receive: (line: string) => void): void {
  let buffered = '';
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (buffered + chunk).split('\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) receive(line);
  });
}

function openMemoryPeer(server: Server): Promise<Peer> {
  return openSessionPeer('memory', async (receive) => {
    const connection = server.connect();
    void (async () => {
      for await (const text of connection.messages) receive(text);
    })();
    return { send: (bytes) => connection.send(bytes), close: async () => connection.close() };
  });
}

export function openWebSocketPeer(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Peer> {
  return openSessionPeer('websocket', async (receive) => {
    const socket = new WebSocket(url, { headers, maxPayload: 2 ** 30 });
    socket.on('message', (data: Buffer) => receive(data.toString()));
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.on('error', () => undefined);
    return {
      send: (bytes) => socket.send(bytes, { binary: false }),
      close: () =>
        new Promise((resolve) => {
          if (socket.readyState === socket.CLOSED) return resolve();
          socket.once('close', () => resolve());
          socket.close();
        }),
    };
  });
}

/** A child process serves one connection, so connecting twice gives the same peer. */
async function startProcess(options: SubjectOptions, configFile: string, dispose: () => void): Promise<Subject> {
  const command = path.join(root, 'packages/cli/bin/manglecp.js');
  const args = ['serve', packFolder(options.pack), '--transport', 'stdio', '--config', configFile];
  if (options.isWatched !== true) args.push('--no-watch');
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...options.environment },
  });
  const log: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const died = exited.then((): never => {
    throw new Error(`the process ended: ${log.join('')}`);
  });
  const opened = openSessionPeer('stdio', async (receive) => {
    takeLines(child.stdout, receive);
    const send = (bytes: Uint8Array): void => {
      child.stdin.write(bytes);
      child.stdin.write('\n');
    };
    return {
      send,
      close: async () => {
        child.stdin.end();
        await exited;
      },
    };
  });
  const peer = Promise.race([opened, died]);
  died.catch(() => undefined);
  opened.catch(() => undefined);
  return {
    transport: 'stdio',
    connect: () => peer,
    log: () => log.join(''),
    stop: async () => {
      child.stdin.end();
      child.kill();
      await exited;
      dispose();
    },
  };
}
