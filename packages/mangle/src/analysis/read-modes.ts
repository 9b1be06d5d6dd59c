import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Atom, Term } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import { type Analysis, type ModeSign, report } from './analysis.js';

/** The signs of one `mode(…)`. A sign that does not exist is reported and read as "either way". */
export function readMode(analysis: Analysis, atom: Atom): ModeSign[] {
  return atom.args.map((term) => {
    const sign = signOf(term);
    if (sign !== undefined) return sign;
    report(
      analysis,
      diagnostic('bad-mode', term.span, `\`${textOf(term.span)}\` is not a mode`, {
        help: 'A mode is `"+"` (given by the caller), `"-"` (found by the predicate) or `"?"` (either way). It is read as `"?"`.',
        fix: { title: 'write `"?"`', edits: [{ span: term.span, text: '"?"' }] },
      }),
    );
    return '?';
  });
}

/** Several modes of one predicate: where they differ, the argument goes either way. */
export function mergeModes([first, ...rest]: readonly (readonly ModeSign[])[]): readonly ModeSign[] | undefined {
  return first?.map((sign, at) => (rest.every((mode) => mode[at] === sign) ? sign : '?'));
}

function signOf(term: Term): ModeSign | undefined {
  if (term.kind !== 'constant' || term.value.kind !== 'string') return undefined;
  const { text } = term.value;
  return text === '+' || text === '-' || text === '?' ? text : undefined;
}
