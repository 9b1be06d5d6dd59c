import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { PackConfig } from '../config/config.js';
import { type ConfigText, readConfigs } from '../config/read-config.js';
import { hostFacts } from './base-facts.js';
import { bindSkills } from './bind-skills.js';
import { compileRules } from './compile-rules.js';
import { type Exports, importModule } from './import-module.js';
import { checkIntentFacts } from './intent-facts.js';
import { readKernel } from './kernel-sources.js';
import { checkOpenWords } from './open-words.js';
import type { Action, Degradation, Pack } from './pack.js';
import { configProblem, fileProblem, type Problem } from './problem.js';
import { readActions } from './read-actions.js';
import { factsOfTables, readFactFiles } from './read-base-facts.js';
import { readExternals } from './read-externals.js';
import { type Entry, findFolder, listFolder, type PackFolder, readText, resolveInside } from './read-files.js';
import { readLayers } from './read-layers.js';
import { readSkills } from './read-skills.js';
import { checkToolNames } from './tool-names.js';
import { checkVocabulary } from './vocabulary.js';
import { wireDeclarations } from './wire-declarations.js';

export type { Problem } from './problem.js';

export type LoadResult = { readonly pack: Pack } | { readonly problems: readonly Problem[] };

export interface LoadOptions {
  /** A file of the shape of `manglecp.json` that is laid over it. */
  readonly configFile?: string;
}

/**
 * Reads, checks and compiles a pack. What is wrong with it is returned, all of it that can be found at once; nothing is
 * thrown because of what its files say.
 */
export async function loadPack(folder: string, { configFile }: LoadOptions = {}): Promise<LoadResult> {
  const root = await findFolder(folder);
  if (root === undefined) {
    return { problems: [fileProblem('no-pack', folder, 'there is no such folder', 'Name the folder of a pack.')] };
  }
  const problems: Problem[] = [];
  const pack = await readPack({ root, report: (problem) => problems.push(problem) }, configFile);
  return pack === undefined || problems.some(isError)
    ? { problems: problems.filter(isError) }
    : // As the operator named it: a link may lead to another folder tomorrow.
      { pack: { ...withWarnings(pack, problems), folder: path.resolve(folder) } };
}

/**
 * Loads a pack again. A change of its schema is refused: what clients were told to send must not change while the server
 * runs (ARCH-007).
 */
export async function reloadPack({ folder, configFile, schemaDigest }: Pack): Promise<LoadResult> {
  const loaded = await loadPack(folder, configFile === undefined ? {} : { configFile });
  if (!('pack' in loaded) || loaded.pack.schemaDigest === schemaDigest) return loaded;
  const help = 'Restart the server to take the new schema, or take back the change.';
  return {
    problems: [fileProblem('schema-changed', 'schema', 'the schema cannot change while the server runs', help)],
  };
}

function isError({ severity = 'error' }: Problem): boolean {
  return severity === 'error';
}

function withWarnings(pack: Pack, problems: readonly Problem[]): Pack {
  return { ...pack, warnings: [...problems, ...pack.warnings] };
}

async function readPack(folder: PackFolder, configFile: string | undefined): Promise<Pack | undefined> {
  const { root, report } = folder;
  const entries = await listFolder(folder);
  const config = await readPackConfig(folder, configFile);
  const layers = await readLayers(folder, entries);
  const facts = await readFactFiles(folder, entries);
  const skills = await readSkills(folder, entries);
  const findExports = createModules(folder);
  const actions = await readPackActions(entries, findExports, report);
  const rules = compileRules([...(await readKernel()), ...layers, ...facts.sources], report);
  if (config === undefined || rules === undefined) return undefined;
  const { program, originOf, ownership } = rules;
  for (const problem of checkOpenWords(program, originOf)) report(problem);
  for (const problem of checkVocabulary(program, actions.keys())) report(problem);
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
  const tables = factsOfTables(facts.tables, program, ownership, report);
  for (const problem of checkToolNames(program, tables, actions.keys())) report(problem);
  return {
    folder: root,
    ...(configFile === undefined ? {} : { configFile }),
    config,
    program,
    originOf,
    baseFacts: [...hostFacts(config, actions, rules.policyPredicates), ...tables],
    declarations,
    actions,
    ...bindSkills(skills, { program, tables, originOf, report }),
    ...externals,
    schemaDigest: rules.schemaDigest,
    policyDigest: rules.policyDigest,
    unsafeTemporal: rules.unsafeTemporal,
    warnings: rules.warnings,
    degraded: [...degradations(rules.unsafeTemporal), ...externals.degraded],
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

/** Modules of the pack, each imported once. */
function createModules(folder: PackFolder): (file: string) => Promise<Exports | undefined> {
  const modules = new Map<string, Promise<Exports | undefined>>();
  return (file) => {
    const known = modules.get(file);
    if (known !== undefined) return known;
    const imported = resolveInside(folder, file).then((inside) =>
      inside === undefined ? undefined : importModule(folder.root, path.relative(folder.root, inside), folder.report),
    );
    modules.set(file, imported);
    return imported;
  };
}

async function readPackActions(
  entries: readonly Entry[],
  findExports: (file: string) => Promise<Exports | undefined>,
  report: (problem: Problem) => void,
): Promise<ReadonlyMap<string, Action>> {
  const [file, another] = ['actions.js', 'actions.ts'].filter((each) => entries.some(({ name }) => name === each));
  if (another !== undefined)
    report(fileProblem('two-actions', another, 'the pack has `actions.js` as well', 'Keep one.'));
  const exports = file === undefined ? undefined : await findExports(file);
  return file === undefined || exports === undefined ? new Map() : readActions(file, exports, report);
}

/** Everybody can read the manifest, so it says nothing about which rules these are. */
function degradations(unsafe: readonly string[]): readonly Degradation[] {
  if (unsafe.length === 0) return [];
  return [{ component: 'rules', reason: 'some rules extend their own intervals without end and are not evaluated' }];
}
