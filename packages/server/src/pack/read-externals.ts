import type { ast, External, ExternalRows, Externals, MangleInput, PredicateInfo, Program } from '@manglecp/mangle';
import { compareText } from '@manglecp/mangle';
import { type ExternalPredicate, suggestName } from '@manglecp/protocol';
import type { ExternalConfig } from '../config/config.js';
import { columnsOf } from '../externals/column.js';
import { inBatches } from '../externals/in-batches.js';
import { Sources, type SourcesOptions } from '../externals/sources.js';
import { argumentNames } from './argument-names.js';
import { fromHost, toHost } from './external-values.js';
import type { Exports } from './import-module.js';
import { descriptorTexts } from './mentions.js';
import type { Degradation } from './pack.js';
import { fileProblem, placedProblem, type Problem } from './problem.js';
import { type RowLimits, takeRows, takeRowsLater } from './take-rows.js';

/** Finds what a file of the pack exports; undefined if it could not be imported, which was told then. */
export type FindExports = (file: string) => Promise<Exports | undefined>;

export interface ExternalsRead {
  readonly externals: Externals;
  /** All external predicates of the program, the kernel's included, by name (MAN-022). */
  readonly externalPredicates: readonly ExternalPredicate[];
  /** Sources that are not set up on this machine. */
  readonly degraded: readonly Degradation[];
  /** Ends what answering has opened: connections to databases and servers. From then on questions fail. */
  readonly closeExternals: () => Promise<void>;
}

export interface ReadExternalsOptions extends SourcesOptions {
  readonly configName: string;
  readonly isKernel: (info: PredicateInfo) => boolean;
  readonly findExports: FindExports;
  readonly report: (problem: Problem) => void;
}

/**
 * What is behind external predicates: functions, tables and addresses. The rules and the configuration must agree about
 * each of them. Tables in files are looked at; nothing on a network is asked.
 */
export async function readExternals(
  program: Program,
  configs: readonly ExternalConfig[],
  options: ReadExternalsOptions,
): Promise<ExternalsRead> {
  const { configName, isKernel, report } = options;
  const refuse: Refuse = (message, help) => report(fileProblem('external', configName, message, help));
  const sources = new Sources(options);
  const unset = new Set<string>();
  const infos = [...program.predicates.values()].filter(({ isExternal }) => isExternal);
  const own = infos.filter((info) => !isKernel(info));
  for (const info of own) if (!configs.some(({ predicate }) => predicate === info.name)) report(unanswered(info));
  const externals: Record<string, External> = {};
  for (const config of configs) {
    const info = findDeclared(config, own, refuse);
    if (info === undefined) continue;
    const { external, missing = [] } =
      config.from === null
        ? await sourceExternal(info, config, sources, refuse)
        : functionExternal(info, config, await findFunction(config.from, options.findExports, refuse));
    if (external !== undefined) externals[info.key] = external;
    for (const variable of missing) unset.add(variable);
  }
  for (const variable of unset) report({ ...unsetVariable(variable, configName), severity: 'warning' });
  const externalPredicates = infos.map((info) =>
    describe(
      info,
      configs.find(({ predicate }) => predicate === info.name),
    ),
  );
  return {
    externals,
    externalPredicates: externalPredicates.sort((a, b) => compareText(a.predicate, b.predicate)),
    degraded: unset.size === 0 ? [] : [{ component: 'externals', reason: 'a source of facts is not set up' }],
    closeExternals: () => sources.close(),
  };
}

type Refuse = (message: string, help?: string) => void;

/** What became of an entry. */
interface Made {
  /** Absent if something is wrong, which was told. */
  readonly external?: External;
  /** Environment variables that are not set. */
  readonly missing?: readonly string[];
}

/** The predicate that an entry is about; undefined, with a problem reported, if the rules say otherwise. */
function findDeclared(
  config: ExternalConfig,
  own: readonly PredicateInfo[],
  refuse: Refuse,
): PredicateInfo | undefined {
  const info = own.find(({ name }) => name === config.predicate);
  const fault = info === undefined ? undeclared(config, own) : modeFault(info, config);
  if (fault === undefined) return info;
  refuse(fault.message, fault.help);
  return undefined;
}

function unsetVariable(variable: string, configName: string): Problem {
  const message = `the environment variable \`${variable}\` is not set`;
  const help = 'Until the server is started with it, evaluations that need it fail.';
  return fileProblem('external-variable', configName, message, help);
}

/** CONF-009. */
function unanswered({ key, name, decl, span }: PredicateInfo): Problem {
  const message = `nothing answers the external predicate \`${key}\``;
  const help = `Add it to \`externals\` in manglecp.json: \`{ "predicate": "${name}", "mode": …, "from": "actions.js#…" }\`, or a table.`;
  const place = decl?.atom.span ?? span;
  return place === undefined
    ? fileProblem('external', '', message, help)
    : placedProblem('external', place, message, help);
}

