import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { PackConfig } from '../config/config.js';
import { type ConfigText, readConfigs } from '../config/read-config.js';
import { hostFacts } from './base-facts.js';
import { bindSkills } from './bind-skills.js';
import { checkWords } from './check-words.js';
import { checkWrittenPlans } from './check-written-plans.js';
import { checkOwnKinds } from './column-kinds.js';
import { type CompiledRules, compileRules } from './compile-rules.js';
import { guardTemplates } from './guard-templates.js';
import { type Exports, type ImportedModule, importModule } from './import-module.js';
import { checkIntentFacts } from './intent-facts.js';
import { readKernel } from './kernel-sources.js';
import { checkOpenWords } from './open-words.js';
import type { Action, Degradation, Pack } from './pack.js';
import { lostPolicy, type PolicyLayer, readPolicyLayer, unlistedActions } from './policy-layer.js';
import { checkPolicyValues } from './policy-values.js';
import { configProblem, fileProblem, type Problem } from './problem.js';
import { readActions } from './read-actions.js';
import { factsOfTables, readFactFiles } from './read-base-facts.js';
import { readExternals } from './read-externals.js';
import { type Entry, findFolder, listFolder, type PackFolder, readText, resolveInside } from './read-files.js';
import { readLayers } from './read-layers.js';
import { readSkills } from './read-skills.js';
import { refusedPredicates, warnSelfExtending } from './temporal-recursion.js';
import { checkToolClauses } from './tool-clauses.js';
import { checkUnreadHeads } from './unread-heads.js';
import { wireDeclarations } from './wire-declarations.js';
import { readWrittenPlans } from './written-plans.js';

export type { Problem } from './problem.js';

export type LoadResult = { readonly pack: Pack } | { readonly problems: readonly Problem[] };

export interface LoadOptions {
  /** A file of the shape of `manglecp.json` that is laid over it. */
  readonly configFile?: string;
  /** Modules that were imported before, for a reload: those that did not change are not imported again. */
  readonly modules?: ReadonlyMap<string, ImportedModule>;
}

/**
 * Reads, checks and compiles a pack. What is wrong with it is returned, all of it that can be found at once; nothing is
 * thrown because of what its files say.
 */
export async function loadPack(folder: string, options: LoadOptions = {}): Promise<LoadResult> {
  const problems: Problem[] = [];
  const root = await findFolder(folder, (problem) => problems.push(problem));
  if (root === undefined) return { problems };
  const pack = await readPack({ root, report: (problem) => problems.push(problem) }, options);
  return pack === undefined || problems.some(isError)
    ? { problems: problems.filter(isError) }
    : // As the operator named it: a link may lead to another folder tomorrow.
      { pack: { ...withWarnings(pack, problems), folder: path.resolve(folder) } };
}

/**
 * Loads a pack again. Two changes are refused. One of its schema: what clients were told to send must not change while the
 * server runs (ARCH-007). And one that takes away what policy decides, or what it decides it by.
 */
export async function reloadPack({ folder, configFile, schemaDigest, policy, modules }: Pack): Promise<LoadResult> {
  const loaded = await loadPack(folder, { modules, ...(configFile === undefined ? {} : { configFile }) });
  if (!('pack' in loaded)) return loaded;
  const problems = [
    ...(loaded.pack.schemaDigest === schemaDigest ? [] : [schemaChanged]),
    ...lostPolicy(policy, loaded.pack.policy),
  ];
  return problems.length === 0 ? loaded : { problems };
}

const schemaChanged = fileProblem(
  'schema-changed',
  'schema',
  'the schema cannot change while the server runs',
  'Restart the server to take the new schema, or take back the change.',
);

function isError({ severity = 'error' }: Problem): boolean {
  return severity === 'error';
}

function withWarnings(pack: Pack, problems: readonly Problem[]): Pack {
  return { ...pack, warnings: [...problems, ...pack.warnings] };
}

