import { type Proof, proofToDot, proofToJson, proofToSvg } from '@manglecp/mangle';
import { evaluateSources, type EvaluationOptions } from '../evaluation/evaluate-sources.js';
import { type Proved, proveAll } from '../evaluation/prove.js';
import { readFactFiles } from '../input/read-fact-files.js';
import { readSources } from '../input/read-sources.js';
import type { Outcome } from '../output/outcome.js';
import { proofText } from '../output/proof-text.js';
import { writeSource } from '../output/write-source.js';
import { withProgress } from '../terminal/progress.js';
import { type Terminal, UsageError } from '../terminal/terminal.js';
import { defineCommand } from './command.js';
import { splitOperands } from './operands.js';
import { clockOptions, type FactOptions, factOptions, parseCount } from './options.js';

interface WhyOptions extends EvaluationOptions, FactOptions {
  readonly all?: true;
  readonly ways?: number;
  readonly dot?: true;
  readonly svg?: true;
  readonly json?: true;
  readonly output?: string;
}

export const whyCommand = defineCommand<WhyOptions>({
  name: 'why',
  summary: 'Evaluate a program and prove the facts that match an atom.',
  operands: '<files-and-atoms...>',
  options: [
    { flags: '--all', description: 'find every derivation of each fact, not only the first' },
    {
      flags: '--ways <n>',
      description: 'with --all: at most this many for one fact (default: 100)',
      parse: parseCount,
    },
    { flags: '--dot', description: 'print the proof as a graph in the DOT language' },
    { flags: '--svg', description: 'print the proof as a picture' },
    { flags: '--json', description: 'print one JSON object' },
    { flags: '-o, --output <file>', description: 'write to a file' },
    ...factOptions,
    ...clockOptions,
  ],
  examples: [
    "mangle why family.mg 'ancestor(/ann, /cleo)'",
    "mangle why rules.mg facts.mg 'allowed(/bo, X)' --all",
    "mangle why rules.mg 'allowed(/bo, /read)' --svg -o proof.svg",
  ],
  run: async (operands, options, terminal) => {
    refuseCombinations(options);
    const { files, atoms } = splitOperands(operands);
    const facts = await readFactFiles(options.facts ?? [], options);
    const sources = await readSources(files, terminal);
    const ran = await withProgress(terminal, (onPause) => evaluateSources(sources, { ...options, onPause }, facts));
    if (!ran.ok) return { exitCode: 1, diagnostics: ran.diagnostics };
    const settings = { all: options.all === true, limit: options.ways ?? 100 };
    const answers = atoms.map((atom) => ({ atom, proved: proveAll(ran.evaluation, atom, settings) }));
    const outcome = outcomeOf(answers, options, terminal);
    const diagnostics = [...ran.diagnostics, ...(outcome.diagnostics ?? [])];
    if (options.output === undefined || outcome.output === undefined) return { ...outcome, diagnostics };
    await writeSource(options.output, outcome.output);
    const { output: _, ...rest } = outcome;
    return { ...rest, diagnostics };
  },
});

interface Answer {
  readonly atom: string;
  readonly proved: readonly Proved[];
}

function refuseCombinations({ dot, svg, json, all, ways }: WhyOptions): void {
  if ([dot, svg, json].filter(Boolean).length > 1)
    throw new UsageError('`--dot`, `--svg` and `--json` exclude each other');
  if (ways !== undefined && !all) throw new UsageError('`--ways` goes with `--all`');
}

function outcomeOf(answers: readonly Answer[], options: WhyOptions, terminal: Terminal): Outcome {
  const all = answers.flatMap(({ proved }) => proved);
  const proofs = all.flatMap((each) => (each.kind === 'proved' ? [each.proof] : []));
  const problems = all.flatMap((each) => (each.kind === 'unreadable' ? each.diagnostics : []));
  const absent = answers.filter(({ proved }) => proved.some(({ kind }) => kind === 'absent'));
  const exitCode = problems.length > 0 || absent.length > 0 ? 1 : 0;
  const notes = absent.map(({ atom }) => `\`${atom}\` does not hold; \`mangle why-not\` says why`);
  const note = notes.length === 0 ? {} : { note: notes.join('\n') };
  const rest = { exitCode, diagnostics: problems, ...note } as const;
  if (proofs.length === 0) return rest;
  if (options.json === true) return { ...rest, output: `${JSON.stringify({ proofs: proofs.map(proofToJson) })}\n` };
  if (options.dot === true || options.svg === true) return pictureOf(proofs, options, rest);
  const isScreen = terminal.output.isTTY === true && options.output === undefined;
  const style = { color: terminal.colors.output, isScreen };
  const texts = answers.flatMap(({ atom, proved }) =>
    proved.filter(({ kind }) => kind === 'proved').map((each) => proofText(each, atom, style)),
  );
  return { ...rest, output: texts.join('\n') };
}

/** A picture shows one proof. */
function pictureOf([first, ...others]: readonly Proof[], { dot }: WhyOptions, rest: Outcome): Outcome {
  if (first === undefined) return rest;
  const output = dot === true ? proofToDot(first) : proofToSvg(first);
  if (others.length === 0) return { ...rest, output };
  const more = `${others.length} more ${others.length === 1 ? 'fact matches' : 'facts match'}; the picture shows the first`;
  return { ...rest, output, note: [...(rest.note === undefined ? [] : [rest.note]), more].join('\n') };
}