interface Fault {
  readonly message: string;
  readonly help: string;
}

function undeclared({ predicate }: ExternalConfig, own: readonly PredicateInfo[]): Fault {
  const near = suggestName(
    predicate,
    own.map(({ name }) => name),
  );
  const declare = 'Declare it: `Decl … descr [external(), mode("+", "-")] bound […].`';
  return {
    message: `the rules have no external predicate \`${predicate}\``,
    help: near === undefined ? declare : `Did you mean \`${near}\`? ${declare}`,
  };
}

function modeFault(info: PredicateInfo, { mode }: ExternalConfig): Fault | undefined {
  const declared = modeOf(info);
  if (declared === mode) return undefined;
  const message = `expected the mode \`${declared}\` for \`${info.key}\`, got \`${mode}\``;
  return { message, help: 'Here `b` is what its declaration calls "+", and `f` is "-".' };
}

function modeOf({ mode = [] }: PredicateInfo): string {
  return mode.map((sign) => (sign === '+' ? 'b' : 'f')).join('');
}

type HostFunction = (inputs: readonly unknown[], call: { readonly signal: AbortSignal }) => unknown;

async function findFunction(from: string, findExports: FindExports, refuse: Refuse): Promise<HostFunction | undefined> {
  const [file = '', exported = ''] = from.split('#');
  const exports = await findExports(file);
  if (exports === undefined) return undefined;
  const found = exports[exported];
  if (typeof found === 'function') return found as HostFunction;
  const functions = Object.keys(exports).filter((key) => typeof exports[key] === 'function');
  const near = suggestName(exported, functions);
  refuse(
    `\`${file}\` exports no function \`${exported}\``,
    near === undefined ? undefined : `Did you mean \`${near}\`?`,
  );
  return undefined;
}

/** A table or an address; what is wrong with it is told. */
async function sourceExternal(
  info: PredicateInfo,
  config: ExternalConfig,
  sources: Sources,
  refuse: Refuse,
): Promise<Made> {
  const columns = columnsOf(info, info.decl === undefined ? undefined : argumentNames(info.decl));
  if (typeof columns === 'string') {
    refuse(`\`${info.key}\`: ${columns}`, 'Use text, names, numbers, booleans and times, or answer it by a function.');
    return {};
  }
  const { source, fault, unset = [] } = (await sources.make(config, columns)) ?? {};
  if (fault !== undefined) refuse(`\`${info.key}\`: ${fault.message}`, fault.help);
  if (source === undefined) return {};
  const ask = inBatches(source);
  return {
    external: {
      ...settingsOf(config),
      call: (inputs, { signal }) => ask(inputs, signal),
      ...(source.batchSize > 1 ? { maxConcurrent: source.batchSize } : {}),
    },
    missing: unset,
  };
}

function settingsOf(config: ExternalConfig): Omit<External, 'call'> {
  return { isDeterministic: config.deterministic, maxRows: config.max_rows, timeoutMs: config.timeout_ms };
}

/** The function gets the given arguments as a list, and gives rows of the others, or whether there is one. */
function functionExternal(
  { decl, mode = [] }: PredicateInfo,
  config: ExternalConfig,
  call: HostFunction | undefined,
): Made {
  if (call === undefined) return {};
  const { max_rows: maxRows, timeout_ms: timeoutMs } = config;
  const types = (decl?.bounds[0]?.types ?? []).filter((_, column) => mode[column] !== '+');
  return {
    external: {
      ...settingsOf(config),
      call: (inputs, { signal }) => {
        const given = call(inputs.map(toHost), { signal });
        const read = (rows: unknown) => toRows(rows, types, { maxRows, timeoutMs, signal });
        return isThenable(given) ? given.then(read) : read(given);
      },
    },
  };
}

/** What is neither a truth value nor rows is left to the engine, which refuses it. */
function toRows(
  given: unknown,
  types: readonly ast.Term[],
  limits: RowLimits,
): ExternalRows | PromiseLike<ExternalRows> {
  const toRow = (row: unknown): readonly MangleInput[] => {
    const cells: readonly unknown[] = Array.isArray(row) ? row : [row];
    return cells.map((cell, column) => fromHost(cell, types[column]));
  };
  if (isAsyncIterable(given)) return takeRowsLater(given, limits).then((rows) => rows.map(toRow));
  return isIterable(given) ? takeRows(given, limits).map(toRow) : (given as ExternalRows);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function describe(info: PredicateInfo, config: ExternalConfig | undefined): ExternalPredicate {
  const { name, arity, decl } = info;
  const documented = decl === undefined ? '' : descriptorTexts(decl, 'doc').join(' ');
  const names = decl === undefined ? undefined : argumentNames(decl);
  return {
    predicate: name,
    arity,
    description: config?.description || documented || `${name}(${(names ?? []).join(', ')})`,
    deterministic: config?.deterministic ?? true,
    'x-mangle-mode': modeOf(info),
  };
}
