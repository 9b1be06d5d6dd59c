import { compareText, type Evaluation, type Value } from '@manglecp/mangle';
import { disclosureLevels, ProtocolError } from '@manglecp/protocol';
import { integerOf, relation, textOf } from '../facts/relation.js';
import type { SelectedTool, ToolGroup } from './rule-set.js';

/** A tool that the rules selected, before its plan is read. */
export type SelectedName = Pick<SelectedTool, 'score' | 'phase' | 'level'> & { readonly name: string };

/** Best first: which phase is told of a tool that several have selected with the same score. */
const phases: readonly SelectedTool['phase'][] = ['skeleton', 'flesh', 'dependency'];

const finalSelected = relation('final_selected', 3);
const levels = relation('disclosure_level', 2);
const groups = relation('answer_group', 2);

/** The selected tools, each once with its best score: by score descending, then by name (EVAL-058). */
export function readSelection(evaluation: Evaluation): readonly SelectedName[] {
  const best = new Map<string, SelectedName>();
  const levelOf = new Map(levels.all(evaluation).map(([tool, level]) => [textOf(tool), textOf(level)]));
  for (const row of finalSelected.all(evaluation)) {
    const tool = readTool(row, levelOf);
    const known = best.get(tool.name);
    if (known === undefined || isBetter(tool, known)) best.set(tool.name, tool);
  }
  return [...best.values()].sort((a, b) => b.score - a.score || compareText(a.name, b.name));
}

/** What stays or leaves the answer together, in the order of the tools. */
export function readGroups(evaluation: Evaluation, tools: readonly SelectedName[]): readonly ToolGroup[] {
  const members = new Map<string, string[]>();
  for (const [root, tool] of groups.all(evaluation)) {
    const [name, member] = [textOf(root) ?? '', textOf(tool) ?? ''];
    const known = members.get(name);
    if (known === undefined) members.set(name, [member]);
    else known.push(member);
  }
  return tools.flatMap(({ name: root }) => {
    const found = members.get(root);
    return found === undefined ? [] : [{ root, tools: found }];
  });
}

function readTool(
  [tool, points, label]: readonly Value[],
  levelOf: ReadonlyMap<string | undefined, string | undefined>,
): SelectedName {
  const [name, score] = [textOf(tool), integerOf(points)];
  const phase = phases.find((each) => each === textOf(label));
  const level = disclosureLevels.find((each) => each === levelOf.get(name));
  if (name !== undefined && score !== undefined && phase !== undefined && level !== undefined) {
    return { name, score, phase, level };
  }
  throw new ProtocolError('evaluation_failed', 'the rules selected something that is no tool', {
    cause: new Error('a row of final_selected/3 is not a name, a score and a phase, or has no level'),
  });
}

function isBetter(tool: SelectedName, known: SelectedName): boolean {
  if (tool.score !== known.score) return tool.score > known.score;
  return phases.indexOf(tool.phase) < phases.indexOf(known.phase);
}
