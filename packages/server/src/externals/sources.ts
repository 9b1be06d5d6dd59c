import type { ExternalConfig, HttpLookupConfig, PostgresTableConfig, SqliteTableConfig } from '../config/config.js';
import { readUrlTemplate } from '../config/url-template.js';
import { suggestName } from '@manglecp/protocol';
import { checkSqliteTable } from './check-sqlite.js';
import type { Column } from './column.js';
import { JsonFetcher } from './fetch-json.js';
import { createHttpLookup } from './http-lookup.js';
import { PostgresServer } from './postgres-server.js';
import { createPostgresTable } from './postgres-table.js';
import { type Resource, type Source, type SourceFault, SourceFailure } from './source.js';
import { SqliteDatabase } from './sqlite-database.js';
import { createSqliteTable } from './sqlite-table.js';

export interface SourcesOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The absolute path of a file; undefined, with a problem reported, if the pack may not read it. */
  readonly findFile: (file: string) => Promise<string | undefined>;
}

/** What became of a table or an address. */
export interface SourceMade {
  /** Absent if there is a fault. */
  readonly source?: Source;
  readonly fault?: SourceFault;
  /** Environment variables that are needed and not set. Without them every question fails. */
  readonly unset?: readonly string[];
}

/** All tables and addresses of a pack. Tables of one file or server share its connections. */
export class Sources implements Resource {
  readonly #options: SourcesOptions;
  readonly #files = new Map<string, SqliteDatabase>();
  readonly #servers = new Map<string, PostgresServer>();
  readonly #fetchers: JsonFetcher[] = [];

  constructor(options: SourcesOptions) {
    this.#options = options;
  }

  /** What answers an external predicate; undefined if the configuration names neither a table nor an address. */
  async make(config: ExternalConfig, columns: readonly Column[]): Promise<SourceMade | undefined> {
    if (config.sqlite !== null) return this.#sqlite(config.sqlite, config, columns);
    if (config.postgres !== null) return this.#postgres(config.postgres, config, columns);
    return config.http === null ? undefined : this.#http(config.http, config, columns);
  }

  /** Ends everything that is open. From then on questions fail. */
  async close(): Promise<void> {
    const resources: readonly Resource[] = [...this.#files.values(), ...this.#servers.values(), ...this.#fetchers];
    await Promise.all(resources.map((resource) => resource.close()));
  }

  async #sqlite(
    table: SqliteTableConfig,
    { max_rows: maxRows }: ExternalConfig,
    columns: readonly Column[],
  ): Promise<SourceMade> {
    const file = await this.#options.findFile(table.file);
    if (file === undefined) return {};
    const fault = await checkSqliteTable(file, table, columns);
    if (fault !== undefined) return { fault };
    const database = this.#files.get(file) ?? new SqliteDatabase(file);
    this.#files.set(file, database);
    return { source: createSqliteTable(database, table, { columns, maxRows }) };
  }

  #postgres(
    table: PostgresTableConfig,
    { max_rows: maxRows, timeout_ms: timeoutMs }: ExternalConfig,
    columns: readonly Column[],
  ): SourceMade {
    const { url_env: variable } = table;
    const url = this.#variable(variable);
    const server = this.#servers.get(variable) ?? new PostgresServer(variable, url);
    server.timeoutMs = Math.max(server.timeoutMs, timeoutMs);
    this.#servers.set(variable, server);
    const source = createPostgresTable(server, table, { columns, maxRows });
    return { source, unset: url === undefined ? [variable] : [] };
  }

  #http(lookup: HttpLookupConfig, { max_rows: maxRows }: ExternalConfig, columns: readonly Column[]): SourceMade {
    const template = readUrlTemplate(lookup.url);
    // INVARIANT: the check of the configuration has refused others.
    if (typeof template === 'string') return { fault: { message: template } };
    const fault = nameFault(template.names, columns);
    if (fault !== undefined) return { fault };
    const fields = Object.entries(lookup.headers_env);
    const unset = [...new Set(fields.map(([, variable]) => variable))].filter(
      (each) => this.#variable(each) === undefined,
    );
    if (unset.length > 0) return { source: failing(unset), unset };
    const fetcher = new JsonFetcher({
      origin: template.origin,
      headers: Object.fromEntries(fields.map(([field, variable]) => [field, this.#variable(variable) ?? ''])),
      maxBytes: lookup.max_bytes,
      emptyStatus: lookup.empty_status,
    });
    this.#fetchers.push(fetcher);
    return { source: createHttpLookup(fetcher, template, lookup, { columns, maxRows }) };
  }

  /** An empty variable is none. */
  #variable(name: string): string | undefined {
    const { environment } = this.#options;
    return Object.hasOwn(environment, name) ? environment[name] || undefined : undefined;
  }
}

function failing(unset: readonly string[]): Source {
  const message = `the environment variable ${unset.join(', ')} is not set`;
  return { batchSize: 1, answer: () => Promise.reject(new SourceFailure(message)) };
}

/** Every given argument goes into the address, and nothing else does. */
function nameFault(names: readonly string[], columns: readonly Column[]): SourceFault | undefined {
  const given = columns.filter(({ isGiven }) => isGiven).map(({ name }) => name);
  const unknown = names.find((name) => !given.includes(name));
  if (unknown !== undefined) {
    const near = suggestName(unknown, given);
    const help =
      near === undefined ? `The given arguments are \`${given.join('`, `')}\`.` : `Did you mean \`${near}\`?`;
    return { message: `\`{${unknown}}\` in \`url\` is no given argument`, help };
  }
  const unused = given.find((name) => !names.includes(name));
  if (unused === undefined) return undefined;
  const help = `Without it all values of it would have the same answer. Write \`{${unused}}\` where it goes.`;
  return { message: `the given argument \`${unused}\` is not in \`url\``, help };
}