/** What the text of the rules shows by itself. */
function checkRules({ program, originOf, selfExtending }: CompiledRules, config: PackConfig): readonly Problem[] {
  return [
    ...warnSelfExtending(selfExtending, config.temporal_recursion),
    ...checkOpenWords(program, originOf),
    ...checkOwnKinds(program, originOf),
    ...checkUnreadHeads(program, originOf),
    ...checkToolClauses(program),
  ];
}

/** What rules, facts and actions show together. */
function checkContent(
  scope: Parameters<typeof checkWords>[0],
  policy: PolicyLayer,
  excuse: ReadActions['excuse'],
): readonly Problem[] {
  const { program, tables, actions, config } = scope;
  return [
    ...excused(checkWords(scope), excuse),
    ...checkPolicyValues({ ...scope, isStrict: config.strict_predicates }),
    ...checkWrittenPlans(readWrittenPlans(program, tables), actions),
    ...(actions.size > 0 ? unlistedActions(policy) : []),
  ];
}

/** Another error about a clause says more than that it never holds. */
function saidOnce(problems: readonly Problem[]): readonly Problem[] {
  const isVague = ({ code }: Problem): boolean => code === 'never-fires';
  const places = problems.filter((each) => isError(each) && !isVague(each)).map(({ file, line }) => `${line} ${file}`);
  return problems.filter((each) => !isVague(each) || !places.includes(`${each.line} ${each.file}`));
}

async function readPack(
  folder: PackFolder,
  { configFile, modules: before = new Map() }: LoadOptions,
): Promise<Pack | undefined> {
  const { root, report } = folder;
  const entries = await listFolder(folder);
  if (entries === undefined) return undefined;
  const config = await readPackConfig(folder, configFile);
  const layers = await readLayers(folder, entries);
  const facts = await readFactFiles(folder, entries);
  const skills = await readSkills(folder, entries);
  const modules: Modules = new Map();
  const findExports = createModules(folder, modules, before);
  const { actions, excuse } = await readPackActions(entries, findExports, report);
  const rules = compileRules([...(await readKernel()), ...layers, ...facts.sources], report);
  if (config === undefined || rules === undefined) return undefined;
  const { program, originOf, ownership } = rules;
  const refusedTemporal = refusedPredicates(rules.selfExtending, config.temporal_recursion);
  for (const problem of saidOnce([...checkRules(rules, config), ...rules.doubts.filter(isError)])) report(problem);
  const declarations = wireDeclarations(program, (source) => originOf(source).layer, report);
  for (const problem of checkIntentFacts(config.intents, declarations)) report(problem);
  const externals = await readExternals(program, config.externals, {
    configName: configFileName,
    isKernel: ({ span }) => span !== undefined && originOf(span.source).isKernel,
    findExports,
    findFile: (file) => (path.isAbsolute(file) ? Promise.resolve(file) : resolveInside(folder, file)),
    environment: process.env,
    report,
  });
  const byFile = facts.tables.map((table) => ({
    file: table.name,
    facts: factsOfTables([table], program, ownership, report),
  }));
  const tables = byFile.flatMap((each) => each.facts);
  const scope = { program, tables, originOf, config, actions, declarations, skills: skills.map(({ id }) => id) };
  const policy = readPolicyLayer(program, byFile, originOf);
  for (const problem of checkContent(scope, policy, excuse)) report(problem);
  const guarded = guardTemplates(program, { declarations, tables });
  return {
    folder: root,
    ...(configFile === undefined ? {} : { configFile }),
    config,
    program: guarded.program,
    originOf,
    baseFacts: [...hostFacts(config, actions, rules.policyPredicates), ...guarded.tables],
    declarations,
    actions,
    modules,
    ...bindSkills(skills, { program, tables, originOf, report }),
    ...externals,
    schemaDigest: rules.schemaDigest,
    policyDigest: rules.policyDigest,
    policy,
    refusedTemporal,
    warnings: [...rules.doubts.filter((each) => !isError(each)), ...guarded.warnings],
    degraded: [...degradations(refusedTemporal), ...externals.degraded],
  };
}

const configFileName = 'manglecp.json';

