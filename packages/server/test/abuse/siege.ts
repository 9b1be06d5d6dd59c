import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { type ListenOptions, openServer, renderProblems, type Server } from '@manglecp/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Footprint, watchFootprint } from '../harness/footprint.js';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import { openRawWebSocket, type RawWebSocket } from '../harness/raw-websocket.js';
import { packFolder } from '../harness/subject.js';
import { until } from '../harness/until.js';
import { RawSocket } from './raw-socket.js';

export interface SiegeOptions {
  /** A folder below `testdata/packs`, an absolute one, or `warehouse`. */
  readonly pack?: string;
  readonly config?: object;
  readonly listen?: Partial<ListenOptions>;
}

/** A server of this process under attack. What is opened here is closed after each test. */
export interface Siege {
  readonly server: Server;
  readonly url: string;
  /** A folder for files of the test. */
  readonly scratch: string;
  readonly log: () => string;
  readonly open: () => Promise<RawSocket>;
  /** A WebSocket that has got its manifest. */
  readonly openWebSocket: () => Promise<RawWebSocket>;
  /** Posts a message as a client library does. */
  readonly post: (message: object) => Promise<{ readonly status: number; readonly text: string }>;
  /** The answer to a request that is in order, which every server must be able to give. */
  readonly askGood: () => Promise<string>;
  /** The id of a macro-tool of the workshop. */
  readonly issue: (name: string) => Promise<string>;
}

type Attack = (title: string, body: (siege: Siege) => Promise<void>, timeoutMs?: number) => void;

/**
 * A group of attacks on one server. After each of them a good request must be answered and nothing be under way; after
 * all of them the server must close and leave nothing behind.
 */
export function siege(name: string, options: SiegeOptions, define: (attack: Attack) => void): void {
  describe(name, () => {
    let current: Started | undefined;
    let footprint: Footprint;
    const started = (): Started => {
      if (current === undefined) throw new Error('the server is not there');
      return current;
    };
    beforeAll(async () => {
      footprint = watchFootprint();
      current = await start(options);
    });
    afterEach(async () => {
      const { siege: target, sockets } = started();
      for (const socket of sockets.splice(0)) socket.destroy();
      expect(JSON.parse(await target.askGood())).toMatchObject({ type: 'intent_response' });
      await until(() => target.server.runtimes.every(({ domain }) => domain.inFlight === 0));
      expect(target.log()).not.toContain('internal_error');
      expect(footprint.failures).toEqual([]);
    });
    afterAll(async () => {
      await current?.stop();
      expect(await footprint.leftovers()).toEqual([]);
      expect(footprint.failures).toEqual([]);
      footprint.end();
    });
    define((title, body, timeoutMs) => it(title, () => body(started().siege), timeoutMs));
  });
}

interface Started {
  readonly siege: Siege;
  readonly sockets: { destroy(): void }[];
  stop(): Promise<void>;
}

async function start({ pack, config = {}, listen = {} }: SiegeOptions): Promise<Started> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'manglecp-abuse-'));
  const configFile = path.join(scratch, 'config.json');
  writeFileSync(configFile, JSON.stringify(config));
  const log: string[] = [];
  const logDestination = new PassThrough().on('data', (chunk: Buffer) => log.push(chunk.toString()));
  const opened = await openServer([packFolder(pack)], { configFile, logDestination });
  if ('problems' in opened) throw new Error(renderProblems(opened.problems));
  const { server } = opened;
  const url = await server.listen({ host: '127.0.0.1', port: 0, ...listen });
  await server.boot();
  const sockets: { destroy(): void }[] = [];
  const post: Siege['post'] = async (message) => {
    const kind = (message as { readonly type: string }).type === 'invoke_request' ? 'invoke' : 'evaluate';
    const response = await fetch(`${url}/manglecp/${kind}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    return { status: response.status, text: await response.text() };
  };
  const question = goodRequest(pack);
  const askGood = async (): Promise<string> => (await post(question())).text;
  return {
    sockets,
    siege: {
      server,
      url,
      scratch,
      log: () => log.join(''),
      open: async () => {
        const socket = await RawSocket.open(url);
        sockets.push(socket);
        return socket;
      },
      openWebSocket: async () => {
        const socket = await openRawWebSocket(url);
        sockets.push(socket);
        await socket.nextMessage();
        return socket;
      },
      post,
      askGood,
      issue: async (name) => issuedId(await askGood(), name),
    },
    stop: async () => {
      await server.close();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** A request that the pack answers with its tools. */
export function goodRequest(pack = 'warehouse'): () => Record<string, unknown> & { id: string } {
  if (pack === 'warehouse') return () => intentRequest();
  return () => intentRequest({ intent: { name: 'work' }, facts: [] });
}

function issuedId(text: string, name: string): string {
  const { payload } = JSON.parse(text) as { payload: { macro_tools: { name: string; macro_id: string }[] } };
  const tool = payload.macro_tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`${name} is not offered: ${text}`);
  return tool.macro_id;
}

export interface PostParts {
  readonly path?: string;
  readonly version?: string;
  readonly headers?: readonly string[];
  /** What the head says; the true length if absent. */
  readonly length?: number | null;
}

/** The text of a POST, with parts that can be wrong. */
export function postText(url: string, body: string, parts: PostParts = {}): string {
  const {
    path: target = '/manglecp/evaluate',
    version = '1.1',
    headers = [],
    length = Buffer.byteLength(body),
  } = parts;
  const head = [
    `POST ${target} HTTP/${version}`,
    `Host: ${new URL(url).host}`,
    'Content-Type: application/json',
    ...(length === null ? [] : [`Content-Length: ${length}`]),
    ...headers,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** The text of an invocation by POST. */
export function invokeText(url: string, macroId: string, args: object): string {
  return postText(url, JSON.stringify(invokeRequest(macroId, args)), { path: '/manglecp/invoke' });
}
