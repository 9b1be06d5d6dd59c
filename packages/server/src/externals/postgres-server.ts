import type { Pool, PoolClient } from 'pg';
import { codeOf, type Resource, SourceFailure } from './source.js';

/** Connections that may be open to one server at the same time. */
const maxConnections = 4;
const idleMs = 30_000;

/** A row as texts. */
export type TextRow = readonly (string | null)[];

/** A database of PostgreSQL, for reading only. Connections are made when they are needed. */
export class PostgresServer implements Resource {
  readonly #url: string | undefined;
  readonly #variable: string;
  readonly #prepared = new WeakSet<PoolClient>();
  #pool: Promise<Pool> | undefined;
  #isClosed = false;
  /** The longest time that a question of any table may take: the server stops queries that nobody waits for any more. */
  timeoutMs = 0;

  /** The connection string is that of an environment variable; absent if it is not set. */
  constructor(variable: string, url: string | undefined) {
    this.#variable = variable;
    this.#url = url;
  }

  /** The rows of a query. When the signal fires, its connection is given up, with whatever it is doing. */
  async query(text: string, values: readonly unknown[], signal: AbortSignal): Promise<readonly TextRow[]> {
    const client = await this.#connect(signal);
    let isReleased = false;
    const release = (isBroken: boolean): void => {
      if (!isReleased) client.release(isBroken);
      isReleased = true;
    };
    const onAbort = (): void => release(true);
    signal.addEventListener('abort', onAbort);
    try {
      signal.throwIfAborted();
      if (!this.#prepared.has(client)) await client.query(this.#settings());
      this.#prepared.add(client);
      const { rows } = await client.query<(string | null)[]>({ text, values: [...values], rowMode: 'array' });
      release(false);
      return rows;
    } catch (error) {
      // Its state is not known, nor what it remembers of tables that may have changed.
      release(true);
      throw signal.aborted ? stopped() : postgresFailure(error);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pool = await this.#pool?.catch(() => undefined);
    this.#pool = undefined;
    await pool?.end();
  }

  #settings(): string {
    return `SET default_transaction_read_only = on; SET statement_timeout = ${this.timeoutMs}; SET datestyle = 'ISO'`;
  }

  /** A connection. One that comes when nobody waits for it any more goes back. */
  async #connect(signal: AbortSignal): Promise<PoolClient> {
    if (this.#isClosed) throw stopped();
    if (this.#url === undefined) throw new SourceFailure(`the environment variable ${this.#variable} is not set`);
    const pool = await (this.#pool ??= this.#open());
    const connecting = pool.connect();
    let onAbort = (): void => undefined;
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(stopped());
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) onAbort();
    });
    try {
      return await Promise.race([connecting, aborted]);
    } catch (error) {
      connecting.then(
        (client) => client.release(true),
        () => undefined,
      );
      throw postgresFailure(error);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async #open(): Promise<Pool> {
    const { default: postgres } = await import('pg');
    const pool = new postgres.Pool({
      connectionString: this.#url,
      application_name: 'manglecp',
      max: maxConnections,
      idleTimeoutMillis: idleMs,
      connectionTimeoutMillis: this.timeoutMs,
      allowExitOnIdle: true,
      // Every value stays the text that the server sent.
      types: { getTypeParser: () => (value: unknown) => value },
    });
    // Without a listener a connection that breaks would end the process. Its query fails by itself.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }
}

function stopped(): SourceFailure {
  return new SourceFailure('it was stopped');
}

/** Class 42: about names in the query, which are those of the configuration. Other messages may hold values. */
function postgresFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  const code = codeOf(error);
  if (!/^[0-9A-Z]{5}$/.test(code)) return new SourceFailure(`the database cannot be reached (${code})`);
  const text = code.startsWith('42') && error instanceof Error ? `: ${error.message}` : '';
  const words = text === '' ? (conditions.get(code) ?? '') : text;
  return new SourceFailure(`the database refuses the query (SQLSTATE ${code}${words})`);
}

const conditions: ReadonlyMap<string, string> = new Map([
  ['28000', ': this user may not log in'],
  ['28P01', ': the password is wrong'],
  ['3D000', ': there is no such database'],
  ['53300', ': it has too many connections'],
  ['57014', ': the query took too long'],
  ['57P03', ': it is starting up'],
]);
