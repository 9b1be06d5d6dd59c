import { type AddressInfo, createServer, type Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import postgres from 'pg';

/** A database of PostgreSQL that clients reach over a socket. */
export interface TestPostgres {
  readonly url: string;
  /** Runs statements, also those that write. */
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * PostgreSQL inside this process, behind a socket; or a fresh database of the server whose connection string is in the
 * environment variable `MANGLECP_TEST_POSTGRES`.
 */
export function openPostgres(): Promise<TestPostgres> {
  const url = process.env['MANGLECP_TEST_POSTGRES'];
  return url === undefined ? openHere() : openThere(url);
}

async function openHere(): Promise<TestPostgres> {
  const database = await PGlite.create();
  const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port: 0, maxConnections: 20 });
  await server.start();
  return {
    url: `postgres://postgres:hunter2@${server.getServerConn()}/postgres`,
    exec: async (sql) => {
      // All connections share one session, so its settings are those of readers.
      await database.exec('SET default_transaction_read_only = off');
      await database.exec(sql);
    },
    close: async () => {
      await server.stop();
      await database.close();
    },
  };
}

async function openThere(url: string): Promise<TestPostgres> {
  const name = `manglecp_test_${process.pid}_${performance.now().toFixed(0)}`;
  const admin = new postgres.Client(url);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const client = new postgres.Client(own.href);
  await client.connect();
  return {
    url: own.href,
    exec: async (sql) => {
      await client.query(sql);
    },
    close: async () => {
      await client.end();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** A server that takes connections and never answers. */
export async function openSilence(): Promise<{ readonly address: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
