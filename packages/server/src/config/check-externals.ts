import { isAbsolute } from 'node:path';
import { checkRepeated } from './check-repeated.js';
import type { ExternalConfig, HttpLookupConfig, PackConfig, PostgresTableConfig, SqliteTableConfig } from './config.js';
import { escapeKey, type Misfit } from './fit-config.js';
import { readUrlTemplate } from './url-template.js';

/** What is wrong with the external predicates although every value has the right shape. */
export function* checkExternals({ externals }: PackConfig): Generator<Misfit> {
  for (const [at, external] of externals.entries()) yield* checkExternal(external, `/externals/${at}`);
  yield* checkRepeated(
    externals.map(({ predicate }) => predicate),
    (at) => `/externals/${at}/predicate`,
    (predicate) => `\`${predicate}\` is there twice`,
  );
}

function* checkExternal(external: ExternalConfig, path: string): Generator<Misfit> {
  const { mode, from, sqlite, postgres, http } = external;
  if (!/^[bf]+$/.test(mode)) {
    const help = 'Write one letter for each argument: `b` if it is given, `f` if it is asked for.';
    yield { path: `${path}/mode`, message: `\`${mode}\` is no mode`, help };
    return;
  }
  const sources = Object.entries({ from, sqlite, postgres, http }).filter(([, source]) => source !== null);
  const [first, second] = sources.map(([name]) => name);
  if (first === undefined) {
    const help = 'Give it `from` (a function), `sqlite`, `postgres` (a table) or `http` (an address).';
    yield { path, message: `nothing answers \`${external.predicate}\``, help };
  }
  if (second !== undefined) {
    yield { path: `${path}/${second}`, message: `\`${first}\` answers it already`, help: 'Keep one of the two.' };
  }
  if (from !== null) yield* checkFunction(from, `${path}/from`);
  if (sqlite !== null) yield* checkSqlite(sqlite, mode, `${path}/sqlite`);
  if (postgres !== null) yield* checkPostgres(postgres, mode, `${path}/postgres`);
  if (http !== null) yield* checkLookup(http, mode, `${path}/http`);
}

function* checkFunction(from: string, path: string): Generator<Misfit> {
  if (/^(?!\.*\/)(?!.*\/\.\.?\/)[^#\\]+\.[jt]s#[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(from)) return;
  const help = 'Name a file of the pack and what it exports, such as `actions.js#carrierDelay`.';
  yield { path, message: `\`${from}\` names no export`, help };
}

function* checkSqlite({ file, table, columns }: SqliteTableConfig, mode: string, at: string): Generator<Misfit> {
  if (!isAbsolute(file) && file.split(/[/\\]/).includes('..')) {
    const help = 'Name a file of the pack, such as `data/stock.db`, or one by its absolute path.';
    yield { path: `${at}/file`, message: `\`${file}\` leads out of the pack`, help };
  }
  yield* checkIdentifiers([table], () => `${at}/table`);
  yield* checkColumns(columns, mode, at);
}

function* checkPostgres(
  { url_env: variable, table, columns }: PostgresTableConfig,
  mode: string,
  path: string,
): Generator<Misfit> {
  yield* checkVariable(variable, `${path}/url_env`);
  const parts = table.split('.');
  if (parts.length > 2) {
    yield { path: `${path}/table`, message: `\`${table}\` has more than a schema and a table`, help: identifierHelp };
  } else {
    yield* checkIdentifiers(parts, () => `${path}/table`);
  }
  yield* checkColumns(columns, mode, path);
}

function* checkColumns(columns: readonly string[], mode: string, path: string): Generator<Misfit> {
  if (columns.length !== mode.length) {
    const message = `expected ${mode.length} columns for the mode \`${mode}\`, got ${columns.length}`;
    yield { path: `${path}/columns`, message, help: 'Name one column for each argument, in their order.' };
  }
  yield* checkIdentifiers(columns, (at) => `${path}/columns/${at}`);
}

const identifierHelp = 'Use letters, digits, `_`, `$`, `-` and spaces; a view can rename anything.';

/** They are quoted wherever they are used; this is for what no database has as a name. PostgreSQL cuts off after 63 bytes. */
function* checkIdentifiers(names: readonly string[], pathOf: (at: number) => string): Generator<Misfit> {
  for (const [at, name] of names.entries()) {
    if (/^[\p{L}_][\p{L}\p{M}\p{N}_$ -]*$/u.test(name) && Buffer.byteLength(name) <= 63) continue;
    yield { path: pathOf(at), message: `\`${name}\` cannot be the name of a table or column`, help: identifierHelp };
  }
}

/** What was written may be the secret itself, so it is not repeated. */
function* checkVariable(variable: string, path: string): Generator<Misfit> {
  if (/^[A-Za-z_]\w*$/.test(variable)) return;
  const help = 'Secrets are never in the file: name the environment variable that holds it, such as `STOCK_DB_URL`.';
  yield { path, message: 'expected the name of an environment variable', help };
}

function* checkLookup(http: HttpLookupConfig, mode: string, path: string): Generator<Misfit> {
  const { url, rows, columns, headers_env: headers } = http;
  const template = readUrlTemplate(url);
  if (typeof template === 'string') {
    const help = 'Write it like `https://api.example/delays/{carrier}?day={day}`.';
    // An address with credentials is not repeated.
    yield { path: `${path}/url`, message: `this cannot be asked: ${template}`, help };
  }
  const asked = mode.replaceAll('b', '').length;
  if (columns.length !== asked) {
    const message = `expected ${asked} columns for the mode \`${mode}\`, got ${columns.length}`;
    yield { path: `${path}/columns`, message, help: 'Name a member of a row for each asked argument, in their order.' };
  }
  if (rows !== '' && rows.split('.').includes('')) {
    const help = 'Write names of members with dots between them, such as `data.items`.';
    yield { path: `${path}/rows`, message: `\`${rows}\` is no path`, help };
  }
  yield* checkHeaders(headers, `${path}/headers_env`);
  if (typeof template !== 'string' && Object.keys(headers).length > 0 && isReadable(template.origin)) {
    const help = 'Use `https`; plain `http` is for this machine only where secrets are sent.';
    yield { path: `${path}/url`, message: 'secrets would be sent in plain text', help };
  }
}

/** What the look-up itself says. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'transfer-encoding',
]);

function* checkHeaders(headers: Readonly<Record<string, string>>, path: string): Generator<Misfit> {
  for (const [field, variable] of Object.entries(headers)) {
    const at = `${path}/${escapeKey(field)}`;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(field)) yield { path: at, message: `\`${field}\` is no header field` };
    if (ownHeaders.has(field.toLowerCase())) {
      yield { path: at, message: `\`${field}\` is set by the server`, help: 'Remove it.' };
    }
    yield* checkVariable(variable, at);
  }
}

/** Whether others can read what is sent there. */
function isReadable(origin: string): boolean {
  return !/^https:|^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(origin);
}
