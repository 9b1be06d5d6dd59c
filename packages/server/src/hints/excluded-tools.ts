import { type ast, compareText, type Evaluation, EvaluationError } from '@manglecp/mangle';
import type { ProofHints } from '@manglecp/protocol';
import { openGoal, relation, type Rows, textOf } from '../facts/relation.js';
import { clip, ellipsis } from './fact-text.js';

/** Why a tool is not in the answer. */
export type ExcludedTool = NonNullable<ProofHints['excluded']>[number];

const relevant = relation('relevance', 3);
const absences = relation('explain_absent', 2);
const policySight = relation('sees_policy', 0);

/** The rules answer these for one tool at a time. */
const exclusions = openGoal('exclusion', 3);
const policyExclusions = openGoal('policy_exclusion', 1);

const maxEntries = 100;
const maxReason = 240;

const notPermitted = { excluded_by: 'exclusion', reason: 'not permitted' };

/** All that policy keeps out, for those who may not know what that is. */
const undisclosed: ExcludedTool = { candidate: 'undisclosed', ...notPermitted };

/**
 * The tools that the rules considered and left out, and those that the answer had no room for, sorted. Of those that
 * policy keeps out nothing is told but this, and not even their names unless policy says so (C-54).
 */
export function excludedTools(
  evaluation: Evaluation,
  answer: ReadonlySet<string>,
  trimmed: readonly ExcludedTool[],
): ExcludedTool[] {
  const seesPolicy = policySight.all(evaluation).length > 0;
  const absent = absences.all(evaluation).map(([tool, reason]) => entryOf(tool, skeleton, reason));
  const given = byCandidate([...absent, ...trimmed]);
  const considered = relevant.all(evaluation).flatMap(([tool]) => textOf(tool) ?? []);
  const candidates = [...new Set([...considered, ...given.keys()])]
    .filter((tool) => !answer.has(tool))
    .sort(compareText);
  const entries = new Set<string>();
  const found: ExcludedTool[] = [];
  for (const [at, tool] of candidates.entries()) {
    if (found.length >= maxEntries) return [...found, omission(candidates.length - at)];
    for (const entry of entriesOf(evaluation, tool, { given: given.get(tool) ?? [], seesPolicy })) {
      if (entries.size !== entries.add(Object.values(entry).join('\n')).size) found.push(entry);
    }
  }
  return found.sort(compareEntries);
}

/** All that there is about a tool that is not in the answer. */
function entriesOf(
  evaluation: Evaluation,
  tool: string,
  { given, seesPolicy }: { readonly given: readonly ExcludedTool[]; readonly seesPolicy: boolean },
): readonly ExcludedTool[] {
  const policy = rowsOf(evaluation, policyExclusions, tool);
  const rows = rowsOf(evaluation, exclusions, tool);
  // Whoever allows no more than the answer took is told nothing, rather than what policy might keep to itself.
  if (policy === undefined || rows === undefined) return [];
  if (policy.length > 0) return [seesPolicy ? { candidate: clip(tool, maxReason), ...notPermitted } : undisclosed];
  return [...rows.map(([name, phase, reason]) => entryOf(name, phase, reason)), ...given];
}

/** Undefined if the limits of the evaluation leave no room to ask. */
function rowsOf(evaluation: Evaluation, goal: ast.Atom, text: string): Rows | undefined {
  const tool: ast.Term = { kind: 'constant', value: { kind: 'string', text }, span: goal.span };
  try {
    return evaluation.query({ ...goal, args: goal.args.with(0, tool) }).map(({ args }) => args);
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

function byCandidate(entries: readonly ExcludedTool[]): ReadonlyMap<string, readonly ExcludedTool[]> {
  const found = new Map<string, ExcludedTool[]>();
  for (const entry of entries) {
    const known = found.get(entry.candidate);
    if (known === undefined) found.set(entry.candidate, [entry]);
    else known.push(entry);
  }
  return found;
}

function omission(count: number): ExcludedTool {
  return { candidate: ellipsis, excluded_by: 'output', reason: `${count} more are not listed` };
}

type Cell = Parameters<typeof textOf>[0];

const skeleton: Cell = { kind: 'string', text: 'skeleton' };

function entryOf(tool: Cell, phase: Cell, reason: Cell): ExcludedTool {
  return {
    candidate: clip(textOf(tool) ?? '', maxReason),
    excluded_by: textOf(phase) ?? '',
    reason: clip(textOf(reason) ?? '', maxReason),
  };
}

function compareEntries(a: ExcludedTool, b: ExcludedTool): number {
  return (
    compareText(a.candidate, b.candidate) ||
    compareText(a.excluded_by, b.excluded_by) ||
    compareText(a.reason, b.reason)
  );
}
