import {
  checkServing,
  loadPack,
  type LoadResult,
  type Pack,
  type Problem,
  recordReviews,
  renderProblems,
} from '@manglecp/server';
import { defineCommand } from '../commands/command.js';
import { collect } from '../commands/options.js';
import type { Outcome } from '../output/outcome.js';

interface CheckOptions {
  readonly config?: string;
  readonly json?: boolean;
  readonly reviewed?: readonly string[];
}

/** Stands for every skill. */
const allSkills = 'all';

export const checkPackCommand = defineCommand<CheckOptions>({
  name: 'check',
  summary: 'say what is wrong with a domain pack, without serving it',
  operands: '<folder>',
  options: [
    { flags: '--config <file>', description: 'settings that are laid over the pack’s `manglecp.json`' },
    { flags: '--json', description: 'print an array of problems' },
    {
      flags: '--reviewed <skill>',
      description: `note in this skill that it was reviewed beside the rules of today; \`${allSkills}\` for every one (repeatable)`,
      parse: collect,
    },
  ],
  examples: ['manglecp check my-domain', 'manglecp check my-domain --reviewed slow-queries'],
  run: async ([folder = '.'], { config, json = false, reviewed = [] }): Promise<Outcome> => {
    // Code of a pack may end the process; that is no success.
    const fail = (): void => void (process.exitCode = 1);
    process.once('exit', fail);
    const load = (): Promise<LoadResult> => loadPack(folder, config === undefined ? {} : { configFile: config });
    const loaded = await load();
    const isReview = 'pack' in loaded && reviewed.length > 0;
    const review = isReview ? await recordReviews(loaded.pack, idsOf(reviewed)) : { recorded: [], problems: [] };
    const checked = isReview && review.problems.length === 0 ? await load() : loaded;
    const found =
      'pack' in checked ? [...checked.pack.warnings, ...(await checkServing(checked.pack))] : checked.problems;
    process.off('exit', fail);
    const problems = [...found.filter(isError), ...review.problems];
    const warnings = found.filter((problem) => !isError(problem));
    const exitCode = problems.length === 0 ? 0 : 1;
    if (json) return { exitCode, output: `${JSON.stringify([...problems, ...warnings].map(jsonOf))}\n` };
    if (problems.length > 0) return { exitCode, note: renderProblems(problems) };
    const lines = [
      ...review.recorded.map((id) => `the review of ${id} is noted`),
      `${folder} is in order${warningsText(warnings.length)}`,
      ...('pack' in checked ? unreviewed(checked.pack, folder) : []),
    ];
    const note = warnings.length === 0 ? {} : { note: renderProblems(warnings) };
    return { exitCode, output: `${lines.join('\n')}\n`, ...note };
  },
});

function warningsText(count: number): string {
  return count === 0 ? '' : `, ${count} ${count === 1 ? 'warning' : 'warnings'}`;
}

function isError({ severity = 'error' }: Problem): boolean {
  return severity === 'error';
}

function idsOf(reviewed: readonly string[]): readonly string[] | 'all' {
  return reviewed.includes(allSkills) ? allSkills : reviewed;
}

/** No fault of a pack that is being written, so that it is said and not warned of. */
function unreviewed({ skills }: Pack, folder: string): readonly string[] {
  const ids = [...skills.values()].filter(({ reviewedGate }) => reviewedGate === undefined).map(({ id }) => id);
  if (ids.length === 0) return [];
  const [which, record] =
    ids.length === 1 ? [`skill ${ids.join()} has`, ids.join()] : [`${ids.length} skills have`, allSkills];
  return [`${which} no review on record; \`manglecp check ${folder} --reviewed ${record}\` notes one`];
}

function jsonOf({ code, severity = 'error', file, line, column, message, help }: Problem): object {
  return {
    severity,
    code: code ?? null,
    file,
    line: line ?? null,
    column: column ?? null,
    message,
    help: help ?? null,
  };
}
