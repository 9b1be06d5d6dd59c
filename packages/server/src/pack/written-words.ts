import type { ast, PredicateKey, Rule, Span } from '@manglecp/mangle';
import type { FactTexts } from './possible-texts.js';
import { type Place, placeOf } from './value-flow.js';
import { type Occurrence, occurrencesIn } from './word-flow.js';
import { constantText } from './written-heads.js';

/** A word that stands where only words of some kind mean something. */
export interface WrittenWord {
  readonly word: string;
  /** Absent for a table. */
  readonly span?: Span;
  readonly kind: string;
  /** Where it is stated; absent if it is only asked for. */
  readonly stated?: Place;
}

/** Tells the kind of a column; undefined if any text may stand there. */
export type KindAt = (place: Place) => string | undefined;

/** The words of a rule: in its head, in its premises, and those that variables of a kind are compared with. */
export function* wordsInRule(rule: Rule, statedAs: KindAt, askedAs: KindAt): Generator<WrittenWord> {
  for (const [column, term] of rule.args.entries()) {
    const place = placeOf(rule.predicate, column);
    yield* wordAt(term, statedAs(place), place);
  }
  const { occurrences } = occurrencesIn(rule);
  const kindsOf = (name: string): readonly string[] =>
    (occurrences.get(name) ?? []).flatMap(
      ({ place, role }: Occurrence) => (role === 'head' ? statedAs(place) : askedAs(place)) ?? [],
    );
  for (const premise of rule.premises) {
    if (premise.kind === 'compare') yield* comparedWords(premise, kindsOf);
    else if (premise.kind === 'builtin') yield* memberWords(premise, kindsOf);
    else {
      for (const [column, term] of premise.args.entries()) {
        yield* wordAt(term, askedAs(placeOf(premise.predicate, column)));
      }
    }
  }
}

type PremiseOf<Kind> = Extract<Rule['premises'][number], { kind: Kind }>;
type KindsOf = (variable: string) => readonly string[];

/** Both sides of an equation, each with the variable on the other one. */
export function sidesOf({ left, right }: PremiseOf<'compare'>): readonly (readonly [ast.Term, ast.Term])[] {
  return [
    [left, right],
    [right, left],
  ];
}

/** Words that variables of a kind are equal to, or are not. */
function* comparedWords(premise: PremiseOf<'compare'>, kindsOf: KindsOf): Generator<WrittenWord> {
  if (premise.operator !== '=' && premise.operator !== '!=') return;
  for (const [side, other] of sidesOf(premise)) {
    for (const kind of side.kind === 'variable' ? kindsOf(side.name) : []) yield* wordAt(other, kind);
  }
}

/** Words of a list that a variable of a kind is a member of. */
function* memberWords({ builtin, args }: PremiseOf<'builtin'>, kindsOf: KindsOf): Generator<WrittenWord> {
  const [element, list] = args;
  if (builtin.name !== ':list:member' || element?.kind !== 'variable' || list === undefined) return;
  for (const kind of kindsOf(element.name)) for (const item of itemsOf(list)) yield { ...item, kind };
}

function* wordAt(term: ast.Term, kind: string | undefined, stated?: Place): Generator<WrittenWord> {
  const word = constantText(term);
  if (word === undefined || kind === undefined) return;
  yield { word, span: term.span, kind, ...(stated === undefined ? {} : { stated }) };
}

/** The texts of a list that is written out. */
function itemsOf(term: ast.Term): readonly { readonly word: string; readonly span: Span }[] {
  if (term.kind === 'apply' && term.name === 'fn:list') {
    return term.args.flatMap((item) => {
      const word = constantText(item);
      return word === undefined ? [] : [{ word, span: item.span }];
    });
  }
  if (term.kind !== 'constant' || term.value.kind !== 'list') return [];
  return term.value.items.flatMap((item) => (item.kind === 'string' ? [{ word: item.text, span: term.span }] : []));
}

/** The words of the facts that a pack has in columns of some kind. */
export function* wordsInFacts(kinds: ReadonlyMap<Place, string>, factTexts: FactTexts): Generator<WrittenWord> {
  for (const [stated, kind] of kinds) {
    const [key, column] = splitPlace(stated);
    for (const [word, span] of factTexts(key, column)) {
      yield { word, kind, stated, ...(span === undefined ? {} : { span }) };
    }
  }
}

function splitPlace(place: Place): readonly [PredicateKey, number] {
  const at = place.lastIndexOf('#');
  return [place.slice(0, at), Number(place.slice(at + 1))];
}
