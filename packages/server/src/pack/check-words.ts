import type { PredicateKey, Span } from '@manglecp/mangle';
import { suggestName } from '@manglecp/protocol';
import { readColumnKinds } from './column-kinds.js';
import { packOrigins } from './origin.js';
import { createFactTexts } from './possible-texts.js';
import { fileProblem, placedProblem, type Problem, warning } from './problem.js';
import { type Place, placeOf } from './value-flow.js';
import { createVocabularies, makingPlaces, type Vocabulary, type VocabularyScope } from './vocabularies.js';
import { findWordFlow } from './word-flow.js';
import { wordsInFacts, wordsInRule, type WrittenWord } from './written-words.js';

/**
 * Words of rules and facts that mean nothing: a rule with one never holds, or its result counts for nobody. In policy that
 * is an error, because a veto on `destrutive` tools is none. Elsewhere it is a warning, unless what states it can never
 * mean anything. Variables are followed to the pack's own predicates, as far as rules show what they are for.
 */
export function checkWords(scope: Omit<VocabularyScope, 'columns' | 'answered'>): readonly Problem[] {
  const { program, tables, originOf } = scope;
  const columns = readColumnKinds(program, originOf);
  const { kinds } = columns;
  const isKernel = (key: PredicateKey): boolean => {
    const span = program.predicates.get(key)?.span;
    return span === undefined || originOf(span.source).isKernel;
  };
  const isOwn = ({ span }: WrittenWord): boolean => span === undefined || !originOf(span.source).isKernel;
  const inPolicy = ({ span }: WrittenWord): boolean =>
    span !== undefined && originOf(span.source) === packOrigins.policy;
  const factTexts = createFactTexts(program, tables);
  const wordsBy = (stated: ReadonlyMap<Place, string>, asked: ReadonlyMap<Place, string>): readonly WrittenWord[] =>
    [
      ...program.rules.flatMap((rule) => [
        ...wordsInRule(
          rule,
          (place) => stated.get(place),
          (place) => asked.get(place),
        ),
      ]),
      ...wordsInFacts(stated, factTexts),
    ].filter(isOwn);

  const answered = wordsBy(kinds, kinds).filter((word) => isAnswered(word) && !inPolicy(word));
  const vocabularies = createVocabularies({ ...scope, columns, answered: answered.map(({ word }) => word) });
  const fits = (kind: string, word: string): boolean => vocabularies.get(kind)?.judge(word) === 'fits';
  const { uses, values } = findWordFlow({ program, factTexts, kinds, isKernel, fits });
  const found = wordsBy(new Map([...kinds, ...uses]), new Map([...kinds, ...values]))
    .filter(isOwnConcern)
    .flatMap((each) => {
      const vocabulary = vocabularies.get(each.kind);
      const verdict = vocabulary?.judge(each.word) ?? 'fits';
      if (vocabulary === undefined || verdict === 'fits') return [];
      // A step without an action always fails, and a category that is none would be sent to clients.
      const isStated = each.span !== undefined && each.stated !== undefined && kinds.has(each.stated);
      const isFatal = verdict === 'slip' && (inPolicy(each) || (isStated && vocabulary.isStrict === true));
      return [{ each, vocabulary, isFatal }];
    });
  const errorsFirst = [...found.filter(({ isFatal }) => isFatal), ...found.filter(({ isFatal }) => !isFatal)];
  return onceEach(errorsFirst)
    .slice(0, maxTold)
    .map(({ each, vocabulary, isFatal }) => {
      const problem = problemOf(each, vocabulary);
      return isFatal ? problem : warning(problem);
    });
}

/** Where rules answer an intent: they ask which one it is, or state what is for it. To suggest one is not to answer it. */
function isAnswered({ kind, stated }: WrittenWord): boolean {
  return kind === 'intent' && (stated === undefined || !suggestions.has(stated));
}

const suggestions: ReadonlySet<Place> = new Set([placeOf('suggest_intent/3', 0)]);

/** Told at most; a pack with more has another problem. */
const maxTold = 100;

/** A name is not misspelled where it is made, and skills are looked at where they are bound to the rules that need them. */
function isOwnConcern({ stated, kind }: WrittenWord): boolean {
  if (stated === undefined || kind === 'effect') return true;
  return kind !== 'skill' && makingPlaces[kind]?.includes(stated) !== true;
}

/** A word may stand for several kinds. */
function onceEach<T extends { readonly each: WrittenWord }>(problems: readonly T[]): readonly T[] {
  const seen = new Set<Span>();
  return problems.filter(({ each: { span } }) => {
    const isNew = span === undefined || !seen.has(span);
    if (span !== undefined) seen.add(span);
    return isNew;
  });
}

const maxListed = 12;

function problemOf({ word, span }: WrittenWord, { code, words, message }: Vocabulary): Problem {
  const near = suggestName(word, words);
  const shown = words.slice(0, maxListed).map((each) => `"${each}"`);
  const rest = words.length > maxListed ? ', …' : '';
  const list = words.length === 0 ? 'There are none.' : `There are ${shown.join(', ')}${rest}.`;
  const help = near === undefined ? list : `Did you mean "${near}"?`;
  const text = message(word.slice(0, 100));
  return span === undefined ? fileProblem(code, 'facts', text, help) : placedProblem(code, span, text, help);
}
