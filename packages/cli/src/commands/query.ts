import { factText, hasErrors } from '@manglecp/mangle';
import { defineCommand } from './command.js';
import { evaluateSources, type EvaluationOptions } from '../evaluation/evaluate-sources.js';
import { queryAll } from '../evaluation/query-facts.js';
import { readSources } from '../input/read-sources.js';
import { clockOptions } from './options.js';
import { sortedLines } from '../output/fact-text.js';
import { UsageError } from '../terminal/terminal.js';

export const queryCommand = defineCommand<EvaluationOptions>({
  name: 'query',
  summary: 'Evaluate a program and print the facts that match an atom.',
  operands: '<files-and-atoms...>',
  options: clockOptions,
  examples: ["mangle query family.mg 'ancestor(/ann, X)'", "mangle query rules.mg facts.mg 'p(X, X)' 'q(_)'"],
  run: async (operands, options, terminal) => {
    const atoms = operands.filter(isAtom);
    const files = operands.filter((operand) => !isAtom(operand));
    if (files.length === 0) throw new UsageError('expected a file to evaluate before the atom');
    if (atoms.length === 0) throw new UsageError("expected an atom in quotes behind the files, such as 'p(X)'");
    const ran = await evaluateSources(await readSources(files, terminal), options);
    if (!ran.ok) return { exitCode: 1, diagnostics: ran.diagnostics };
    const { facts, diagnostics } = queryAll(ran.evaluation, atoms);
    const output = sortedLines(facts.map(factText), { isScreen: terminal.output.isTTY === true });
    return { exitCode: hasErrors(diagnostics) ? 1 : 0, output, diagnostics: [...ran.diagnostics, ...diagnostics] };
  },
});

/** An atom has a parenthesis, also one that is not closed by mistake; a file name with one has an ending as well. */
function isAtom(operand: string): boolean {
  return /^[^/\\]*\(/.test(operand) && !/\.\w+$/.test(operand);
}
