import path from 'node:path';
import { hasPassed, type PackReport, type ScenarioReport, testPackOnThread } from '@manglecp/server';
import { defineCommand } from '../commands/command.js';
import { parseCount } from '../commands/options.js';
import type { Outcome } from '../output/outcome.js';
import { screenText } from '../output/screen-text.js';
import type { Terminal } from '../terminal/terminal.js';

interface TestPackOptions {
  readonly filter?: string;
  readonly config?: string;
  readonly timeout?: number;
  readonly json?: boolean;
}

const defaultTimeoutMs = 10_000;

export const testPackCommand = defineCommand<TestPackOptions>({
  name: 'test',
  summary: 'run the scenarios of domain packs: the files `tests/*.json`',
  operands: '<folders...>',
  options: [
    { flags: '--filter <text>', description: 'only scenarios whose file or name has this text' },
    { flags: '--config <file>', description: 'settings that are laid over each pack’s `manglecp.json`' },
    {
      flags: '--timeout <ms>',
      description: `how many milliseconds a round may take (${defaultTimeoutMs})`,
      parse: parseCount,
    },
    { flags: '--json', description: 'print an array with an entry for each round' },
  ],
  examples: ['manglecp test my-domain', 'manglecp test domains/* --filter late --json'],
  run: testPacks,
});

async function testPacks(
  folders: readonly string[],
  { filter, config, timeout = defaultTimeoutMs, json }: TestPackOptions,
  { errors }: Terminal,
): Promise<Outcome> {
  const tested: Tested[] = [];
  for (const folder of folders) {
    const report = await testPackOnThread(folder, {
      timeoutMs: timeout,
      output: errors,
      ...(filter === undefined ? {} : { filter }),
      ...(config === undefined ? {} : { configFile: config }),
    });
    tested.push({ folder, report });
  }
  const scenarios = tested.flatMap(({ report }) => report.scenarios);
  const passed = scenarios.filter(hasPassed).length;
  const failed = scenarios.length - passed + tested.filter(({ report }) => report.problems !== '').length;
  // A filter that fits nothing is most likely a mistake.
  const isInVain = filter !== undefined && scenarios.length === 0;
  const exitCode = failed > 0 || isInVain ? 1 : 0;
  if (json === true) return { exitCode, output: `${JSON.stringify(tested.flatMap(toJson))}\n` };
  const lines = tested.flatMap((each) => linesOf(each, { isAlone: tested.length === 1, filter }));
  const problems = tested.map(({ report }) => report.problems).filter((text) => text !== '');
  return {
    exitCode,
    output: screenText([...lines, `${passed} passed, ${failed} failed`, ''].join('\n')),
    ...(problems.length === 0 ? {} : { note: problems.join('\n').trimEnd() }),
  };
}

interface Tested {
  readonly folder: string;
  readonly report: PackReport;
}

interface Look {
  /** Whether it is the only pack, so that its files need no folder before them. */
  readonly isAlone: boolean;
  readonly filter: string | undefined;
}

function linesOf({ folder, report: { problems, scenarios } }: Tested, { isAlone, filter }: Look): readonly string[] {
  if (problems !== '') return [`✗ ${folder}: the pack does not load`];
  if (scenarios.length === 0) {
    const place = path.join(folder, 'tests');
    return [
      filter === undefined ? `${place} has no scenarios` : `no scenario of ${place} has \`${filter}\` in its name`,
    ];
  }
  return scenarios.flatMap((scenario) => scenarioLines(scenario, isAlone ? '' : path.join(folder, 'tests') + path.sep));
}

/** One line, and below it what else differs. */
function scenarioLines(scenario: ScenarioReport, place: string): readonly string[] {
  const { file, name, problems } = scenario;
  const title = name === file ? `${place}${file}` : `${place}${file}: ${name}`;
  if (hasPassed(scenario)) return [`✓ ${title}`];
  if (problems !== '') return [`✗ ${title}`, ...problems.trimEnd().split('\n').map(indented)];
  const [first = '', ...others] = scenario.rounds.flatMap(({ round, diff }) => {
    return diff.map((line) => `round ${round}: ${line}`);
  });
  return [`✗ ${title}: ${first}`, ...others.map(indented)];
}

function indented(line: string): string {
  return line === '' ? '' : `    ${line}`;
}

/** An entry for each round; round 0 is a scenario or a pack that could not be run at all. */
function toJson({ folder, report: { problems, scenarios } }: Tested): readonly object[] {
  if (problems !== '') return [{ name: folder, round: 0, ok: false, diff: problems.trimEnd() }];
  return scenarios.flatMap(({ name, problems: faults, rounds }) => {
    if (faults !== '') return [{ name, round: 0, ok: false, diff: faults.trimEnd() }];
    return rounds.map(({ round, diff }) => ({ name, round, ok: diff.length === 0, diff: diff.join('\n') }));
  });
}
