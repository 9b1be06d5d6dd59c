import WebSocket from 'ws';
import type { Server } from '@manglecp/server';
import { onLines, spawnServer } from '../harness/child.js';
import { startSubject, type SubjectOptions } from '../harness/subject.js';

/** A lasting connection to a server of one's own. */
export interface Wire {
  /** The messages that these bytes are on this transport. */
  frames(bytes: Buffer): readonly Buffer[];
  send(bytes: Buffer): void;
  /** Opens a new connection in place of the old one, where one can. */
  reconnect(): Promise<void>;
  /** The server, where it runs in this process. */
  readonly server?: Server;
  /** The process of the server, where that is another one. */
  readonly pid?: number;
  /** Resolves when the server is gone, if that is a process of its own. */
  readonly exited?: Promise<number | null>;
  log(): string;
  /** Ends the connection and the server; the exit code of a process, otherwise 0. */
  stop(): Promise<number | null>;
}

export type WireOpener = (receive: (text: string) => void, options: SubjectOptions) => Promise<Wire>;

export const openMemoryWire: WireOpener = async (receive, options) => {
  const subject = await startSubject('memory', options);
  const server = serverOf(subject);
  const connect = (): ReturnType<Server['connect']> => {
    const connection = server.connect();
    void (async () => {
      for await (const text of connection.messages) receive(text);
    })();
    return connection;
  };
  let connection = connect();
  return {
    server,
    frames: (bytes) => [bytes],
    send: (bytes) => connection.send(bytes),
    reconnect: async () => {
      connection.close();
      connection = connect();
    },
    log: () => subject.log(),
    stop: async () => {
      connection.close();
      await subject.stop();
      return 0;
    },
  };
};

export const openWebSocketWire: WireOpener = async (receive, options) => {
  const subject = await startSubject('websocket', options);
  const url = `${(subject.url ?? '').replace(/^http/, 'ws')}/manglecp/ws`;
  const connect = async (): Promise<WebSocket> => {
    const socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
    socket.on('message', (data: Buffer) => receive(data.toString()));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return socket;
  };
  const close = (socket: WebSocket): Promise<unknown> => {
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.close();
    return closed;
  };
  let socket = await connect();
  return {
    server: serverOf(subject),
    frames: (bytes) => [bytes],
    send: (bytes) => socket.send(bytes, { binary: false }),
    reconnect: async () => {
      await close(socket);
      socket = await connect();
    },
    log: () => subject.log(),
    stop: async () => {
      await close(socket);
      await subject.stop();
      return 0;
    },
  };
};

export const openStdioWire: WireOpener = async (receive, options) => {
  const child = spawnServer(options);
  onLines(child.process.stdout, receive);
  const { pid } = child.process;
  return {
    ...(pid === undefined ? {} : { pid }),
    exited: child.exited,
    frames: linesOf,
    send: (bytes) => void child.process.stdin.write(Buffer.concat([bytes, lineFeed])),
    reconnect: () => Promise.resolve(),
    log: () => child.log(),
    stop: () => {
      child.process.stdin.end();
      return child.exited;
    },
  };
};

const lineFeed = Buffer.from('\n');

/** The lines of these bytes; one CR before the end is not part of a line, and blank lines are none. */
function linesOf(bytes: Buffer): readonly Buffer[] {
  return bytes
    .toString('latin1')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => /[^ \t]/.test(line))
    .map((line) => Buffer.from(line, 'latin1'));
}

function serverOf({ server }: { readonly server?: Server }): Server {
  if (server === undefined) throw new Error('the server is not in this process');
  return server;
}
