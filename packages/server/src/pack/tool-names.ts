import type { ast, FactInput, PredicateKey, Program } from '@manglecp/mangle';
import { suggestName } from '@manglecp/protocol';
import { placedProblem, type Problem } from './problem.js';
import { constantText, toolColumns, type WrittenHead, writtenHeads } from './written-heads.js';

/** Where something is said of a tool that has to be there. */
const mentions: Readonly<Record<PredicateKey, readonly number[]>> = {
  'tool_requires/2': [0, 1],
  'conflicts_with/2': [0, 1],
  'incompatible/2': [0, 1],
  'requires_capability/2': [0],
  'tool_constraint/3': [0],
  'needs_skill/2': [0],
  'needs_resource/4': [0],
  'macro_param/4': [0],
  'macro_param_doc/3': [0],
  'macro_description/2': [0],
  'macro_instruction/3': [0],
  'macro_output/2': [0],
  'prohibited/2': [0],
  'requires_privilege/2': [0],
  'requires_privileged_facts/1': [0],
  'requires_confirmation/1': [0],
};

/** Where policy speaks of an action. */
const actionMentions: Readonly<Record<PredicateKey, readonly number[]>> = {
  'safe_action/1': [0],
  'safe_action/3': [0],
  'dangerous_content/3': [0],
};

/**
 * Names that are almost certainly slips: something is said of a tool that nothing offers and nothing makes, or of an
 * action that the pack does not have. A rule that takes the names of tools from elsewhere may make any, and then nothing
 * is said about them; nor in a pack that makes no tool yet.
 */
export function checkToolNames(
  program: Program,
  tables: readonly FactInput[],
  actions: Iterable<string>,
): readonly Problem[] {
  const heads = [...writtenHeads(program, (key) => looked.has(key))];
  const isOpen = heads.some(({ key, head }) => {
    const column = toolColumns[key];
    return column !== undefined && head.args[column]?.kind !== 'constant';
  });
  const made = isOpen ? [] : toolNames(heads, tables);
  const known = [...actions];
  return heads.flatMap(({ key, head }) => [
    ...(made.length === 0
      ? []
      : unknownNames(head, mentions[key] ?? [], { what: 'tool', code: 'unknown-tool', names: made })),
    ...unknownNames(head, actionMentions[key] ?? [], { what: 'action', code: 'unknown-action', names: known }),
  ]);
}

const looked: ReadonlySet<PredicateKey> = new Set([toolColumns, mentions, actionMentions].flatMap(Object.keys));

function toolNames(heads: readonly WrittenHead[], tables: readonly FactInput[]): readonly string[] {
  const written = heads.flatMap(({ key, head }) => constantText(head.args[toolColumns[key] ?? -1]) ?? []);
  const given = tables.flatMap(({ predicate, args }) => {
    const name = args[toolColumns[`${predicate}/${args.length}`] ?? -1];
    return typeof name === 'string' ? [name] : [];
  });
  return [...new Set([...written, ...given])];
}

function unknownNames(
  { args }: ast.Atom,
  columns: readonly number[],
  { what, code, names }: { readonly what: string; readonly code: string; readonly names: readonly string[] },
): readonly Problem[] {
  return columns.flatMap((column) => {
    const term = args[column];
    const name = constantText(term);
    if (term === undefined || name === undefined || names.includes(name)) return [];
    const near = suggestName(name, names);
    const help =
      near === undefined
        ? `Nothing makes ${what === 'tool' ? 'it a tool' : 'it an action'}.`
        : `Did you mean "${near}"?`;
    return [
      { ...placedProblem(code, term.span, `there is no ${what} \`${name}\``, help), severity: 'warning' as const },
    ];
  });
}
