import type { ast, PredicateKey, Program, Rule } from '@manglecp/mangle';
import { groupBy } from './group-by.js';
import { descriptorTexts, nameOf } from './mentions.js';
import { type FactTexts, isGivenLater } from './possible-texts.js';
import { namedInTemplates } from './texts-in.js';
import { type Place, placeOf } from './value-flow.js';
import { constantText } from './written-heads.js';

/** The kinds of columns of a pack's own predicates, as far as its rules show them. */
export interface WordFlow {
  /** Columns whose values mean something only if they are of the kind, because of what every rule does with them. */
  readonly uses: ReadonlyMap<Place, string>;
  /** Columns whose values are all of the kind, because of where they come from. */
  readonly values: ReadonlyMap<Place, string>;
}

export interface WordFlowScope {
  readonly program: Program;
  readonly factTexts: FactTexts;
  /** The kinds of the server's columns. */
  readonly kinds: ReadonlyMap<Place, string>;
  readonly isKernel: (key: PredicateKey) => boolean;
  /** Whether a word is known to be of a kind. */
  readonly fits: (kind: string, word: string) => boolean;
}

/** A variable in a column. */
export interface Occurrence {
  readonly place: Place;
  readonly role: 'head' | 'premise' | 'negated';
}

/** Each round reaches one predicate further. What is further away than that has no kind, and nothing is said of it. */
const maxRounds = 16;

/** Follows the kinds of the server's columns through variables to those of the pack's own predicates. */
export function findWordFlow(scope: WordFlowScope): WordFlow {
  const { program, kinds } = scope;
  const uses = new Map<Place, string>();
  const values = new Map<Place, string>();
  const rules = program.rules.map(occurrencesIn);
  const columns = ownColumns(scope, rules);
  const kindAt = ({ place, role }: Occurrence): string | undefined =>
    kinds.get(place) ?? (role === 'head' ? uses.get(place) : (values.get(place) ?? uses.get(place)));
  for (let round = 0; round < maxRounds; round += 1) {
    const before = uses.size + values.size;
    for (const column of columns) {
      note(uses, column.place, () => kindByUse(column, kindAt, scope));
      note(values, column.place, () => kindByValue(column, kinds, values, scope));
    }
    if (uses.size + values.size === before) break;
  }
  return { uses, values };
}

/** Keeps what is known of a place already. */
function note(found: Map<Place, string>, place: Place, find: () => string | undefined): void {
  const kind = found.has(place) ? undefined : find();
  if (kind !== undefined) found.set(place, kind);
}

