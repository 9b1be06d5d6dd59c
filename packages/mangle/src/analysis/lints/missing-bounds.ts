import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { LintContext } from './context.js';

/** Declarations with columns but without types. */
export function missingBounds({ program }: LintContext): Diagnostic[] {
  return Array.from(program.predicates.values()).flatMap(({ key, arity, decl }) => {
    if (decl === undefined || arity === 0 || decl.bounds.length > 0) return [];
    return [
      diagnostic('missing-bounds', decl.atom.span, `\`${key}\` is declared without types`, {
        help: 'Add a type for each column, such as `bound [/name, /number]`, so that mistakes are found before evaluation.',
      }),
    ];
  });
}
