import {
  type ast,
  type FactInput,
  type PredicateKey,
  type Program,
  type Rule,
  type Span,
  toValue,
} from '@manglecp/mangle';
import { groupBy } from './group-by.js';
import { descriptorTexts } from './mentions.js';

/** Texts, each with a place where it is written; a table has no places. */
export type Texts = ReadonlyMap<string, Span | undefined>;

/** What rules can put into a column, as far as it can be read from them. */
export interface TextFinder {
  /** What a term of a rule can be; undefined if it can be anything. */
  ofTerm(rule: Rule, term: ast.Term): Texts | undefined;
  /** What facts put into a column of a predicate; undefined if it is too much to look at. */
  ofFacts(key: PredicateKey, column: number): Texts | undefined;
}

export interface TextScope {
  readonly program: Program;
  /** Facts beside those of the program. */
  readonly tables: readonly FactInput[];
  /** Whether facts of the predicate may come from elsewhere: from the server, or with a request. */
  readonly isOpen: (key: PredicateKey) => boolean;
}

/** More than this many texts, or looks at columns, are not worth the while: it can be anything then. */
const maxTexts = 1_000;
const maxLooks = 200;

/**
 * Follows variables from the heads of rules to the constants and facts that give them their values. What it finds is
 * never less than what can be derived.
 */
export function createTextFinder({ program, tables, isOpen }: TextScope): TextFinder {
  let looks = 0;
  const factTexts = createFactTexts(program, tables);

  const ofFacts = (key: PredicateKey, column: number): Texts | undefined => {
    const texts = new Map<string, Span | undefined>();
    for (const given of factTexts(key, column)) {
      add(texts, given);
      if (texts.size > maxTexts) return undefined;
    }
    return texts;
  };

  const ofColumn = (key: PredicateKey, column: number, path: ReadonlySet<string>): Texts | undefined => {
    const place = `${key} ${column}`;
    // A shortest derivation of a value does not come by here twice.
    if (path.has(place)) return new Map();
    looks += 1;
    if (isOpen(key) || looks > maxLooks) return undefined;
    const given = ofFacts(key, column);
    if (given === undefined) return undefined;
    const longer = new Set([...path, place]);
    const texts = new Map(given);
    for (const rule of program.rules.filter(({ predicate }) => predicate === key)) {
      const term = rule.args[column];
      const found = term === undefined ? undefined : ofTerm(rule, term, longer);
      if (found === undefined) return undefined;
      for (const each of found) add(texts, each);
      if (texts.size > maxTexts) return undefined;
    }
    return texts;
  };

  const ofTerm = (rule: Rule, term: ast.Term, path: ReadonlySet<string>): Texts | undefined => {
    if (term.kind === 'constant') return textOf(term);
    if (term.kind !== 'variable') return undefined;
    const { name } = term;
    const found = rule.premises.flatMap((premise) => {
      if (premise.kind === 'compare') return equalTexts(premise, name) ?? [];
      const isRead = premise.kind === 'temporal' || (premise.kind === 'atom' && !premise.isNegated);
      if (!isRead) return [];
      return premise.args.flatMap((arg, column) =>
        arg.kind === 'variable' && arg.name === name ? (ofColumn(premise.predicate, column, path) ?? []) : [],
      );
    });
    return found.length === 0 ? undefined : found.reduce(inBoth);
  };

  return {
    ofFacts,
    ofTerm: (rule, term) => {
      looks = 0;
      return ofTerm(rule, term, new Set());
    },
  };
}

/** Whether facts of a predicate may come with a request: it is an input, or answered by the host. */
export function isGivenLater({ predicates }: Program, key: PredicateKey): boolean {
  const info = predicates.get(key);
  if (info === undefined || info.isExternal || info.isDeferred) return true;
  return info.decl !== undefined && descriptorTexts(info.decl, 'direction').some((word) => word !== 'output');
}

/** A text of a fact, with its place. */
export type Given = readonly [string, Span | undefined];

/** Finds the texts that the facts of a predicate have in a column; of those that were read in bulk, each once. */
export type FactTexts = (key: PredicateKey, column: number) => Iterable<Given>;

export function createFactTexts({ facts, batches }: Program, tables: readonly FactInput[]): FactTexts {
  const written = groupBy(facts, ({ predicate }) => predicate);
  const bulk = groupBy(batches, ({ predicate }) => predicate);
  const given = groupBy(tables, ({ predicate, args }) => `${predicate}/${args.length}`);
  return function* (key, column) {
    for (const { clause } of written.get(key) ?? []) yield* headText(clause, column);
    for (const batch of bulk.get(key) ?? []) yield* batchTexts(batch.facts, column);
    for (const { args } of given.get(key) ?? []) {
      const arg = args[column];
      const value = arg === undefined ? undefined : toValue(arg);
      if (value?.kind === 'string') yield [value.text, undefined];
    }
  };
}

/** Each text once: only for its place the parser has to read the fact again. */
function* batchTexts({ count, columns, values, clauseAt }: SourceBatch, column: number): Generator<Given> {
  const seen = new Set<number>();
  for (let row = 0; row < count; row += 1) {
    const id = columns[column]?.[row];
    if (id === undefined || seen.has(id)) continue;
    seen.add(id);
    if (values.get(id).kind === 'string') yield* headText(clauseAt(row), column);
  }
}

type SourceBatch = Program['batches'][number]['facts'];

function headText({ head }: ast.Clause, column: number): Texts {
  const term = head.args[column];
  return term?.kind === 'constant' ? textOf(term) : new Map<string, Span>();
}

/** A constant that is no text never fits where a text is meant. */
function textOf({ value, span }: ast.Constant): Texts {
  return new Map(value.kind === 'string' ? [[value.text, span]] : []);
}

function equalTexts(
  { operator, left, right }: { readonly operator: string; readonly left: ast.Term; readonly right: ast.Term },
  name: string,
): Texts | undefined {
  if (operator !== '=') return undefined;
  const other = isVariable(left, name) ? right : isVariable(right, name) ? left : undefined;
  return other?.kind === 'constant' ? textOf(other) : undefined;
}

function isVariable(term: ast.Term, name: string): boolean {
  return term.kind === 'variable' && term.name === name;
}

function inBoth(some: Texts, others: Texts): Texts {
  return new Map([...some].filter(([text]) => others.has(text)));
}

function add(texts: Map<string, Span | undefined>, [text, span]: Given): void {
  if (texts.get(text) === undefined) texts.set(text, span);
}
