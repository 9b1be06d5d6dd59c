import type { FactInput, PredicateKey, Program, Rule, Source } from '@manglecp/mangle';
import { suggestName } from '@manglecp/protocol';
import { type Origin, packOrigins } from './origin.js';
import { createFactTexts, type FactTexts, isGivenLater } from './possible-texts.js';
import { placedProblem, type Problem, warning } from './problem.js';
import { type Place, placeOf } from './value-flow.js';
import { wordsInRule, type WrittenWord } from './written-words.js';

export interface PolicyValuesScope {
  readonly program: Program;
  /** The facts of the pack's tables. */
  readonly tables: readonly FactInput[];
  readonly originOf: (source: Source) => Origin;
  /** Whether clients send only facts that are declared. */
  readonly isStrict: boolean;
}

/**
 * Conditions of policy on facts that the pack alone gives, and does not: a ban for cards of the kind `"chidl"` bans nobody.
 * If the facts have a text that differs by one slip of the pen, that is an error; any other may be added later, so that it
 * is a warning.
 */
export function checkPolicyValues(scope: PolicyValuesScope): readonly Problem[] {
  const { program, tables, originOf } = scope;
  const rules = program.rules.filter(({ clause }) => originOf(clause.span.source) === packOrigins.policy);
  const isClosed = closedPredicates(scope);
  const filled = new Set<PredicateKey>([
    ...program.facts.map(({ predicate }) => predicate),
    ...program.batches.map(({ predicate }) => predicate),
    ...tables.map(({ predicate, args }) => `${predicate}/${args.length}`),
  ]);
  const columns = new Map<Place, Column>();
  for (const { predicate, args } of rules.flatMap(readsOf)) {
    if (!isClosed(predicate) || !filled.has(predicate)) continue;
    for (const column of args.keys()) columns.set(placeOf(predicate, column), { predicate, column });
  }
  const textsAt = createTextsAt(columns, createFactTexts(program, tables));
  return rules.flatMap((rule) => {
    const words = wordsInRule(
      rule,
      () => undefined,
      (place) => (columns.has(place) ? place : undefined),
    );
    return [
      ...readsOf(rule)
        .filter(({ predicate }) => isClosed(predicate) && !filled.has(predicate))
        .map(({ predicate, span }) => noFacts(predicate, span)),
      ...[...words].flatMap((word) => unknownValue(word, textsAt(word.kind as Place))),
    ];
  });
}

interface Column {
  readonly predicate: PredicateKey;
  readonly column: number;
}

/** The texts of a column. Tables may be large, so each is read once, and only if a rule compares it with a text. */
function createTextsAt(
  columns: ReadonlyMap<Place, Column>,
  factTexts: FactTexts,
): (place: Place) => ReadonlySet<string> {
  const read = new Map<Place, ReadonlySet<string>>();
  return (place) => {
    const known = read.get(place);
    const column = columns.get(place);
    if (known !== undefined || column === undefined) return known ?? new Set();
    const texts = new Set(Array.from(factTexts(column.predicate, column.column), ([text]) => text));
    read.set(place, texts);
    return texts;
  };
}

type Read = Extract<Rule['premises'][number], { readonly predicate: PredicateKey }>;

function readsOf({ premises }: Rule): readonly Read[] {
  return premises.filter((premise): premise is Read => 'predicate' in premise);
}

/** Predicates of the pack that no rule derives, no client sends and no host answers. */
function closedPredicates({ program, originOf, isStrict }: PolicyValuesScope): (key: PredicateKey) => boolean {
  const derived = new Set(program.rules.map(({ predicate }) => predicate));
  return (key) => {
    const { decl, span } = program.predicates.get(key) ?? {};
    if (span === undefined || originOf(span.source).isKernel || derived.has(key)) return false;
    return (isStrict || decl !== undefined) && !isGivenLater(program, key);
  };
}

function noFacts(key: PredicateKey, span: Read['span']): Problem {
  const message = `the pack has no fact of \`${key}\`, and nobody else can give one`;
  const help = 'Write its facts, declare it with `direction("input")` if clients send it, or remove the condition.';
  return warning(placedProblem('no-facts', span, message, help));
}

/** Shorter words are often nearly alike and yet others. */
const leastLength = 5;

function unknownValue({ word, span }: WrittenWord, texts: ReadonlySet<string>): readonly Problem[] {
  if (span === undefined || texts.has(word) || texts.size === 0) return [];
  const near = suggestName(word, texts) ?? [...texts].find((text) => isOtherCase(text, word));
  const message = `no fact of the pack has \`${word.slice(0, 100)}\` here`;
  const help = near === undefined ? 'As long as that is so, the condition finds nothing.' : `Did you mean "${near}"?`;
  const problem = placedProblem('unknown-value', span, message, help);
  return [near !== undefined && isSlip(word, near) ? problem : warning(problem)];
}

/** Whether one slip of the pen makes the word. Members of a series, such as `gate_1` and `gate_2`, differ on purpose. */
function isSlip(word: string, near: string): boolean {
  if (isOtherCase(word, near)) return true;
  const isSeries = word.replaceAll(/[0-9]/g, '') === near.replaceAll(/[0-9]/g, '');
  return word.length >= leastLength && !isSeries && suggestName(word, [near], 1) !== undefined;
}

function isOtherCase(word: string, other: string): boolean {
  return word !== other && word.toLowerCase() === other.toLowerCase();
}
