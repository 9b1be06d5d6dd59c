import type { ast, Program } from '@manglecp/mangle';

/** All texts that a clause has as constants, at any depth. */
export function textsIn({ head, premises, transforms }: ast.Clause): readonly string[] {
  const found: string[] = [];
  const look = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(look);
    if (typeof node !== 'object' || node === null || isSpan(node)) return;
    if ('kind' in node && node.kind === 'string' && 'text' in node) found.push(String(node.text));
    else Object.values(node).forEach(look);
  };
  look([head.args, premises, transforms]);
  return found;
}

/** A place, which has the whole text of its file. */
function isSpan(node: object): boolean {
  return 'source' in node && 'start' in node;
}

/** What may be the name of a predicate in a reference `{/fact: "p", /column: 0}`. */
export function namedInTemplates({ facts, rules }: Program): ReadonlySet<string> {
  const clauses = [...facts, ...rules].filter(({ predicate }) => predicate === 'macro_step/4');
  return new Set(clauses.flatMap(({ clause }) => textsIn(clause)));
}
