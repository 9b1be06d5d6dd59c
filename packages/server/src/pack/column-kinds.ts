import type { ast, PredicateKey, Program, Source } from '@manglecp/mangle';
import type { Origin } from './origin.js';
import { placedProblem, type Problem, warning } from './problem.js';
import { type Place, placeOf } from './value-flow.js';

/** What stands in the columns of the server's predicates, as their declarations say it. */
export interface ColumnKinds {
  /** The kind of each column where not any text will do: `kind(Tool, "tool")`, or the column itself where it has words. */
  readonly kinds: ReadonlyMap<Place, string>;
  /** The words of kinds that have a list of them: `one_of(Level, "full", …)`. */
  readonly words: ReadonlyMap<string, readonly string[]>;
}

/** The kind of columns that hold any text. */
const anyText = 'text';

/** Reads `kind` and `one_of` of the server's declarations. */
export function readColumnKinds({ predicates }: Program, originOf: (source: Source) => Origin): ColumnKinds {
  const kinds = new Map<Place, string>();
  const words = new Map<string, readonly string[]>();
  for (const { key, decl } of predicates.values()) {
    if (decl === undefined || !originOf(decl.span.source).isKernel) continue;
    for (const { place, kind = place, list } of columnsOf(key, decl)) {
      if (kind === anyText) continue;
      kinds.set(place, kind);
      if (list !== undefined) words.set(kind, list);
    }
  }
  return { kinds, words };
}

/** The words of the server's predicates are not for those of packs, and who writes them there should not rely on it. */
export function checkOwnKinds({ predicates }: Program, originOf: (source: Source) => Origin): readonly Problem[] {
  return [...predicates.values()]
    .flatMap(({ decl }) => (decl === undefined || originOf(decl.span.source).isKernel ? [] : (decl.descr ?? [])))
    .filter(({ predicate }) => predicate === 'kind' || predicate === 'one_of')
    .map(({ predicate, span }) => {
      const help = 'It says what can stand in columns of the server’s predicates. Write it into `arg(…)` for readers.';
      return warning(placedProblem('unknown-descriptor', span, `\`${predicate}\` has no effect here`, help));
    });
}

interface Column {
  readonly place: Place;
  readonly kind?: string;
  readonly list?: readonly string[];
}

function columnsOf(key: PredicateKey, { atom, descr = [] }: ast.Decl): readonly Column[] {
  return atom.args.flatMap((term, column) => {
    const said = (word: string): readonly string[] | undefined =>
      descr
        .find(({ predicate, args: [first] }) => predicate === word && isSameVariable(first, term))
        ?.args.flatMap(textOf);
    const [[kind] = [], list] = [said('kind'), said('one_of')];
    if (kind === undefined && list === undefined) return [];
    return [
      { place: placeOf(key, column), ...(kind === undefined ? {} : { kind }), ...(list === undefined ? {} : { list }) },
    ];
  });
}

function isSameVariable(term: ast.Term | undefined, other: ast.Term): boolean {
  return term?.kind === 'variable' && other.kind === 'variable' && term.name === other.name;
}

function textOf(term: ast.Term): readonly string[] {
  return term.kind === 'constant' && term.value.kind === 'string' ? [term.value.text] : [];
}