async function readPackConfig(folder: PackFolder, configFile: string | undefined): Promise<PackConfig | undefined> {
  const text = await readText(folder, configFileName);
  const over = configFile === undefined ? undefined : await readOver(configFile, folder.report);
  if (text === undefined || (configFile !== undefined && over === undefined)) return undefined;
  const texts: readonly ConfigText[] = [{ source: configFileName, text }, ...(over === undefined ? [] : [over])];
  const { config, problems } = readConfigs(texts);
  for (const problem of problems) folder.report(configProblem(problem));
  return config;
}

/** The file lies wherever the operator says, unlike those of the pack. */
async function readOver(file: string, report: (problem: Problem) => void): Promise<ConfigText | undefined> {
  const inFolder = { root: await realpath(path.dirname(file)).catch(() => path.dirname(file)), report };
  const text = await readText(inFolder, path.basename(file));
  return text === undefined ? undefined : { source: file, text };
}

/** The modules of a pack, by their names in it. */
type Modules = Map<string, ImportedModule>;

/** Finds modules of the pack, imports each once and puts it into `modules`; those that did not change are of `before`. */
function createModules(
  folder: PackFolder,
  modules: Modules,
  before: ReadonlyMap<string, ImportedModule>,
): (file: string) => Promise<Exports | undefined> {
  const pending = new Map<string, Promise<Exports | undefined>>();
  const find = async (file: string): Promise<Exports | undefined> => {
    const inside = await resolveInside(folder, file);
    if (inside === undefined) return undefined;
    const place = { root: folder.root, file: path.relative(folder.root, inside) };
    const found = await importModule(place, folder.report, before.get(file));
    if (found !== undefined) modules.set(file, found);
    return found?.exports;
  };
  return (file) => {
    const found = pending.get(file) ?? find(file);
    pending.set(file, found);
    return found;
  };
}

interface ReadActions {
  readonly actions: ReadonlyMap<string, Action>;
  /** Why there are fewer than rules speak of, which is then no fault of theirs: what was told already, or is to be told. */
  readonly excuse?: Problem | 'told';
}

async function readPackActions(
  entries: readonly Entry[],
  findExports: (file: string) => Promise<Exports | undefined>,
  report: (problem: Problem) => void,
): Promise<ReadActions> {
  const [file, another] = ['actions.js', 'actions.ts'].filter((each) => entries.some(({ name }) => name === each));
  if (another !== undefined)
    report(fileProblem('two-actions', another, 'the pack has `actions.js` as well', 'Keep one.'));
  const exports = file === undefined ? undefined : await findExports(file);
  if (file === undefined) return { actions: new Map() };
  if (exports === undefined) return { actions: new Map(), excuse: 'told' };
  // A module may be there for external predicates alone.
  if (exports['actions'] === undefined) return { actions: new Map(), excuse: noActions(file, exports) };
  const problems: Problem[] = [];
  const actions = readActions(file, exports, (problem) => problems.push(problem));
  for (const problem of problems) report(problem);
  return { actions, ...(problems.some(isError) ? { excuse: 'told' } : {}) };
}

/** What is wrong with the actions, instead of every place that uses one. */
function excused(problems: readonly Problem[], excuse: ReadActions['excuse']): readonly Problem[] {
  const isAboutActions = (problem: Problem): boolean => problem.code === 'unknown-action' && isError(problem);
  if (excuse === undefined || !problems.some(isAboutActions)) return problems;
  const others = problems.filter((problem) => !isAboutActions(problem));
  return excuse === 'told' ? others : [excuse, ...others];
}

function noActions(file: string, exports: Exports): Problem {
  const isDefault = exports['default'] !== undefined;
  const message = isDefault ? 'it has a default export, and no `actions`' : 'it does not export `actions`';
  const help = 'Write `export const actions = { read_log: { description, input, effects, run } };`.';
  return fileProblem('bad-action', file, message, help);
}

/** Everybody can read the manifest, so it says nothing about which rules these are. */
function degradations(refused: readonly string[]): readonly Degradation[] {
  if (refused.length === 0) return [];
  return [{ component: 'rules', reason: 'some rules extend their own intervals without end and are not evaluated' }];
}
