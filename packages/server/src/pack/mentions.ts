import type { ast, PredicateKey, Source } from '@manglecp/mangle';

/** A predicate that a file declares, or has a clause for. */
export interface Mention {
  readonly key: PredicateKey;
  readonly source: Source;
  /** The declaration, or the clause. */
  readonly item: ast.Item;
  readonly atom: ast.Atom;
}

/** All declarations and clause heads of a unit, in source order. Of facts that were read in bulk there is one each. */
export function mentionsOf({ items, source, packageDecl }: ast.Unit): readonly Mention[] {
  const prefix = packageDecl === undefined ? '' : `${packageDecl.name}.`;
  return items.map((item) => {
    const atom = item.kind === 'decl' ? item.atom : item.head;
    return { key: `${prefix}${atom.predicate}/${atom.args.length}`, source, item, atom };
  });
}

/** The texts of a descriptor such as `open("policy")`, of all its occurrences; other arguments are left out. */
export function descriptorTexts({ descr = [] }: ast.Decl, word: string): readonly string[] {
  return descr.filter(({ predicate }) => predicate === word).flatMap(({ args }) => args.flatMap(textsOf));
}

function textsOf(term: ast.Term): readonly string[] {
  return term.kind === 'constant' && term.value.kind === 'string' ? [term.value.text] : [];
}

/** The name of a key, without its arity. */
export function nameOf(key: PredicateKey): string {
  return key.slice(0, key.lastIndexOf('/'));
}
