import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Decl, Term } from '../syntax/ast.js';
import { readType } from '../types/read-type.js';
import { type Analysis, report } from './analysis.js';

/** Every `bound` row has one well-formed type for each argument. */
export function checkBounds(analysis: Analysis, decl: Decl): void {
  const arity = decl.atom.args.length;
  for (const row of decl.bounds) {
    if (row.types.length !== arity) {
      const message = `expected ${arity} ${arity === 1 ? 'type' : 'types'}, got ${row.types.length}`;
      const columns = `${arity} ${arity === 1 ? 'argument' : 'arguments'}`;
      const help = `\`${decl.atom.predicate}\` is declared with ${columns}; a bound has one type for each. \`/any\` stands for every value.`;
      report(analysis, diagnostic('bound-count', row.span, message, { help }));
    }
    for (const type of row.types) checkType(analysis, type);
  }
}

function checkType(analysis: Analysis, type: Term): void {
  const read = readType(type);
  if ('type' in read) return;
  const isReference = type.kind === 'constant' && type.value.kind === 'string';
  const help = isReference
    ? 'A predicate cannot be a bound. Write a type here, and `inclusion [...]` for a reference to another predicate.'
    : 'Types are names such as `/number`, `/string` or `/any`, and built ones such as `.List</number>` or `.Struct</label : /string>`.';
  report(analysis, diagnostic('bad-bound', read.span, read.problem, { help }));
}