interface RuleWords {
  readonly rule: Rule;
  readonly occurrences: ReadonlyMap<string, readonly Occurrence[]>;
  /** How often each variable is written, wherever. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Where the variables of a rule stand in columns, and how often they stand anywhere. */
export function occurrencesIn(rule: Rule): RuleWords {
  const occurrences = new Map<string, Occurrence[]>();
  const counts = new Map<string, number>();
  const note = (predicate: PredicateKey, args: readonly ast.Term[], role: Occurrence['role']): void => {
    for (const [column, term] of args.entries()) {
      if (term.kind !== 'variable') continue;
      const known = occurrences.get(term.name) ?? [];
      occurrences.set(term.name, [...known, { place: placeOf(predicate, column), role }]);
    }
  };
  note(rule.predicate, rule.args, 'head');
  for (const premise of rule.premises) {
    if (!('predicate' in premise)) continue;
    note(premise.predicate, premise.args, 'isNegated' in premise && premise.isNegated ? 'negated' : 'premise');
  }
  for (const name of variablesIn([rule.args, rule.premises, rule.grouping, rule.interval])) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return { rule, occurrences, counts };
}

function* variablesIn(node: unknown): Generator<string> {
  if (Array.isArray(node)) {
    for (const each of node) yield* variablesIn(each);
    return;
  }
  if (typeof node !== 'object' || node === null || 'source' in node || 'modes' in node) return;
  if ('kind' in node && node.kind === 'variable' && 'name' in node) yield String(node.name);
  else if ('variable' in node && typeof node.variable === 'string') yield node.variable;
  yield* variablesIn(Object.values(node).filter((each) => typeof each === 'object'));
}

interface PlacedTerm {
  readonly place: Place;
  readonly term: ast.Term;
  readonly words: RuleWords;
}

/** A column of a predicate of the pack, with all that is done with it. */
interface OwnColumn {
  readonly place: Place;
  /** What rules put there. */
  readonly heads: readonly PlacedTerm[];
  /** What rules compare with it. */
  readonly reads: readonly PlacedTerm[];
  /** Texts that facts put there. */
  readonly texts: () => ReturnType<FactTexts>;
  /** Whether others than rules read it. */
  readonly isRead: boolean;
  /** Whether others than the files of the pack fill it. */
  readonly isFilled: boolean;
}

function ownColumns(scope: WordFlowScope, rules: readonly RuleWords[]): readonly OwnColumn[] {
  const { program, factTexts, isKernel } = scope;
  const placed = (words: RuleWords, { predicate, args }: Pick<Rule, 'predicate' | 'args'>): readonly PlacedTerm[] =>
    isKernel(predicate) ? [] : args.map((term, column) => ({ place: placeOf(predicate, column), term, words }));
  const stated = rules.flatMap((words) => placed(words, words.rule));
  const asked = rules.flatMap((words) =>
    words.rule.premises.flatMap((premise) => ('predicate' in premise ? placed(words, premise) : [])),
  );
  const [heads, reads] = [stated, asked].map((terms) => groupBy(terms, ({ place }) => place));
  const named = namedInTemplates(program);
  return [...program.predicates.values()]
    .filter(({ key, lattice }) => !isKernel(key) && lattice === undefined)
    .flatMap(({ key, arity, decl }) => {
      const isRead = (decl !== undefined && descriptorTexts(decl, 'direction').length > 0) || named.has(nameOf(key));
      return Array.from({ length: arity }, (_, column): OwnColumn => {
        const place = placeOf(key, column);
        return {
          place,
          heads: heads?.get(place) ?? [],
          reads: reads?.get(place) ?? [],
          texts: () => factTexts(key, column),
          isRead,
          isFilled: isGivenLater(program, key),
        };
      });
    });
}

/** The one kind that every rule takes the values of a column for; undefined if there is none, or a rule that does not. */
function kindByUse(
  { reads, isRead, place }: OwnColumn,
  kindAt: (occurrence: Occurrence) => string | undefined,
  { fits }: WordFlowScope,
): string | undefined {
  if (isRead) return undefined;
  const found = new Set<string>();
  const constants: string[] = [];
  for (const { term, words } of reads) {
    const text = constantText(term);
    if (text !== undefined) constants.push(text);
    else if (term.kind !== 'variable') return undefined;
    else if (words.counts.get(term.name) !== 1) {
      // What is negated lets all other words pass.
      const others = (words.occurrences.get(term.name) ?? []).filter(
        (each) => each.role !== 'negated' && each.place !== place,
      );
      const kinds = others.map(kindAt).filter((kind) => kind !== undefined);
      if (kinds.length === 0) return undefined;
      for (const kind of kinds) found.add(kind);
    }
  }
  const [kind, another] = found;
  if (kind === undefined || another !== undefined || constants.some((text) => !fits(kind, text))) return undefined;
  return kind;
}

/** The one kind that all values of a column are of, whatever facts and rules put there. */
function kindByValue(
  { heads, texts, isFilled }: OwnColumn,
  kinds: ReadonlyMap<Place, string>,
  values: ReadonlyMap<Place, string>,
  { fits }: WordFlowScope,
): string | undefined {
  if (isFilled) return undefined;
  const found = new Set<string>();
  const constants: string[] = [];
  for (const { term, words } of heads) {
    const text = constantText(term);
    if (text !== undefined) constants.push(text);
    else if (term.kind !== 'variable') return undefined;
    else {
      const given = (words.occurrences.get(term.name) ?? []).filter(({ role }) => role === 'premise');
      const [kind] = given
        .map(({ place }) => kinds.get(place) ?? values.get(place))
        .filter((each) => each !== undefined);
      if (kind === undefined) return undefined;
      found.add(kind);
    }
  }
  const [kind, another] = found;
  if (kind === undefined || another !== undefined || constants.some((text) => !fits(kind, text))) return undefined;
  for (const [text] of texts()) if (!fits(kind, text)) return undefined;
  return kind;
}
