import { suggestName } from '@manglecp/protocol';
import type { ast, PredicateKey, Program } from '@manglecp/mangle';
import { isSideEffect, sideEffects } from '../config/side-effects.js';
import { placedProblem, type Problem } from './problem.js';
import { constantText, toolColumns, writtenHeads } from './written-heads.js';

/** A place of the kernel's vocabulary where only certain words mean something. */
interface Vocabulary {
  readonly column: number;
  readonly what: string;
  readonly words: readonly string[];
  readonly fits?: (word: string) => boolean;
}

const effect = { what: 'a category of side effects', words: sideEffects, fits: isSideEffect };
const clientClass = { column: 0, what: 'a class of clients', words: ['anonymous', 'authenticated', 'automated'] };
const jsonTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

const vocabularies: Readonly<Record<PredicateKey, Vocabulary>> = {
  'action_effect/2': { column: 1, ...effect },
  'macro_has_side_effect/2': { column: 1, ...effect },
  'high_risk_effect/1': { column: 0, ...effect },
  'permitted_intent/2': clientClass,
  'permitted_fact/2': clientClass,
  'macro_tool/2': { column: 1, what: 'a level', words: ['full', 'condensed', 'minimal'] },
  'macro_param/4': { column: 2, what: 'a type of JSON Schema', words: jsonTypes },
};

/**
 * Constants that cannot mean what they should, as far as they can be seen in clause heads: words that the kernel does not
 * know, actions that the pack does not have, tools that conflict with themselves. In a rule, a wrong word is one that
 * silently never holds.
 */
export function checkVocabulary(program: Program, actions: Iterable<string>): readonly Problem[] {
  const known: Readonly<Record<PredicateKey, Vocabulary>> = {
    ...vocabularies,
    'macro_step/4': { column: 2, what: 'an action of this pack', words: [...actions] },
  };
  const named = new Set<string>();
  const isWanted = (key: PredicateKey): boolean =>
    Object.hasOwn(known, key) || Object.hasOwn(toolColumns, key) || key === 'conflicts_with/2';
  return [...writtenHeads(program, isWanted)].flatMap(({ key, head }) => {
    if (key === 'conflicts_with/2') return conflictProblem(head) ?? [];
    const vocabulary = known[key];
    const wrong = vocabulary === undefined ? undefined : wordProblem(vocabulary, head);
    const long = longNameProblem(head.args[toolColumns[key] ?? -1], named);
    return [wrong, long].filter((problem) => problem !== undefined);
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

function wordProblem({ column, what, words, fits }: Vocabulary, { args }: ast.Atom): Problem | undefined {
  const term = args[column];
  const word = constantText(term);
  if (term === undefined || word === undefined) return undefined;
  if (words.includes(word) || fits?.(word) === true) return undefined;
  const near = suggestName(word, words);
  const list = words.length === 0 ? 'There are none.' : `There are ${words.map((each) => `"${each}"`).join(', ')}.`;
  const help = near === undefined ? list : `Did you mean "${near}"?`;
  return placedProblem('unknown-word', term.span, `\`${word}\` is not ${what}`, help);
}

function conflictProblem({ args: [tool, other], span }: ast.Atom): Problem | undefined {
  const isSameVariable = tool?.kind === 'variable' && other?.kind === 'variable' && tool.name === other.name;
  const text = constantText(tool);
  if (!isSameVariable && (text === undefined || text !== constantText(other))) return undefined;
  return placedProblem('self-conflict', span, 'a tool cannot conflict with itself', 'Name two different tools.');
}
