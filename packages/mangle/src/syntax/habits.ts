/**
 * Words and signs that people bring along from SQL, Prolog, Soufflé, Python or JavaScript, and what to write instead.
 * They are looked up in lower case.
 */

const rule = 'A rule derives what a query asks for: `adult(Name) :- person(Name, Age), Age >= 18.`';

const statements: ReadonlyMap<string, string> = new Map([
  ['select', `${rule} Joins are variables that two premises share, and \`mangle query\` asks.`],
  ['insert', 'A fact is written as it is: `person("Ann", 42).`'],
  ['update', 'Facts do not change while a program runs: change the fact, or derive the new one with a rule.'],
  ['delete', 'Facts are not removed by a program: leave the fact out, or derive with a rule what is left.'],
  ['create', 'A table is a predicate: `Decl person(Name, Age) bound [/string, /number].`'],
  ['drop', 'A predicate is there as long as something mentions it; leave it out.'],
  ['alter', 'Change the declaration itself: `Decl person(Name, Age) bound [/string, /number].`'],
]);

/** What to write for a statement of a database. */
export function statementHelp(word: string): string | undefined {
  return statements.get(word.toLowerCase());
}

const prefixes: ReadonlyMap<string, string> = new Map([
  ...statements,
  ['distinct', 'Facts are a set, so each is there once anyway; leave the word out.'],
  ['exists', 'A premise holds if there is such a fact; leave the word out, and write `_` for what does not matter.'],
  ['forall', 'Say that there is no exception: derive the exceptions with a rule of their own, and negate it with `!`.'],
  ['case', 'Write one rule with the same head for each case.'],
  ['return', 'What a rule derives stands in its head.'],
  ['lambda', 'There are no functions of your own; a rule derives what they would compute.'],
]);

/** What to write for a word that stands before a condition in other languages. */
export function prefixHelp(word: string): string | undefined {
  return prefixes.get(word.toLowerCase());
}

const member = 'Whether a list has an element is the premise `:list:member(Element, List)`.';
/** What to do without a null. */
export const noNull =
  'There is no null. Leave out the fact that nothing is known about, and ask with `!p(X, _)` whether there is none.';

const operators: ReadonlyMap<string, string> = new Map([
  ['in', member],
  ['not', `The negation of a premise begins with \`!\`. ${member}`],
  [
    'like',
    'Parts of strings are found with `:string:contains(S, "x")`, `:string:starts_with` and `:string:ends_with`.',
  ],
  ['matches', 'There are no patterns. Use `:string:contains(S, "x")`, `:string:starts_with` or `:string:ends_with`.'],
  ['contains', 'Write the premise `:string:contains(S, "x")`, or `:list:member(Element, List)` for a list.'],
  ['between', 'Write two comparisons: `1 <= X, X <= 5`.'],
  ['is', noNull],
]);

/** What to write for a word that stands between two values in other languages. */
export function operatorHelp(word: string): string | undefined {
  return operators.get(word.toLowerCase());
}

const noOrder = 'Facts are a set and have no order; who asks sorts and counts.';

const suffixes: ReadonlyMap<string, string> = new Map([
  ['order', noOrder],
  ['limit', noOrder],
  ['sort', noOrder],
  ['group', 'Group after all premises: `|> do fn:group_by(Key), let N = fn:count()`.'],
  ['having', 'Derive the groups with one rule, and test their results in another.'],
  ['during', 'The time of a premise stands behind it: `p(X)@[S, E]`; within a window before now: `<-[0d, 7d] p(X)`.'],
  ['xor', 'Write two rules, each with one of the two and the negation of the other.'],
  ['while', 'A rule holds as often as its premises do; it needs no loop.'],
  ['then', 'A rule begins with what follows from it: `q(X) :- p(X).`'],
  ['else', 'Write a rule of its own with the negation of the condition.'],
]);

/** What to write for a word that stands behind conditions in other languages. */
export function suffixHelp(word: string): string | undefined {
  return suffixes.get(word.toLowerCase());
}

const reduce = (name: string): string =>
  `Aggregate after all premises: \`|> do fn:group_by(Key), let R = fn:${name}\`.`;
const noText =
  'There is no function for parts of strings; compute it in the host and give it as a fact or an external predicate.';

const functions: ReadonlyMap<string, string> = new Map([
  ['count', reduce('count()')],
  ['sum', reduce('sum(X)')],
  ['max', reduce('max(X)')],
  ['min', reduce('min(X)')],
  ['avg', reduce('avg(X)')],
  ['len', 'The length of a list is `fn:list:len(List)`.'],
  ['length', 'The length of a list is `fn:list:len(List)`.'],
  ['concat', 'Strings are joined with `fn:string:concat(A, B)`.'],
  ['cat', 'Strings are joined with `fn:string:concat(A, B)`.'],
  ['append', 'An element is added to a list with `fn:list:append(List, Element)`.'],
  ['str', 'A number becomes a string with `fn:number:to_string(N)`.'],
  ['to_string', 'A number becomes a string with `fn:number:to_string(N)`.'],
  ['int', 'There is no conversion from a string to a number; give the number as a fact.'],
  ['now', 'The evaluation time is `fn:time:now()`.'],
  ['today', 'The evaluation time is `fn:time:now()`.'],
  ['upper', noText],
  ['lower', noText],
  ['substring', noText],
  ['substr', noText],
  ['split', noText],
  [
    'range',
    'There are no ranges. Derive numbers with a rule that has an end: `n(0). n(M) :- n(N), N < 5, M = fn:plus(N, 1).`',
  ],
  ['if', 'Write one rule with the same head for each case.'],
  ['coalesce', 'Write one rule for the value that is there, and one with `!` for the default.'],
]);

/** What to write for a function that is called without its `fn:`, or that there is none of. */
export function functionHelp(word: string): string | undefined {
  return functions.get(word.toLowerCase());
}

const values: ReadonlyMap<string, string> = new Map([
  ['null', noNull],
  ['none', noNull],
  ['undefined', noNull],
  ['nil', 'The empty list is `[]`. There is no null: leave the fact out.'],
]);

/** What to write for a value that the language does not have. */
export function valueHelp(word: string): string | undefined {
  return values.get(word.toLowerCase());
}

/** `X is not null`. */
export const nullTest = /is[ \t]+(?:not[ \t]+)?null\b/iy;

/** A unit of durations, and how many of it a word for a unit stands for. */
export interface Unit {
  readonly unit: 'd' | 'h' | 'm' | 's' | 'ms';
  readonly times: number;
}

const words: readonly (readonly [Unit['unit'], number, readonly string[]])[] = [
  ['d', 7, ['w', 'week', 'weeks']],
  ['d', 1, ['d', 'day', 'days']],
  ['h', 1, ['h', 'hr', 'hrs', 'hour', 'hours']],
  ['m', 1, ['m', 'min', 'mins', 'minute', 'minutes']],
  ['s', 1, ['s', 'sec', 'secs', 'second', 'seconds']],
  ['ms', 1, ['ms', 'msec', 'millis', 'milliseconds']],
];

/** What the words for units stand for. */
export const unitWords: ReadonlyMap<string, Unit> = new Map(
  words.flatMap(([unit, times, spellings]) => spellings.map((word) => [word, { unit, times }] as const)),
);
