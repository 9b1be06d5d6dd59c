import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { explainTool, type ExplainQuestion, type Obstacle, type Step, type ToolExplanation } from '@manglecp/server';
import { defineCommand } from '../commands/command.js';
import { collect } from '../commands/options.js';
import type { Outcome } from '../output/outcome.js';
import { screenText } from '../output/screen-text.js';
import { fileError, UsageError } from '../terminal/terminal.js';

interface ExplainOptions {
  readonly tool?: string;
  readonly scenario?: string;
  readonly fact?: readonly string[];
  readonly as?: string;
  readonly evalTime?: string;
  readonly config?: string;
  readonly json?: boolean;
}

export const explainCommand = defineCommand<ExplainOptions>({
  name: 'explain',
  summary: 'say why a tool is in the answer to an intent, or why it is not',
  operands: '<folder> <intent>',
  options: [
    { flags: '--tool <name>', description: 'the tool' },
    { flags: '--scenario <file>', description: 'ask what the first round of this scenario with the intent asks' },
    {
      flags: '--fact <text>',
      description: 'a fact of the client, such as \'active_site("HAM-2")\' (repeatable)',
      parse: collect,
    },
    { flags: '--as <identity>', description: 'ask with the credentials of this identity of the configuration' },
    { flags: '--eval-time <time>', description: 'when to ask, in RFC 3339' },
    { flags: '--config <file>', description: 'settings that are laid over the pack’s `manglecp.json`' },
    { flags: '--json', description: 'print one JSON object' },
  ],
  examples: [
    'manglecp explain my-domain find_late --tool trace_slot --scenario tests/late.json',
    'manglecp explain my-domain find_late --tool trace_slot --fact \'active_site("HAM-2")\'',
  ],
  run: async ([folder = '.', intent = ''], options): Promise<Outcome> => {
    const { tool, json = false } = options;
    if (tool === undefined) throw new UsageError('expected the name of a tool: `--tool NAME`');
    const explained = await explainTool(folder, await questionOf(folder, intent, tool, options));
    if ('problem' in explained) {
      if (!json) return { exitCode: 1, note: explained.problem.trimEnd() };
      const error = { code: 'cannot_explain', message: explained.problem.trimEnd(), details: {} };
      return { exitCode: 1, output: `${JSON.stringify({ error })}\n` };
    }
    return { exitCode: 0, output: json ? `${JSON.stringify(explained)}\n` : screenText(textOf(explained)) };
  },
});

async function questionOf(
  folder: string,
  intent: string,
  tool: string,
  { scenario, fact, as, evalTime, config }: ExplainOptions,
): Promise<ExplainQuestion> {
  return {
    intent,
    tool,
    ...(scenario === undefined ? {} : { scenario: await readScenarioFile(folder, scenario) }),
    ...(fact === undefined ? {} : { facts: fact }),
    ...(as === undefined ? {} : { as }),
    ...(evalTime === undefined ? {} : { evalTime }),
    ...(config === undefined ? {} : { configFile: config }),
  };
}

/** A file as given, or below the folder of the pack. */
async function readScenarioFile(folder: string, file: string): Promise<{ file: string; text: string }> {
  for (const place of [file, path.join(folder, file)]) {
    try {
      return { file, text: await readFile(place, 'utf8') };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw fileError('read', place, error);
    }
  }
  throw new UsageError(`cannot read \`${file}\`: there is no such file, here or in \`${folder}\``);
}

function textOf(explained: ToolExplanation): string {
  const { tool, selected, phase, score, why, why_not: whyNot, excluded_by: excludedBy, reason } = explained;
  const head = selected
    ? `${tool} is in the answer: phase ${phase}, score ${score}`
    : `${tool} is not in the answer${excludedBy === null ? '' : `: left out by ${excludedBy}`}`;
  const lines = [
    head,
    ...(reason === null ? [] : [`  reason: ${reason}`]),
    ...why.flatMap((step) => stepLines(step, '  ')),
    ...whyNot.flatMap(obstacleLines),
    ...(selected || excludedBy !== null || why.length + whyNot.length > 0
      ? []
      : ['  no rule of the pack offers a tool of this name']),
  ];
  return `${lines.join('\n')}\n`;
}

function stepLines({ fact, rule, children }: Step, indent: string): string[] {
  return [
    `${indent}${fact}`,
    ...(rule === null ? [] : [`${indent}  by  ${rule}`]),
    ...children.flatMap((child) => stepLines(child, `${indent}    `)),
  ];
}

function obstacleLines({ rule, failed, needed }: Obstacle): string[] {
  return [`  by  ${rule}`, `    ✗ ${failed}`, ...(needed.length === 0 ? [] : [`      there is: ${needed.join(', ')}`])];
}
