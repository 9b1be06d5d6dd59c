import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { codeOf, type Resource, SourceFailure } from './source.js';

/** A value as the driver takes and gives it. It ends the process for booleans, so there are none. */
export type SqliteValue = null | string | bigint | number | Uint8Array;

interface Statement {
  raw(): Statement;
  safeIntegers(): Statement;
  iterate(values: readonly SqliteValue[]): Promise<Iterable<readonly SqliteValue[]>>;
}

interface Driver {
  prepare(sql: string): Promise<Statement>;
  interrupt(): void;
  close(): void;
}

/** The text that bytes of the file are. */
export type DecodeText = (bytes: Uint8Array) => string;

export type TakeRow = (row: readonly SqliteValue[], decode: DecodeText) => void;

type OpenDriver = new (path: string, options: { readonly timeout: number }) => Driver;

/** Connections that may be open to one file at the same time. */
const maxConnections = 4;
/** How long a writer may keep others waiting, in milliseconds. */
const busyTimeoutMs = 1_000;
/** How often a query that is to stop is told so: it does not hear it before it has begun. */
const interruptMs = 20;
/** Rows that are taken before others get a turn. */
const rowsPerTurn = 4_096;

/** A file of SQLite, for reading only. Connections are opened when they are needed and used by one query at a time. */
export class SqliteDatabase implements Resource {
  readonly #file: string;
  readonly #idle: Connection[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #waiting = new Set<() => void>();
  readonly #closing = new AbortController();
  #busy = 0;
  #identity = '';

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Runs one statement and gives its rows to `take`. The first row comes from another thread; statements therefore sort, so
   * that all the work is done for it.
   */
  async read(sql: string, values: readonly SqliteValue[], take: TakeRow, signal: AbortSignal): Promise<void> {
    await this.#turn(signal);
    const stop = new AbortController();
    const onAbort = (): void => stop.abort();
    for (const each of [signal, this.#closing.signal]) each.addEventListener('abort', onAbort);
    this.#busy += 1;
    const reading = this.#readNow(sql, values, take, stop.signal).finally(() => {
      for (const each of [signal, this.#closing.signal]) each.removeEventListener('abort', onAbort);
      this.#running.delete(reading);
      this.#busy -= 1;
      this.#waiting.values().next().value?.();
    });
    this.#running.add(reading);
    await reading;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const wake of [...this.#waiting]) wake();
    await Promise.allSettled(this.#running);
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  /** Resolves when there is a connection to be had. */
  async #turn(signal: AbortSignal): Promise<void> {
    while (this.#busy >= maxConnections && !signal.aborted && !this.#closing.signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.#waiting.add(wake);
        signal.addEventListener('abort', wake);
      });
    }
    if (signal.aborted || this.#closing.signal.aborted) throw stopped();
  }

  async #readNow(sql: string, values: readonly SqliteValue[], take: TakeRow, signal: AbortSignal): Promise<void> {
    const connection = await this.#connection();
    try {
      await connection.read(sql, values, take, signal);
    } catch (error) {
      // A statement that was left in the middle would keep its lock.
      connection.close();
      throw signal.aborted ? stopped() : sqliteFailure(error);
    }
    this.#idle.push(connection);
  }

  async #connection(): Promise<Connection> {
    // Another file may have taken the place of the one that is open.
    const identity = identityOf(this.#file);
    if (identity === undefined) throw new SourceFailure('the file of the database is gone');
    if (identity !== this.#identity) for (const connection of this.#idle.splice(0)) connection.close();
    this.#identity = identity;
    return this.#idle.pop() ?? (await openConnection(this.#file));
  }
}

class Connection {
  readonly #driver: Driver;
  readonly #statements = new Map<string, Statement>();
  #decode: DecodeText | undefined;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async read(sql: string, values: readonly SqliteValue[], take: TakeRow, signal: AbortSignal): Promise<void> {
    let interrupts: NodeJS.Timeout | undefined;
    const interrupt = (): void => {
      this.#driver.interrupt();
      interrupts = setInterval(() => this.#driver.interrupt(), interruptMs);
    };
    signal.addEventListener('abort', interrupt, { once: true });
    try {
      this.#decode ??= await decoderOf(this.#driver);
      const statement = this.#statements.get(sql) ?? (await this.#driver.prepare(sql)).raw().safeIntegers();
      this.#statements.set(sql, statement);
      signal.throwIfAborted();
      let taken = 0;
      for (const row of await statement.iterate(values)) {
        take(row, this.#decode);
        taken += 1;
        if (taken % rowsPerTurn !== 0) continue;
        await new Promise((resolve) => setImmediate(resolve));
        signal.throwIfAborted();
      }
    } finally {
      signal.removeEventListener('abort', interrupt);
      clearInterval(interrupts);
    }
  }

  close(): void {
    this.#driver.close();
  }
}

async function openConnection(file: string): Promise<Connection> {
  const Database = await loadDriver();
  try {
    // Without the mode the driver would write, and make a file where there is none.
    return new Connection(new Database(`${pathToFileURL(file).href}?mode=ro`, { timeout: busyTimeoutMs }));
  } catch (error) {
    throw sqliteFailure(error);
  }
}

/** Text has the encoding of its file. */
async function decoderOf(driver: Driver): Promise<DecodeText> {
  const [row] = await (await driver.prepare('PRAGMA encoding')).raw().iterate([]);
  const encoding = String(row?.[0]);
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw new SourceFailure(`it holds text that is not ${encoding}`);
    }
  };
}

/** The package is optional: a server without SQLite tables does not need it. */
async function loadDriver(): Promise<OpenDriver> {
  try {
    const { default: Database } = await import('libsql/promise');
    return Database;
  } catch {
    throw new SourceFailure('the package `libsql` is not installed; SQLite tables need it: `npm install libsql`');
  }
}

/** Also what was written in place, over the pages that a connection remembers: SQLite cannot always tell. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? undefined : `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}`;
}

function stopped(): SourceFailure {
  return new SourceFailure('it was stopped');
}

/** Values are parameters, so what SQLite says holds none of them. */
function sqliteFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error;
  const code = codeOf(error);
  const text = code.startsWith('SQLITE_') && error instanceof Error ? `: ${error.message}` : '';
  return new SourceFailure(`SQLite failed (${code}${text})`);
}
