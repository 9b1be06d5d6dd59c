import { hasErrors, whyNotToJson } from '@manglecp/mangle';
import { evaluateSources, type EvaluationOptions } from '../evaluation/evaluate-sources.js';
import { type Refuted, refute } from '../evaluation/refute.js';
import { readFactFiles } from '../input/read-fact-files.js';
import { readSources } from '../input/read-sources.js';
import { refutationText } from '../output/proof-text.js';
import { withProgress } from '../terminal/progress.js';
import type { Terminal } from '../terminal/terminal.js';
import { defineCommand } from './command.js';
import { splitOperands } from './operands.js';
import { clockOptions, type FactOptions, factOptions, parseDepth } from './options.js';

interface WhyNotOptions extends EvaluationOptions, FactOptions {
  readonly depth?: number;
  readonly json?: true;
}

export const whyNotCommand = defineCommand<WhyNotOptions>({
  name: 'why-not',
  summary: 'Evaluate a program and say why nothing matches an atom.',
  operands: '<files-and-atoms...>',
  options: [
    { flags: '--depth <n>', description: 'follow missing premises this deep (default: 3)', parse: parseDepth },
    { flags: '--json', description: 'print one JSON object' },
    ...factOptions,
    ...clockOptions,
  ],
  examples: ["mangle why-not family.mg 'ancestor(/ann, /zoe)'", "mangle why-not rules.mg facts.mg 'allowed(/eve, X)'"],
  run: async (operands, options, terminal) => {
    const { files, atoms } = splitOperands(operands);
    const facts = await readFactFiles(options.facts ?? [], options);
    const sources = await readSources(files, terminal);
    const ran = await withProgress(terminal, (onPause) => evaluateSources(sources, { ...options, onPause }, facts));
    if (!ran.ok) return { exitCode: 1, diagnostics: ran.diagnostics };
    const { depth } = options;
    const answers = atoms.map((atom) => refute(ran.evaluation, atom, depth === undefined ? {} : { depth }));
    const problems = answers.flatMap((each) => (each.kind === 'unreadable' ? each.diagnostics : []));
    const isAnswered = !hasErrors(problems) && answers.every(isAbsent);
    const output = outputOf(answers, options.json === true, terminal);
    return { exitCode: isAnswered ? 0 : 1, output, diagnostics: [...ran.diagnostics, ...problems] };
  },
});

function outputOf(answers: readonly Refuted[], isJson: boolean, { colors, output }: Terminal): string {
  const found = answers.filter((each) => each.kind === 'refuted');
  if (isJson) return `${JSON.stringify({ answers: found.map(({ whyNot }) => whyNotToJson(whyNot)) })}\n`;
  const style = { color: colors.output, isScreen: output.isTTY === true };
  return found.map((each) => refutationText(each, style)).join('\n');
}

function isAbsent(answer: Refuted): boolean {
  return answer.kind === 'refuted' && answer.whyNot.verdict === 'absent';
}
