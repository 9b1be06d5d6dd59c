import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { closest } from '../../diagnostics/suggest.js';
import type { Clause, Variable } from '../../syntax/ast.js';
import { handwrittenNames, usedOnce } from './clause-variables.js';
import type { LintContext } from './context.js';
import { misspellings } from './misspelled-variable.js';
import { foreignValue } from './value-as-variable.js';

/**
 * A variable that occurs once joins nothing: either it is a slip of the pen, or `_` says better what is meant.
 * In an aggregating rule a name of its own says which rows count, so those rules are left alone.
 */
export function variableUsedOnce({ program }: LintContext): Diagnostic[] {
  return program.rules.flatMap(({ clause, grouping }) => (grouping === undefined ? inClause(clause) : []));
}

function inClause(clause: Clause): Diagnostic[] {
  const suspects = new Set(misspellings(clause).flatMap(({ variable, meant }) => [variable.name, meant.name]));
  const names = handwrittenNames(clause);
  return usedOnce(clause)
    .filter(({ name }) => !suspects.has(name) && foreignValue(name) === undefined)
    .map((variable) => finding(variable, closest(variable.name, names)));
}

/** With a name nearly like it beside it the variable may be misspelled, and `_` would hide that. */
function finding({ name, span }: Variable, similar: string | undefined): Diagnostic {
  const spelling =
    similar === undefined
      ? 'otherwise check the spelling of the variable.'
      : `otherwise check its spelling: \`${similar}\` occurs as well.`;
  return diagnostic('variable-used-once', span, `\`${name}\` occurs only here`, {
    help: `Write \`_\` if the value does not matter; ${spelling}`,
    fix: {
      title: 'write `_`',
      edits: [{ span, text: '_' }],
      ...(similar === undefined ? {} : { needsJudgment: true }),
    },
  });
}
