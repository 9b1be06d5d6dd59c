import { compareText, type FactInput, type PredicateKey, type Program, type Rule, type Source } from '@manglecp/mangle';
import { type PredicateDeclaration, suggestName } from '@manglecp/protocol';
import type { PackConfig } from '../config/config.js';
import { isOwnWord, sideEffects } from '../config/side-effects.js';
import { serverCapabilities } from './base-facts.js';
import type { ColumnKinds } from './column-kinds.js';
import type { Origin } from './origin.js';
import type { Action } from './pack.js';
import { createTextFinder, isGivenLater } from './possible-texts.js';
import { type Place, placeOf } from './value-flow.js';
import { constantText, toolColumns, writtenHeads } from './written-heads.js';

/** Whether a word means something; `doubt` if that may change without a change of the rules. */
export type Verdict = 'fits' | 'slip' | 'doubt';

/** The words that mean something in columns of a kind. */
export interface Vocabulary {
  /** The code of problems. */
  readonly code: string;
  /** Those that can be listed. */
  readonly words: readonly string[];
  readonly judge: (word: string) => Verdict;
  readonly message: (word: string) => string;
  /** Whether a wrong word is an error wherever it is stated of the server's predicates, also outside of policy. */
  readonly isStrict?: boolean;
}

export interface VocabularyScope {
  readonly program: Program;
  /** The facts of the pack's tables. */
  readonly tables: readonly FactInput[];
  readonly originOf: (source: Source) => Origin;
  readonly columns: ColumnKinds;
  readonly config: PackConfig;
  readonly actions: ReadonlyMap<string, Action>;
  readonly skills: readonly string[];
  readonly declarations: readonly PredicateDeclaration[];
  /** Intents that rules beside policy answer, whether or not the manifest lists them (MAN-016). */
  readonly answered: readonly string[];
}

/** Where clauses make a word known, by kind. Nobody misspells a word by making it. */
export const makingPlaces: Readonly<Record<string, readonly Place[]>> = {
  tool: Object.entries(toolColumns).map(([key, column]) => placeOf(key, column)),
  action: [placeOf('macro_includes_action/2', 1)],
  effect: [placeOf('action_effect/2', 1), placeOf('macro_has_side_effect/2', 1)],
  parameter: [placeOf('macro_param/4', 1), placeOf('macro_param_doc/3', 1)],
};

/**
 * What each kind of column can hold in a pack. A kind whose words cannot be known has no vocabulary: rules make tools of
 * data, an issuer of tokens grants privileges, a pack is only begun.
 */
export function createVocabularies(scope: VocabularyScope): ReadonlyMap<string, Vocabulary> {
  const { columns, config, actions, skills, declarations, program } = scope;
  const sent = declarations.filter(({ direction }) => direction !== 'output').map(({ predicate }) => predicate);
  const isStrictlyTyped = config.strict_predicates;
  const found: readonly (readonly [string, Vocabulary | undefined])[] = [
    ...Array.from(columns.words, ([kind, words]) => [kind, listed(kind, words)] as const),
    ['tool', madeWords('unknown-tool', 'tool', [], makes(scope, 'tool'))],
    ['registered action', { ...closed('unknown-action', [...actions.keys()], noneCalled('action')), isStrict: true }],
    ['action', actionNames([...actions.keys()], makes(scope, 'action'))],
    ['parameter', madeWords('unknown-param', 'parameter', [], makes(scope, 'parameter'))],
    ['effect', effects(scope)],
    ['intent', intents(scope)],
    ['skill', closed('unknown-skill', skills, noneCalled('skill'))],
    ['privilege', granted(scope, 'privilege', ({ privileges }) => privileges)],
    ['identity', granted(scope, 'identity', ({ identity }) => [identity])],
    ['feature', nearly('unknown-feature', serverCapabilities, (word) => `this server has no feature \`${word}\``)],
    ['predicate', closed('unknown-fact', predicateNames(program), noneCalled('predicate'))],
    ...(isStrictlyTyped
      ? ([
          ['sent predicate', closed('unknown-fact', sent, (word) => `clients can send no facts of \`${word}\``)],
          [
            'told predicate',
            closed(
              'unknown-fact',
              declarations.map(({ predicate }) => predicate),
              (word) => `clients know no facts of \`${word}\``,
            ),
          ],
        ] as const)
      : []),
  ];
  return new Map(
    found.flatMap(([kind, vocabulary]) => (vocabulary === undefined ? [] : [[kind, vocabulary] as const])),
  );
}

