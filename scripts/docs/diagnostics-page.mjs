// The reference of diagnostics, from the table of codes and the example programs of their tests.

/** @typedef {import('@manglecp/mangle').Diagnostic['code']} Code */
/** @typedef {{ severity: string, stage: string, summary: string, fix?: 'judgment' }} Spec */
/** @typedef {{ program: string, report: string }} Example */

/** Stages in the order in which a program passes them. */
const stages = [
  {
    stage: 'parse',
    title: 'Reading the text',
    intro:
      'Something is not written as the grammar wants it. The hints mark text that this engine reads and the Go engine refuses.',
  },
  {
    stage: 'analysis',
    title: 'Checking the program',
    intro: 'The text can be read, but it does not make sense, or probably does not say what was meant.',
  },
  { stage: 'stratify', title: 'Ordering the rules', intro: 'No order of evaluation gives the rules a meaning.' },
  {
    stage: 'eval',
    title: 'Evaluating',
    intro: 'The program is right, but its evaluation had to stop. All of it is undone; there are no partial results.',
  },
];

/**
 * @param {Readonly<Record<string, Spec>>} specs
 * @param {(code: string) => Example | undefined} exampleOf
 * @returns {string} Markdown
 */
export function diagnosticsPage(specs, exampleOf) {
  const entries = Object.entries(specs);
  const unknown = entries.find(([, spec]) => !stages.some(({ stage }) => stage === spec.stage));
  if (unknown) throw new Error(`${unknown[0]} has a stage that scripts/docs/diagnostics-page.mjs does not know`);
  const sections = stages.map(({ stage, title, intro: about }) => {
    const codes = entries.filter(([, spec]) => spec.stage === stage);
    return [
      `## ${title}`,
      about,
      overview(codes),
      ...codes.map(([code, spec]) => entry(code, spec, exampleOf(code))),
    ].join('\n\n');
  });
  return [intro, ...sections].join('\n\n');
}

const intro = `# Diagnostics

Everything the engine can say about a program. Codes are stable; messages may change.

- An **error** means that there is no result. A **warning** means that the program is legal and almost certainly not
  what was meant. A **hint** is advice: on style, on surprises, or on what the Go engine would not accept.
- \`npx mangle check FILE.mg\` shows diagnostics, \`--json\` and \`--sarif\` print them for machines, and \`--fix\` applies
  the fixes that some of them carry. A fix that changes what a legal program derives, or that is one of several
  possible repairs, needs judgment: only \`--fix-all\` applies it.

Each entry shows a program and what is said about it, of this code only.`;

/** @param {readonly (readonly [string, Spec])[]} codes */
function overview(codes) {
  const rows = codes.map(([code, { severity, summary }]) => `| [${code}](#${code}) | ${severity} | ${cell(summary)} |`);
  return ['| Code | Severity | Summary |', '| --- | --- | --- |', ...rows].join('\n');
}

/**
 * @param {string} code
 * @param {Spec} spec
 * @param {Example | undefined} example
 */
function entry(code, { severity, stage, summary, fix }, example) {
  const care = fix === 'judgment' ? ' A fix needs judgment.' : '';
  const about = `Severity: ${severity}. Stage: ${stage}.${care} ${sentence(summary)}`;
  const blocks = example === undefined ? [] : [fenced(example.program), fenced(example.report)];
  return [`### ${code}`, about, ...blocks].join('\n\n');
}

const maxLines = 30;
const maxWidth = 160;

/** A block of text; what is very long is cut. @param {string} text */
function fenced(text) {
  const lines = text.trimEnd().split('\n');
  const shown = lines.slice(0, maxLines).map((line) => (line.length > maxWidth ? `${line.slice(0, maxWidth)}…` : line));
  const rest = lines.length > maxLines ? [`… ${lines.length - maxLines} more lines`] : [];
  return ['```text', ...shown, ...rest, '```'].join('\n');
}

/** @param {string} summary */
function sentence(summary) {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|');
}
