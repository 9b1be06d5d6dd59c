import type { ast, PredicateKey, Program } from '@manglecp/mangle';
import { placedProblem, type Problem } from './problem.js';
import { constantText, toolColumns, writtenHeads } from './written-heads.js';

/** What clauses say of tools that no tool should be: that its name is long, that it conflicts with itself. */
export function checkToolClauses(program: Program): readonly Problem[] {
  const named = new Set<string>();
  const isWanted = (key: PredicateKey): boolean => Object.hasOwn(toolColumns, key) || key === 'conflicts_with/2';
  return [...writtenHeads(program, isWanted)].flatMap(({ key, head }) => {
    if (key === 'conflicts_with/2') return conflictProblem(head) ?? [];
    return longNameProblem(head.args[toolColumns[key] ?? -1], named) ?? [];
  });
}

/** As Spec 06 §2.2 advises. */
const maxNameLength = 64;

/** Told once for each name. */
function longNameProblem(term: ast.Term | undefined, named: Set<string>): Problem | undefined {
  const name = constantText(term);
  if (term === undefined || name === undefined || name.length <= maxNameLength || named.has(name)) return undefined;
  named.add(name);
  const message = `the name of the tool has ${name.length} characters; ${maxNameLength} should do`;
  const help = 'Clients show names, and every answer pays for them. Say the rest in its description.';
  return { ...placedProblem('long-name', term.span, message, help), severity: 'warning' };
}

function conflictProblem({ args: [tool, other], span }: ast.Atom): Problem | undefined {
  const isSameVariable = tool?.kind === 'variable' && other?.kind === 'variable' && tool.name === other.name;
  const text = constantText(tool);
  if (!isSameVariable && (text === undefined || text !== constantText(other))) return undefined;
  return placedProblem('self-conflict', span, 'a tool cannot conflict with itself', 'Name two different tools.');
}