function noneCalled(what: string): (word: string) => string {
  return (word) => `there is no ${what} \`${word}\``;
}

function closed(code: string, words: readonly string[], message: (word: string) => string): Vocabulary {
  const known = new Set(words);
  return { code, words: [...known], message, judge: (word) => (known.has(word) ? 'fits' : 'slip') };
}

/** Other words are legal, as long as they are not almost these. */
function nearly(code: string, words: readonly string[], message: (word: string) => string): Vocabulary {
  const known = new Set(words);
  const isSlip = (word: string): boolean => !known.has(word) && suggestName(word, known) !== undefined;
  return { code, words: [...known], message, judge: (word) => (isSlip(word) ? 'slip' : 'fits') };
}

/** Those that run, and those that a tool is said to include. Of a pack that has none yet, all are doubted. */
function actionNames(given: readonly string[], made: Made): Vocabulary | undefined {
  const vocabulary = madeWords('unknown-action', 'action', given, made);
  if (vocabulary !== undefined || made.isOpen) return vocabulary;
  return { code: 'unknown-action', words: [], message: noneCalled('action'), judge: () => 'doubt' };
}

/** Those of the manifest, and others that rules answer, unless they are almost those or the beginning of one. */
function intents({ config, answered }: VocabularyScope): Vocabulary | undefined {
  const listed = config.intents.map(({ name }) => name);
  const isSlip = (word: string): boolean =>
    suggestName(word, listed) !== undefined || listed.some((name) => name.startsWith(word));
  const known = [...listed, ...answered.filter((word) => !isSlip(word))];
  return unlessEmpty(closed('unknown-intent', known, noneCalled('intent')));
}

function unlessEmpty(vocabulary: Vocabulary): Vocabulary | undefined {
  return vocabulary.words.length === 0 ? undefined : vocabulary;
}

const whatWords: Readonly<Record<string, string>> = { class: 'a class of clients', level: 'a level' };

function listed(kind: string, words: readonly string[]): Vocabulary {
  const what = whatWords[kind] ?? 'a word that can stand here';
  return { ...closed('unknown-word', words, (word) => `\`${word}\` is not ${what}`), isStrict: true };
}

/** Names that the pack has from elsewhere or makes by its clauses. */
function madeWords(code: string, what: string, given: readonly string[], made: Made): Vocabulary | undefined {
  return made.isOpen ? undefined : unlessEmpty(closed(code, [...given, ...made.texts], noneCalled(what)));
}

/** Standard categories, and words of the pack's own: those are as good as any, unless they are almost one that it has. */
function effects(scope: VocabularyScope): Vocabulary {
  const { texts, isOpen } = makes(scope, 'effect');
  const given = [...scope.actions.values()].flatMap((action) => action.effects);
  const own = new Set([...given, ...texts].filter(isOwnWord));
  const isSlip = (word: string): boolean =>
    isOwnWord(word) ? !isOpen && !own.has(word) && suggestName(word, own) !== undefined : !sideEffects.includes(word);
  return {
    code: 'unknown-word',
    words: [...sideEffects, ...[...own].sort(compareText)],
    judge: (word) => (isSlip(word) ? 'slip' : 'fits'),
    message: (word) =>
      isOwnWord(word) ? `nothing here has the effect \`${word}\`` : `\`${word}\` is not a category of side effects`,
    isStrict: true,
  };
}

/**
 * What credentials say of clients. A word that none of them has is only doubted: to take a credential away must not keep
 * a pack from being served, or the credential would stay. Without credentials, which the operator may add, only what is
 * almost a word of the server's own rules is doubted; with an issuer of tokens nothing is.
 */
