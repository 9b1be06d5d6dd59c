import { UsageError } from '../terminal/terminal.js';

/** Sorts operands into files and queries, in any order; there must be some of both. */
export function splitOperands(operands: readonly string[]): { readonly files: string[]; readonly atoms: string[] } {
  const atoms = operands.filter(isQuery);
  const files = operands.filter((operand) => !isQuery(operand));
  if (files.length === 0) throw new UsageError('expected a file to evaluate beside the atom');
  if (atoms.length === 0) throw new UsageError("expected an atom in quotes beside the files, such as 'p(X)'");
  return { files, atoms };
}

/** A query has a parenthesis, also one that is not closed by mistake; a file name with one has an ending as well. */
function isQuery(operand: string): boolean {
  return operand.includes('(') && !/\.[a-z]\w*$/i.test(operand);
}
