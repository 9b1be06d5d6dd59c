import path from 'node:path';
import { compareText } from '@manglecp/mangle';
import { readScenario, type ScenarioText } from './read-scenario.js';
import { findFolder, listFolder, listOptional, type PackFolder, readText } from '../pack/read-files.js';
import type { Problem } from '../pack/problem.js';
import { renderProblems } from '../pack/render-problems.js';
import type { PackReport, ScenarioReport } from './report.js';
import { openStage, type RunOptions, runScenario } from './run-scenario.js';

export interface TestOptions extends Omit<RunOptions, 'onRound'> {
  /** Only scenarios whose file or name has this text, in letters of any case. */
  readonly filter?: string;
}

/** What is told while scenarios run. */
export interface TestListener {
  readonly began: (file: string, name: string) => void;
  /** From 1. */
  readonly round: (round: number) => void;
  readonly ended: (report: ScenarioReport) => void;
}

export interface TestCourse {
  readonly listener?: TestListener;
  /** The last file that needs not be run any more. */
  readonly after?: string;
}

/**
 * Runs the scenarios of a pack, one after the other. Never throws because of what they or the pack say; code of the pack
 * can end the process, though, or keep it busy (`test-pack-on-thread.ts`).
 */
export async function testPack(
  folder: string,
  options: TestOptions,
  { listener, after = '' }: TestCourse = {},
): Promise<PackReport> {
  const stage = await openStage(folder, options);
  if ('problems' in stage) return { problems: renderProblems(stage.problems), scenarios: [] };
  await stage.server.close();
  const scenarios: ScenarioReport[] = [];
  const problems: Problem[] = [];
  for (const { file, read } of await listScenarios(folder, (problem) => problems.push(problem))) {
    if (compareText(file, after) <= 0) continue;
    const { source, problems: faults } = await read();
    const name = source === undefined ? file : nameOf(source);
    if (!isWanted(options.filter, file, name)) continue;
    listener?.began(file, name);
    const report =
      source === undefined
        ? { file, name, problems: renderProblems(faults), rounds: [] }
        : await runScenario(folder, source, { ...options, ...(listener && { onRound: listener.round }) });
    listener?.ended(report);
    scenarios.push(report);
  }
  return { problems: renderProblems(problems), scenarios };
}

interface Found {
  readonly file: string;
  readonly read: () => Promise<{ readonly source?: ScenarioText; readonly problems: readonly Problem[] }>;
}

const testsFolder = 'tests';

/** The files `tests/*.json`, in the order of their names. */
async function listScenarios(folder: string, report: (problem: Problem) => void): Promise<readonly Found[]> {
  const root = await findFolder(folder, report);
  if (root === undefined) return [];
  const all: PackFolder = { root, report };
  const entries = (await listOptional(all, (await listFolder(all)) ?? [], testsFolder)) ?? [];
  return entries
    .filter(({ name, isFolder }) => !isFolder && name.endsWith('.json'))
    .map(({ name: file }) => ({
      file,
      read: async () => {
        const problems: Problem[] = [];
        const inside: PackFolder = { root, report: (problem) => problems.push(problem) };
        const text = await readText(inside, `${testsFolder}/${file}`);
        return text === undefined ? { problems } : { source: { file: `${testsFolder}/${file}`, text }, problems };
      },
    }));
}

/** The name of a scenario, or of its file if it has none. */
function nameOf(source: ScenarioText): string {
  const read = readScenario(source);
  return 'scenario' in read ? read.scenario.name : path.basename(source.file);
}

function isWanted(filter: string | undefined, file: string, name: string): boolean {
  if (filter === undefined) return true;
  const wanted = filter.toLowerCase();
  return [file, name].some((text) => text.toLowerCase().includes(wanted));
}