function granted(
  { config, program, originOf, columns }: VocabularyScope,
  kind: string,
  wordsOf: (credential: PackConfig['auth']['tokens'][number]) => readonly string[],
): Vocabulary | undefined {
  const { tokens, api_keys: keys, jwt } = config.auth;
  if (jwt !== null) return undefined;
  const credentials = [...tokens, ...keys];
  const own = program.rules
    .filter(({ clause }) => originOf(clause.span.source).isKernel)
    .flatMap((rule) => textsOfKind(rule, kind, columns));
  const known = new Set([...credentials.flatMap(wordsOf), ...own]);
  return {
    code: `unknown-${kind}`,
    words: [...known],
    message: (word) => `no credential has the ${kind} \`${word}\``,
    judge: (word) => {
      if (known.has(word)) return 'fits';
      const isNear = suggestName(word, known) !== undefined;
      if (credentials.length === 0) return isNear ? 'doubt' : 'fits';
      return isNear ? 'slip' : 'doubt';
    },
  };
}

function textsOfKind({ predicate, args, premises }: Rule, kind: string, { kinds }: ColumnKinds): readonly string[] {
  const atoms = [{ predicate, args }, ...premises.flatMap((premise) => ('predicate' in premise ? [premise] : []))];
  return atoms.flatMap((atom) =>
    atom.args.flatMap((term, column) =>
      kinds.get(placeOf(atom.predicate, column)) === kind ? (constantText(term) ?? []) : [],
    ),
  );
}

function predicateNames({ predicates }: Program): readonly string[] {
  return Array.from(predicates.values(), ({ name }) => name);
}

interface Made {
  readonly texts: readonly string[];
  /** Whether there can be others. */
  readonly isOpen: boolean;
}

/** The words of a kind that clauses of the pack make. */
function makes({ program, tables, originOf, columns: { kinds } }: VocabularyScope, kind: string): Made {
  const isKernel = (key: PredicateKey): boolean => {
    const span = program.predicates.get(key)?.span;
    return span === undefined || originOf(span.source).isKernel;
  };
  const finder = createTextFinder({ program, tables, isOpen: (key) => isKernel(key) || isGivenLater(program, key) });
  const places = new Set(makingPlaces[kind]);
  const registered = [...kinds.keys()].filter((place) => kinds.get(place) === `registered ${kind}`);
  const familiar = new Set([...places, ...registered]);
  const columnsOf = (key: PredicateKey, args: readonly unknown[]): readonly number[] =>
    [...args.keys()].filter((column) => places.has(placeOf(key, column)));
  /** The texts that a term of a head can be; undefined if they cannot be known. */
  const textsOf = (rule: Rule | undefined, term: Rule['args'][number] | undefined): Iterable<string> | undefined => {
    const word = constantText(term);
    if (word !== undefined) return [word];
    if (rule === undefined || term === undefined || term.kind === 'constant') return [];
    // A rule that takes a name from where names are made makes no other.
    return isReadAt(familiar, rule, term) ? [] : finder.ofTerm(rule, term)?.keys();
  };
  const inTables = tables.flatMap(({ predicate, args }) =>
    columnsOf(`${predicate}/${args.length}`, args).flatMap((column) => {
      const word = args[column];
      return typeof word === 'string' ? [word] : [];
    }),
  );
  const inClauses = [...writtenHeads(program, (each) => [...places].some((place) => isOf(place, each)))]
    .filter(({ head }) => !originOf(head.span.source).isKernel)
    .flatMap(({ key, head, rule }) => columnsOf(key, head.args).map((column) => textsOf(rule, head.args[column])));
  return {
    texts: [...new Set([...inTables, ...inClauses.flatMap((texts) => [...(texts ?? [])])])],
    isOpen: inClauses.includes(undefined),
  };
}

function isOf(place: Place, key: PredicateKey): boolean {
  return place.slice(0, place.lastIndexOf('#')) === key;
}

/** Whether a premise takes the value of a variable from one of these places. */
function isReadAt(places: ReadonlySet<Place>, { premises }: Rule, term: Rule['args'][number]): boolean {
  return premises.some(
    (premise) =>
      (premise.kind === 'temporal' || (premise.kind === 'atom' && !premise.isNegated)) &&
      premise.args.some(
        (arg, column) =>
          arg.kind === 'variable' &&
          term.kind === 'variable' &&
          arg.name === term.name &&
          places.has(placeOf(premise.predicate, column)),
      ),
  );
}
