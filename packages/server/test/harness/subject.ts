import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { openServer, type Server } from '@manglecp/server';
import WebSocket from 'ws';
import { openHttpPeer } from './http-peer.js';
import type { Peer, TransportName } from './peer.js';
import { openSessionPeer } from './session-peer.js';

export interface SubjectOptions {
  /** A folder below `testdata/packs`, or `warehouse` for the example. */
  readonly pack?: string;
  /** Laid over the pack's own settings, as `--config` does. */
  readonly config?: object;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A server that runs, to be reached by one transport. */
export interface Subject {
  readonly transport: TransportName;
  /** On HTTP and WebSocket. */
  readonly url?: string;
  /** The server itself, where it runs in this process. */
  readonly server?: Server;
  connect(): Promise<Peer>;
  /** Everything written to its log. */
  log(): string;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));

export function packFolder(name = 'warehouse'): string {
  if (name === 'warehouse') return path.join(root, 'examples/warehouse');
  return path.join(root, 'packages/server/testdata/packs', name);
}

export async function startSubject(transport: TransportName, options: SubjectOptions = {}): Promise<Subject> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'manglecp-test-'));
  const configFile = path.join(scratch, 'config.json');
  writeFileSync(configFile, JSON.stringify(options.config ?? {}));
  const dispose = (): void => rmSync(scratch, { recursive: true, force: true });
  if (transport === 'stdio') return startProcess(options, configFile, dispose);
  return startHere(transport, options, configFile, dispose);
}

async function startHere(
  transport: TransportName,
  { pack }: SubjectOptions,
  configFile: string,
  dispose: () => void,
): Promise<Subject> {
  const logDestination = new PassThrough();
  const lines: string[] = [];
  logDestination.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const opened = await openServer([packFolder(pack)], { configFile, logDestination });
  if ('problems' in opened) throw new Error(`the pack does not load: ${JSON.stringify(opened.problems)}`);
  const { server } = opened;
  const url = transport === 'memory' ? undefined : await server.listen({ host: '127.0.0.1', port: 0 });
  const problems = await server.boot();
  if (problems.length > 0) throw new Error(`the pack does not boot: ${JSON.stringify(problems)}`);
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
  return transport === 'websocket'
    ? openWebSocketPeer(`${url.replace(/^http/, 'ws')}/manglecp/ws`)
    : openMemoryPeer(server);
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
  const args = ['serve', packFolder(options.pack), '--transport', 'stdio', '--no-watch', '--config', configFile];
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...options.environment },
  });
  const log: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const peer = openSessionPeer('stdio', async (receive) => {
    let buffered = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (buffered + chunk).split('\n');
      buffered = lines.pop() ?? '';
      for (const line of lines) receive(line);
    });
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
