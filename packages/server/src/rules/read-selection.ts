import { compareText, type Evaluation, type Value } from '@manglecp/mangle';
import { ProtocolError } from '@manglecp/protocol';
import { integerOf, relation, textOf } from '../facts/relation.js';
import type { SelectedTool } from './rule-set.js';

/** A tool that the rules selected, before its plan is read. */
export type SelectedName = Pick<SelectedTool, 'score' | 'phase'> & { readonly name: string };

/** Best first: which phase is told of a tool that several have selected with the same score. */
const phases: readonly SelectedTool['phase'][] = ['skeleton', 'flesh', 'dependency'];

const finalSelected = relation('final_selected', 3);

/** The selected tools, each once with its best score: by score descending, then by name (EVAL-058). */
export function readSelection(evaluation: Evaluation): readonly SelectedName[] {
  const best = new Map<string, SelectedName>();
  for (const row of finalSelected.all(evaluation)) {
    const tool = readTool(row);
    const known = best.get(tool.name);
    if (known === undefined || isBetter(tool, known)) best.set(tool.name, tool);
  }
  return [...best.values()].sort((a, b) => b.score - a.score || compareText(a.name, b.name));
}

function readTool([tool, points, label]: readonly Value[]): SelectedName {
  const [name, score] = [textOf(tool), integerOf(points)];
  const phase = phases.find((each) => each === textOf(label));
  if (name !== undefined && score !== undefined && phase !== undefined) return { name, score, phase };
  throw new ProtocolError('evaluation_failed', 'the rules selected something that is no tool', {
    cause: new Error('a row of final_selected/3 is not a name, a score and a phase'),
  });
}

function isBetter(tool: SelectedName, known: SelectedName): boolean {
  if (tool.score !== known.score) return tool.score > known.score;
  return phases.indexOf(tool.phase) < phases.indexOf(known.phase);
}
