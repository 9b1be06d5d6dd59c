import { factText, hasErrors } from '@manglecp/mangle';
import { defineCommand } from './command.js';
import { evaluateSources, type EvaluationOptions } from '../evaluation/evaluate-sources.js';
import { queryAll } from '../evaluation/query-facts.js';
import { readFactFiles } from '../input/read-fact-files.js';
import { readSources } from '../input/read-sources.js';
import { splitOperands } from './operands.js';
import { clockOptions, type FactOptions, factOptions } from './options.js';
import { sortedLines } from '../output/fact-text.js';

export const queryCommand = defineCommand<EvaluationOptions & FactOptions>({
  name: 'query',
  summary: 'Evaluate a program and print the facts that match an atom.',
  operands: '<files-and-atoms...>',
  options: [...factOptions, ...clockOptions],
  examples: ["mangle query family.mg 'ancestor(/ann, X)'", "mangle query rules.mg facts.mg 'p(X, X)' 'q(_)'"],
  run: async (operands, options, terminal) => {
    const { files, atoms } = splitOperands(operands);
    const ran = await evaluateSources(
      await readSources(files, terminal),
      options,
      await readFactFiles(options.facts ?? [], options),
    );
    if (!ran.ok) return { exitCode: 1, diagnostics: ran.diagnostics };
    const { facts, diagnostics } = queryAll(ran.evaluation, atoms);
    const output = sortedLines(facts.map(factText), { isScreen: terminal.output.isTTY === true });
    return { exitCode: hasErrors(diagnostics) ? 1 : 0, output, diagnostics: [...ran.diagnostics, ...diagnostics] };
  },
});
