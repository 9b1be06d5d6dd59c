import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import Database from 'libsql';
import { openPostgres, type TestPostgres } from '../../src/externals/postgres.suite.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import type { SubjectOptions } from '../harness/subject.js';

/** Everything that the pack `stockroom` asks: a file of SQLite, a PostgreSQL and a server of delays. */
export interface OutsideSources {
  readonly pack: PackCopy;
  readonly postgres: TestPostgres;
  readonly delays: Delays;
  /** A server of the pack that asks these. */
  readonly options: SubjectOptions;
  /** Runs statements on the file. */
  sqlite(sql: string): void;
  close(): Promise<void>;
}

/** A server that says how late carriers are. */
export interface Delays {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
  /** How many connections are open. */
  readonly connections: number;
  close(): Promise<void>;
}

export const token = 'Bearer hunter2-token';
const password = 'hunter2';

export async function openOutsideSources(): Promise<OutsideSources> {
  const pack = copyPack('stockroom');
  pack.makeFolder('data');
  const file = path.join(pack.folder, 'data/stock.db');
  const sqlite = (sql: string): void => {
    const database = new Database(file);
    database.exec(sql);
    database.close();
  };
  sqlite(`CREATE TABLE stock (site TEXT, item TEXT, units);
    CREATE INDEX by_place ON stock (site, item);
    INSERT INTO stock VALUES ('HAM', 'bolt', 5), ('HAM', 'nut', 500), ('KIE', 'bolt', 9007199254740993), ('BAD', 'text', 'five'),
      ('BAD', 'null', NULL);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5) INSERT INTO stock SELECT 'BAD', 'many', i FROM n;`);
  const postgres = await openPostgres();
  await postgres.exec(
    `CREATE TABLE price (item text PRIMARY KEY, cents int8); INSERT INTO price VALUES ('bolt', 12), ('gift', 0)`,
  );
  const delays = await openDelays();
  const environment = { STOCKROOM_DB_URL: postgres.url, STOCKROOM_TOKEN: token };
  return {
    pack,
    postgres,
    delays,
    options: { pack: pack.folder, config: { externals: externalsAt(pack, delays.url) }, environment },
    sqlite,
    close: async () => {
      await Promise.all([postgres.close(), delays.close()]);
      pack.dispose();
    },
  };
}

/** What the pack says about its sources, with this server of delays. */
export function externalsAt(pack: PackCopy, url: string): readonly object[] {
  const text = readFileSync(path.join(pack.folder, 'manglecp.json'), 'utf8').replace('http://127.0.0.1:1', url);
  return (JSON.parse(text) as { readonly externals: readonly object[] }).externals;
}

async function openDelays(): Promise<Delays> {
  const requests: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    requests.push(request);
    answer(decodeURIComponent(request.url ?? ''), response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get connections() {
      return sockets.size;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function answer(url: string, response: ServerResponse): void {
  const say = (status: number, body: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (url === '/delays/hang') return;
  if (url === '/delays/late') say(200, { data: { items: [{ minutes: 25 }] } });
  else if (url === '/delays/broken') say(500, { error: password });
  else if (url === '/delays/moved') response.writeHead(302, { location: '/delays/late' }).end();
  else if (url === '/delays/wordy') say(200, { data: { items: [{ minutes: password }] } });
  else if (url === '/delays/huge') say(200, { data: { items: [{ minutes: 1, text: 'x'.repeat(2_000_000) }] } });
  else say(404, {});
}
